import type { RecordFigures, RecordKind } from "#contract/figures.ts";
import { counted } from "#lib/numbers.ts";
import { TabPanel, Tabs } from "#ui/tabs.tsx";

const texts: Record<RecordKind, { name: string; text: string }> = {
  live: { name: "Live", text: "Locked in the ledger before each real report." },
  rehearsed: {
    name: "Rehearsed",
    text: "Played later from past data, as if it were that day. These are not live predictions.",
  },
  simulated: {
    name: "Simulated",
    text: "Locked ahead of reports of the simulated market, whose figures are invented.",
  },
  replayed: {
    name: "Replayed",
    text: "Computed later for reports of the simulated market, as of some days before each report.",
  },
};

type KindSwitchProps = Pick<RecordFigures, "kind" | "kinds"> & { onChoose: (kind: RecordKind) => void };

/** Which predictions the figures below are of. Kinds are never mixed. */
export function KindSwitch({ kind, kinds, onChoose }: KindSwitchProps) {
  const sentence = (
    <p className="text-sm text-muted text-pretty">
      <span className="font-semibold text-ink">{texts[kind].name}.</span> {texts[kind].text} No back-test is
      in these figures.
    </p>
  );
  if (kinds.length < 2) return sentence;
  const tabs = kinds.map(({ kind: value, settled }) => ({
    value,
    label: `${texts[value].name} (${counted(settled, "settled", "settled")})`,
  }));
  return (
    <Tabs label="Kind of prediction" tabs={tabs} value={kind} onChange={onChoose}>
      <TabPanel value={kind} className="pt-3">
        {sentence}
      </TabPanel>
    </Tabs>
  );
}
