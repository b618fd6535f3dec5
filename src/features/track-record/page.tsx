import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import type { RecordFigures, RecordKind } from "#contract/figures.ts";
import { settlementDays, universeRule, upcomingForecastRule } from "#contract/rules.ts";
import { usePageTitle } from "#lib/browser.ts";
import { counted } from "#lib/numbers.ts";
import { recordFiguresQuery } from "#lib/record-figures.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import FiguresView, { CalibrationCard } from "#ui/domain/record-figures/figures-view.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { AlwaysBeatComparisonCard } from "./always-beat-comparison-card.tsx";
import { filtersOf, trackRecordQuery, withRecordFilters } from "./api.ts";
import { DriftNote, RecordHeadline, RightAndWrong, SimulatedNotice } from "./headline.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { RecordBrowser } from "./record-browser.tsx";
import { OpenDataCard, ShareCard } from "./share-card.tsx";
import { SnapshotView } from "./snapshot-view.tsx";

export default function TrackRecordPage() {
  const { id } = useParams();
  return (
    <AppShell>
      <div className="page-width flex flex-col gap-6 py-5 sm:py-8">
        {id === undefined ? <TrackRecordView /> : <SnapshotView key={id} id={id} />}
      </div>
    </AppShell>
  );
}

function TrackRecordView() {
  usePageTitle("Track record");
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const record = useQuery(trackRecordQuery());
  const figures = useQuery(recordFiguresQuery(filters.kind ?? null));
  const failed = [record, figures].filter(({ isError }) => isError);
  const show = (changed: Parameters<typeof withRecordFilters>[1]) =>
    setParams(withRecordFilters(params, changed), { preventScrollReset: true });
  const showBin = (bin: number) => {
    show({ bin: String(bin), outcome: "settled" });
    const list = document.getElementById("all-predictions");
    list?.setAttribute("tabindex", "-1");
    list?.focus({ preventScroll: true });
    list?.scrollIntoView({ block: "start" });
  };
  return (
    <>
      <header className="flex max-w-3xl flex-col gap-3">
        <h1 className="heading-1">Track record</h1>
        <p className="text-lg text-muted text-pretty">
          Predictions of record are settled by a published rule, right or wrong, and each row says whether it
          was locked in the public ledger before its report, rehearsed or replayed. Keep a copy of the
          ledger's latest checkpoint and you can prove that nothing before it was changed.
        </p>
        <p className="text-sm">
          <a href="/track-record/versus-markets" className="link">
            Our number beside prediction markets
          </a>
          {" · "}
          <a href="/track-record/model" className="link">
            Model card
          </a>
        </p>
      </header>
      {failed.length === 0 && !(record.data && figures.data) && <Skeleton className="h-[200vh] w-full" />}
      <LoadFailure title="The track record could not be loaded" query={failed} />
      {record.data && figures.data && (
        <>
          <SimulatedNotice dataMode={record.data.dataMode} replayed={record.data.replayed} />
          <DriftNote />
          <KindSwitch {...figures.data} onChoose={(kind) => show({ kind })} />
          <CalibrationCard
            figures={figures.data.figures}
            chosenBin={filters.bin ?? null}
            onChooseBin={showBin}
          />
          <AlwaysBeatComparisonCard seasons={figures.data.figures.seasons} />
          <RecordHeadline figures={figures.data.figures} counts={record.data.counts} />
          <RightAndWrong {...figures.data} />
          <FiguresView
            figures={figures.data.figures}
            chosenBin={filters.bin ?? null}
            onChooseBin={showBin}
            hasCalibration={false}
          />
          <RecordBrowser
            filters={{ ...filters, kind: figures.data.kind }}
            onFilter={show}
            groups={figures.data.figures.groups}
          />
          <OpenDataCard />
          <ShareCard />
          <LedgerCard ledger={record.data.ledger} />
          <MethodCard />
          <Disclosure variant="full" />
        </>
      )}
    </>
  );
}

const rules = [
  `The record covers every company that the source lists with an analysts' consensus, at least ${universeRule.pastReports} reported quarters, a US listing and a share price above ${universeRule.priceUsd} USD. A company whose listing or price is unknown is not excluded.`,
  `A company is locked once a quarter, on the last evaluation before its report: within ${upcomingForecastRule.lockAheadMinutes} minutes before the close where it reports after the market, else before ${upcomingForecastRule.lockTimeBeforeMarket.slice(0, 5)} in New York on the day before. A report of an unknown hour counts as one before the market. Only these predictions count in the figures above; those that users ask for are their own.`,
  "The reported EPS on the analysts' basis is compared with the consensus as it stood at the lock, both rounded to the cent. A tie is not a beat.",
  "Sources are asked in a fixed order. If they disagree on the outcome, or the consensus changes its basis (a split, another currency), the prediction goes to review. It is settled once they agree, or else void.",
  `If no figure is reported within ${settlementDays.deadline} days of the report's day, the prediction is void. If the report moves, we wait up to ${settlementDays.maxMove} days.`,
  "A settlement is final: later restatements change nothing.",
];

function MethodCard() {
  return (
    <Card aria-labelledby="method">
      <CardHeader id="method" title="How a prediction is made and settled" />
      <ol className="flex max-w-3xl list-decimal flex-col gap-2 pl-5 text-pretty">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
    </Card>
  );
}

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

/** Switches between the kinds of the record, such as live and simulated. Their figures are never mixed. */
function KindSwitch({ kind, kinds, onChoose }: KindSwitchProps) {
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
