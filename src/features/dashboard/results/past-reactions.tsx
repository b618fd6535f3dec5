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
            <HeadingCell isNumeric>Share rose</HeadingCell>
            <HeadingCell isNumeric>Usual size of move</HeadingCell>
            <HeadingCell isNumeric>Mean move</HeadingCell>
            {ownReports > 0 && <HeadingCell isNumeric>{symbol} rose</HeadingCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.band}>
              <Cell className="whitespace-nowrap">
                {bandNames[row.band]}
                {row.probability !== null && (
                  <span className="block text-xs text-muted">{percent(row.probability)} likely now</span>
                )}
              </Cell>
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
  const implied = `${usual} Options price ±${number(impliedMovePercent, 1)}%`.trim();
  return beyondImplied ? `${implied}; ${largerText(beyondImplied)}.` : `${implied}.`;
}

function largerText({ n, larger }: NonNullable<Reactions["beyondImplied"]>): string {
  const of = `of this share's ${n === 1 ? "one known move" : `last ${n} moves`} on reports`;
  return `${of}, ${larger === 0 ? "none was" : larger === 1 ? "one was" : `${larger} were`} larger`;
}
