import { useMemo, useState } from "react";
import type { ImpliedMove } from "#contract/strategy.ts";
import { calendarDate, calendarDayShort, calendarQuarter } from "#lib/dates.ts";
import { counted, MISSING, number, signed } from "#lib/numbers.ts";
import { Figure } from "#ui/card.tsx";
import { Chart } from "#ui/chart.tsx";
import { type ChartSeries, type ChartShape, evenlySpaced } from "#ui/chart-shape.ts";
import { GlossaryTerm } from "#ui/domain/term.tsx";

export function ImpliedMoveFigures({ move }: { move: ImpliedMove }) {
  const { impliedMovePercent, averagePastMovePercent, pastMoves, beatsThatRose } = move;
  return (
    <div className="mb-6 grid gap-6 md:grid-cols-[2fr_3fr]">
      <dl className="grid grid-cols-2 content-start gap-4 md:grid-cols-1">
        <Figure
          label={<GlossaryTerm name="impliedMove">Implied move</GlossaryTerm>}
          value={impliedMovePercent === null ? MISSING : `±${number(impliedMovePercent, 1)}%`}
          note={impliedNote(move)}
        />
        <Figure
          label="Usual move on reports"
          value={averagePastMovePercent === null ? MISSING : `±${number(averagePastMovePercent, 1)}%`}
          note={
            pastMoves.length > 0
              ? `last ${pastMoves.length === 1 ? "report" : counted(pastMoves.length, "report")}`
              : "report days not known"
          }
        />
        <Figure
          label="Beats after which it rose"
          value={beatsThatRose ? `${beatsThatRose.rose} of ${beatsThatRose.beats}` : MISSING}
          note="a beat does not mean that the stock rises"
        />
      </dl>
      <MoveChart move={move} />
    </div>
  );
}

function impliedNote({ method, straddlePercent, expiry }: ImpliedMove): string {
  if (straddlePercent === null || !expiry) return "no option prices";
  const all = `a straddle to ${calendarDate(expiry)} costs ${number(straddlePercent, 1)}%`;
  if (method === null) return `no two expiries near the report tell it; ${all}`;
  const otherExpiry = method === "expiry_before" ? "an expiry before the report" : "a later expiry";
  return `on the report, other days taken off by ${otherExpiry}; ${all}`;
}

function MoveChart({ move }: { move: ImpliedMove }) {
  const [index, setIndex] = useState<number | null>(null);
  const shape = useMemo(() => moveShape(move), [move]);
  if (move.pastMoves.length < 2) return null;
  const rose = move.pastMoves.filter((past) => past.movePercent > 0).length;
  return (
    <div>
      <Chart
        title="Share over past reports"
        summary={`Of ${counted(move.pastMoves.length, "past report")} the share rose over ${rose}.`}
        positionName="Report"
        shape={shape}
        height={200}
        index={index}
        onIndex={setIndex}
      />
      <p className="mt-1 text-xs text-muted">
        Green after a beat, red after a miss.
        {move.impliedMovePercent !== null && " Dashed: the move that options charge for the next report."}
      </p>
    </div>
  );
}

function moveShape({ pastMoves, impliedMovePercent }: ImpliedMove): ChartShape {
  const moves = pastMoves.toSorted((a, b) => a.reportDate.localeCompare(b.reportDate));
  const after = (color: ChartSeries["color"], results: readonly (string | null)[]): ChartSeries => ({
    label: "Move",
    color,
    kind: "bars",
    values: moves.map((past) => (results.includes(past.result) ? past.movePercent : null)),
    format: moveText,
  });
  return {
    x: moves.map((_, i) => i),
    xLabels: moves.map(({ reportDate, result }) => `${calendarDayShort(reportDate)}, ${resultText(result)}`),
    xTicks: (most) =>
      evenlySpaced(
        moves.map(({ reportDate }, at) => ({ at, label: calendarQuarter(reportDate) })),
        most,
      ),
    padX: 0.6,
    ...(impliedMovePercent === null ? {} : { rangeY: reach(moves, impliedMovePercent) }),
    formatY: (value) => `${number(value, 0)}%`,
    series: [
      after("positive-solid", ["beat"]),
      after("negative-solid", ["miss"]),
      after("muted", ["met", null]),
    ],
    readings: [{ label: "Move", values: moves.map((past) => past.movePercent), format: moveText }],
    guides:
      impliedMovePercent === null
        ? []
        : [
            { y: impliedMovePercent, label: `implied +${number(impliedMovePercent, 1)}%`, color: "signal" },
            { y: -impliedMovePercent, label: `implied −${number(impliedMovePercent, 1)}%`, color: "signal" },
          ],
  };
}

const moveText = (value: number) => `${signed(value, 1)}%`;

function resultText(result: ImpliedMove["pastMoves"][number]["result"]): string {
  return result === null ? "result not known" : `after a ${result === "met" ? "met estimate" : result}`;
}

function reach(moves: ImpliedMove["pastMoves"], implied: number): readonly [number, number] {
  const most = 1.25 * Math.max(implied, ...moves.map((past) => Math.abs(past.movePercent)));
  return [-most, most];
}
