import type { PastReactions as Reactions } from "#contract/past-reactions.ts";
import type { SurpriseBand } from "#contract/rules.ts";
import { count, MISSING, number, percent, signed } from "#lib/numbers.ts";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";

type Props = { reactions: Reactions; symbol: string; impliedMovePercent: number | null };

const bandNames = {
  beatBy5OrMore: "Beat by 5% or more",
  beat: "Smaller beat",
  meet: "Met to the cent",
  miss: "Smaller miss",
  missBy5OrMore: "Miss by 5% or more",
} as const satisfies Record<SurpriseBand, string>;

/** What shares did after past beats, meets and misses: counts of the past, not a forecast of a direction. */
export function PastReactionsTable({ reactions, symbol, impliedMovePercent }: Props) {
  const { rows, from, to } = reactions;
  const ownReports = rows.reduce((sum, { own }) => sum + own.n, 0);
  return (
    <>
      <Table caption="What shares did after past reports, by the size of the surprise">
        <thead>
          <tr>
            <HeadingCell>Surprise</HeadingCell>
            <HeadingCell isNumeric>Probability now</HeadingCell>
            <HeadingCell isNumeric>Share rose</HeadingCell>
            <HeadingCell isNumeric>Usual size of move</HeadingCell>
            <HeadingCell isNumeric>Mean move</HeadingCell>
            {ownReports > 0 && <HeadingCell isNumeric>{symbol} rose</HeadingCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.band}>
              <Cell className="whitespace-nowrap">{bandNames[row.band]}</Cell>
              <Cell isNumeric>{row.probability === null ? MISSING : percent(row.probability)}</Cell>
              <Cell isNumeric className="whitespace-nowrap">
                {percent(row.shareRose)}{" "}
                <span className="block text-xs text-muted">
                  {percent(row.low)} to {percent(row.high)}, of {count(row.n, "report")}
                </span>
              </Cell>
              <Cell isNumeric>±{number(row.meanSizePercent, 1)}%</Cell>
              <Cell isNumeric>{signed(row.meanMovePercent, 1)}%</Cell>
              {ownReports > 0 && (
                <Cell isNumeric className="whitespace-nowrap">
                  {row.own.n === 0 ? MISSING : `${row.own.rose} of ${row.own.n}`}
                </Cell>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-3 text-sm">{movesText(reactions, impliedMovePercent)}</p>
      <p className="mt-2 text-xs text-muted">
        Counted over reports of large US companies, {from.slice(0, 4)} to {to.slice(0, 4)},{" "}
        {rows.some(({ isOfSector }) => isOfSector)
          ? "of the same sector where 30 are known and drawn towards all sectors"
          : "of all sectors"}
        ; close before to close after the report. History, not a forecast of the direction.
      </p>
    </>
  );
}

/** The usual move beside what options charge. */
function movesText(
  { typicalMovePercent, beyondImplied }: Reactions,
  impliedMovePercent: number | null,
): string {
  const usual =
    typicalMovePercent === null
      ? ""
      : `Weighted by today's probabilities, the usual move of a large company is ±${number(typicalMovePercent, 1)}%.`;
  if (impliedMovePercent === null) return `${usual} No option prices stand beside it.`.trim();
  const implied = ` Options charge for ±${number(impliedMovePercent, 1)}%`;
  return beyondImplied
    ? `${usual}${implied}; ${beyondImplied.larger} of the last ${count(beyondImplied.n, "move")} of this share on reports ${beyondImplied.larger === 1 ? "was" : "were"} larger.`
    : `${usual}${implied}.`;
}
