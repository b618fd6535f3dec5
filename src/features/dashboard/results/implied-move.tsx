import type { ImpliedMove } from "#contract/strategy.ts";
import { count } from "#lib/count.ts";
import { calendarDate } from "#lib/dates.ts";
import { MISSING, number } from "#lib/numbers.ts";
import { Figure } from "#ui/card.tsx";
import { Term } from "#widgets/term.tsx";
import { MoveChart } from "./charts/move-chart.tsx";

/** What options charge for the report beside what the share did over past ones, and how often a beat was followed by a rise. */
export function ImpliedMoveFigures({ move }: { move: ImpliedMove }) {
  const { impliedMovePercent, averagePastMovePercent, pastMoves, beatsThatRose, expiry } = move;
  return (
    <div className="mb-6 grid gap-6 md:grid-cols-[2fr_3fr]">
      <dl className="grid grid-cols-2 content-start gap-4 md:grid-cols-1">
        <Figure
          label={<Term name="impliedMove">Implied move</Term>}
          value={impliedMovePercent === null ? MISSING : `±${number(impliedMovePercent, 1)}%`}
          note={expiry ? `until ${calendarDate(expiry)}` : "no option prices"}
        />
        <Figure
          label="Usual move on reports"
          value={averagePastMovePercent === null ? MISSING : `±${number(averagePastMovePercent, 1)}%`}
          note={
            pastMoves.length > 0
              ? `last ${pastMoves.length === 1 ? "report" : count(pastMoves.length, "report")}`
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
