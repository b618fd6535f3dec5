import { useQuery } from "@tanstack/react-query";
import type { AnalysisChange } from "#contract/compare.ts";
import { calendarDayNear, calendarDayShort, calendarQuarter, shortDay } from "#lib/dates.ts";
import { MISSING, number, percent, perShare, signed } from "#lib/numbers.ts";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";
import { changeQuery } from "../../api.ts";
import { predictionPath } from "../../views.ts";
import { ResultSection } from "../sections/section.tsx";

type Props = {
  predictionId: string;
  asOf: string;
};

/** Compares the analysis with the person's previous one of the company. Shows nothing for a first analysis. */
export function PreviousAnalysis({ predictionId, asOf }: Props) {
  const { data, error, isFetching, refetch } = useQuery(changeQuery(predictionId));
  if (error)
    return (
      <LoadFailure
        title="Your previous analysis could not be compared"
        query={{ error, refetch, isFetching }}
      />
    );
  if (!data?.change) return null;
  return (
    <ResultSection id="previous" title="Since your previous analysis" finding={changeFinding(data.change)}>
      <ChangeTable change={data.change} asOf={asOf} />
    </ResultSection>
  );
}

function ChangeTable({ change, asOf }: { change: AnalysisChange; asOf: string }) {
  return (
    <>
      <Table caption="The previous analysis beside this one">
        <thead>
          <tr>
            <HeadingCell>Figure</HeadingCell>
            <HeadingCell isNumeric>{shortDay(change.asOf)}</HeadingCell>
            <HeadingCell isNumeric>{shortDay(asOf)}</HeadingCell>
            <HeadingCell isNumeric>Difference</HeadingCell>
          </tr>
        </thead>
        <tbody>
          {changeRows(change).map(({ name, from, to, difference }) => (
            <tr key={name}>
              <Cell>{name}</Cell>
              <Cell isNumeric className="whitespace-nowrap">
                {from}
              </Cell>
              <Cell isNumeric className="whitespace-nowrap">
                {to}
              </Cell>
              <Cell isNumeric className="whitespace-nowrap">
                {difference}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-3 text-sm text-muted">
        {change.contributions
          ? "The steps are in points of probability; with the base rate, their differences add up to that of P(beat). "
          : "The model's steps of the two cannot be compared. "}
        <a href={predictionPath(change.predictionId)} className="link">
          The analysis of {shortDay(change.asOf)}
        </a>
      </p>
    </>
  );
}

const NAMED = 2;
/** The smallest difference in percentage points that is mentioned. */
const LEAST_POINTS = 0.5;

/** Formats as "Since your analysis of Nov 12: 58% → 63%. …". */
export function changeFinding(change: AnalysisChange): string {
  const { isSameReport, beatProbability, modelVersion, fiscalQuarterEnd } = change;
  const since = shortDay(change.asOf);
  if (!isSameReport) {
    const quarter = fiscalQuarterEnd.from ? `, the quarter to ${calendarQuarter(fiscalQuarterEnd.from)}` : "";
    return `Your analysis of ${since} was of another report${quarter}: ${percent(beatProbability.from)} then`;
  }
  const [from, to] = [percent(beatProbability.from), percent(beatProbability.to)];
  const moved = from === to ? `still ${to}` : `${from} → ${to}`;
  const start = `Since your analysis of ${since}: ${moved}.`;
  if (modelVersion.from !== modelVersion.to)
    return `${start} Another version of the model made each number, so its steps do not explain the difference.`;
  return [start, stepsText(change), consensusText(change), dayText(change)].filter(Boolean).join(" ");
}

/** Returns a sentence about the steps that changed most, in whole percentage points, or an empty string. */
function stepsText({ contributions }: AnalysisChange): string {
  if (!contributions) return "";
  const steps = [contributions.start, ...contributions.steps]
    .map(({ label, from, to }) => ({ label, points: (to ?? 0) - (from ?? 0) }))
    .filter(({ points }) => Math.abs(points) >= LEAST_POINTS)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, NAMED);
  if (steps.length === 0) return "";
  return `${steps.map(({ label, points }) => `${label} ${pointsText(points)}`).join(", ")}.`;
}

function pointsText(points: number): string {
  const whole = Math.round(points);
  return `${signed(whole, 0)} ${Math.abs(whole) === 1 ? "point" : "points"}`;
}

function consensusText({ consensusEps, currency }: AnalysisChange): string {
  const [from, to] = [perShare(consensusEps.from, currency), perShare(consensusEps.to, currency)];
  return from === to ? "" : `The consensus moved from ${from} to ${to}.`;
}

function dayText({ reportDate: { from, to } }: AnalysisChange): string {
  if (from === to || from === null || to === null) return "";
  return `The report moved from ${calendarDayNear(from)} to ${calendarDayNear(to)}.`;
}

type ChangeRow = { name: string; from: string; to: string; difference: string };

export function changeRows(change: AnalysisChange): ChangeRow[] {
  const { beatProbability, baseRate, contributions, consensusEps, expectedEps, currency } = change;
  const share = (name: string, { from, to }: { from: number; to: number }): ChangeRow => ({
    name,
    from: percent(from, 1),
    to: percent(to, 1),
    difference: points(100 * (to - from)),
  });
  const eps = (name: string, { from, to }: { from: number; to: number }): ChangeRow => ({
    name,
    from: perShare(from, currency),
    to: perShare(to, currency),
    difference: from === to ? "same" : signed(to - from, 2),
  });
  return [
    share("P(beat)", beatProbability),
    share("Base rate", baseRate),
    ...(contributions?.steps ?? []).map(({ label, from, to }) => ({
      name: label,
      from: from === null ? "no data" : signed(from),
      to: to === null ? "no data" : signed(to),
      difference: points((to ?? 0) - (from ?? 0)),
    })),
    eps("Consensus EPS", consensusEps),
    eps("Expected EPS", expectedEps),
    plain("Analysts", change.analystCount, (n) => number(n, 0)),
    plain("Report", change.reportDate, calendarDayShort),
    plain("Implied move", change.impliedMovePercent, (move) => `±${number(move, 1)}%`),
    plain("Quarter to", change.fiscalQuarterEnd, calendarQuarter),
    plain("Model", change.modelVersion, (version) => version),
  ];
}

function points(value: number): string {
  return Math.abs(value) < 0.05 ? "same" : `${signed(value)} points`;
}

function plain<Value>(
  name: string,
  { from, to }: { from: Value | null; to: Value | null },
  write: (value: Value) => string,
): ChangeRow {
  const text = (value: Value | null) => (value === null ? MISSING : write(value));
  return {
    name,
    from: text(from),
    to: text(to),
    difference: text(from) === text(to) ? "same" : "changed",
  };
}
