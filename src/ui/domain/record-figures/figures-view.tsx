import type { Discrimination, Figures } from "#contract/figures.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import { counted, number, percent } from "#lib/numbers.ts";
import { Card, CardHeader } from "../../card.tsx";
import { Cell, HeadingCell, Table } from "../../table.tsx";
import { GroupTable } from "./group-table.tsx";
import { ReliabilityChart } from "./reliability-chart.tsx";
import { SkillOverTime } from "./skill-over-time.tsx";
import { calibrationSentence } from "./texts.ts";

type FiguresViewProps = {
  figures: Figures;
  /** The index of the selected bin, or null for none. */
  chosenBin: number | null;
  onChooseBin: (bin: number) => void;
  /** Whether to draw the calibration here. False when the page draws it elsewhere. */
  hasCalibration?: boolean;
};

export function CalibrationCard({
  figures,
  chosenBin,
  onChooseBin,
}: Omit<FiguresViewProps, "hasCalibration">) {
  return (
    <Card aria-labelledby="calibration" className="min-w-0">
      <CardHeader id="calibration" title="Calibration" description={calibrationSentence(figures.bins)} />
      <ReliabilityChart bins={figures.bins} chosen={chosenBin} onChoose={onChooseBin} />
    </Card>
  );
}

export default function FiguresView({
  figures,
  chosenBin,
  onChooseBin,
  hasCalibration = true,
}: FiguresViewProps) {
  return (
    <>
      {hasCalibration && (
        <CalibrationCard figures={figures} chosenBin={chosenBin} onChooseBin={onChooseBin} />
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        <Card aria-labelledby="discrimination" className="min-w-0">
          <CardHeader
            id="discrimination"
            title="Can we tell beats from misses?"
            description="Probabilities of the reports that beat and of those that missed"
          />
          <DiscriminationChart discrimination={figures.discrimination} />
        </Card>
        <Card aria-labelledby="skill" className="min-w-0">
          <CardHeader
            id="skill"
            title="Skill over time"
            description="Above zero is better than always predicting the base rate"
          />
          <SkillOverTime points={figures.overTime} />
        </Card>
      </div>
      <Card aria-labelledby="groups">
        <CardHeader
          id="groups"
          title="By group"
          description={`Scores are withheld under ${MIN_SETTLED_FOR_SKILL} settled predictions. Intervals are drawn from whole report days.`}
        />
        <GroupTable groups={figures.groups} />
      </Card>
    </>
  );
}

type Bar = Discrimination["bars"][number];

const sides = [
  { name: "beats", title: "Beats", color: "bg-chart-1", align: "items-end", round: "rounded-t-sm" },
  { name: "misses", title: "Misses", color: "bg-chart-2", align: "items-start", round: "rounded-b-sm" },
] as const;

function DiscriminationChart({ discrimination }: { discrimination: Discrimination }) {
  const { bars, meanOfBeats, meanOfMisses } = discrimination;
  const total = {
    beats: bars.reduce((sum, { beats }) => sum + beats, 0),
    misses: bars.reduce((sum, { misses }) => sum + misses, 0),
  };
  const share = (bar: Bar, side: "beats" | "misses") => bar[side] / Math.max(1, total[side]);
  const most = Math.max(0.01, ...bars.flatMap((bar) => [share(bar, "beats"), share(bar, "misses")]));
  const means = { beats: meanOfBeats, misses: meanOfMisses };
  return (
    <figure className="flex flex-col gap-3">
      <p className="text-sm text-pretty">{sentenceOf(discrimination)}</p>
      <div role="img" aria-label="Distribution of probabilities: the table below has all figures.">
        {sides.map(({ name, title, color, align, round }) => (
          <div key={name} className="relative">
            <p
              className={`absolute left-0 z-1 text-xs text-muted ${name === "beats" ? "top-0" : "bottom-0"}`}
            >
              <span className="font-semibold text-ink">{title}</span> {number(total[name])}
              {means[name] !== null && `, on average ${percent(means[name])}`}
            </p>
            <div
              className={`flex h-28 gap-0.5 ${align} ${name === "beats" ? "border-b border-edge pt-5" : "pb-5"}`}
            >
              {bars.map((bar) => (
                <span
                  key={bar.from}
                  title={`${rangeText(bar)}: ${counted(bar[name], name === "beats" ? "beat" : "miss", name)}`}
                  className={`min-w-0 flex-1 ${color} ${round}`}
                  style={{ height: `${(100 * share(bar, name)) / most}%` }}
                />
              ))}
            </div>
          </div>
        ))}
        <p className="flex justify-between text-xs text-muted figures" aria-hidden="true">
          {[0, 0.25, 0.5, 0.75, 1].map((level) => (
            <span key={level}>{percent(level)}</span>
          ))}
        </p>
      </div>
      <figcaption className="text-sm text-muted">
        Predicted probability of a beat. The further apart the two shapes, the better we tell beats from
        misses.
      </figcaption>
      <details>
        <summary className="link inline-block cursor-pointer text-sm">
          Show as a table<span className="sr-only">: probabilities of beats and misses</span>
        </summary>
        <div className="mt-2 max-h-80 overflow-y-auto">
          <Table caption="Probabilities of beats and misses">
            <thead>
              <tr>
                <HeadingCell>Predicted</HeadingCell>
                <HeadingCell isNumeric>Beats</HeadingCell>
                <HeadingCell isNumeric>Misses</HeadingCell>
              </tr>
            </thead>
            <tbody>
              {bars
                .filter(({ beats, misses }) => beats + misses > 0)
                .map((bar) => (
                  <tr key={bar.from}>
                    <Cell>{rangeText(bar)}</Cell>
                    <Cell isNumeric>{number(bar.beats)}</Cell>
                    <Cell isNumeric>{number(bar.misses)}</Cell>
                  </tr>
                ))}
            </tbody>
          </Table>
        </div>
      </details>
    </figure>
  );
}

function sentenceOf({ ranking }: Discrimination): string {
  if (!ranking)
    return `How well beats and misses are told apart is withheld under ${MIN_SETTLED_FOR_SKILL} settled predictions.`;
  const { value, interval } = ranking;
  const reach = interval ? ` (95% interval ${percent(interval.low)} to ${percent(interval.high)})` : "";
  return `Of a beat and a miss, the beat had the higher probability ${percent(value)} of the time${reach}. A coin would reach 50%.`;
}

function rangeText({ from, to }: Bar): string {
  return `${percent(from)} to ${percent(to)}`;
}
