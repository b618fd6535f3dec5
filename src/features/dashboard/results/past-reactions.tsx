import { moveBasisText, type PastReactions as Reactions } from "#contract/past-reactions.ts";
import type { SurpriseBand } from "#contract/rules.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import { counted, MISSING, number, percent, perShare, signed } from "#lib/numbers.ts";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";
import { impliedMissing } from "./findings.ts";

type Props = {
  reactions: Reactions;
  symbol: string;
  /** The price change that options imply. `move` is null when none is known. */
  move: Pick<ImpliedMove, "impliedMovePercent" | "straddle" | "straddlePercent"> | null;
  currency: string | null;
};

const bandNames = {
  beatBy5OrMore: "Beat by 5% or more",
  beat: "Smaller beat",
  meet: "Met to the cent",
  miss: "Smaller miss",
  missBy5OrMore: "Miss by 5% or more",
} as const satisfies Record<SurpriseBand, string>;

export function PastReactionsTable(props: Props) {
  const { reactions, symbol } = props;
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
                  {percent(row.low)} to {percent(row.high)}, of {counted(row.n, "report")}
                </span>
              </Cell>
              <Cell isNumeric>±{number(row.meanSizePercent, 1)}%</Cell>
              <Cell isNumeric>{signed(row.meanMovePercent, 1)}%</Cell>
              {ownReports > 0 && (
                <Cell isNumeric className="whitespace-nowrap">
                  {row.own.n === 0 ? MISSING : `${row.own.rose} of ${row.own.n}`}
                  {row.own.meanMovePercent != null && (
                    <span className="block text-xs text-muted">
                      mean {signed(row.own.meanMovePercent, 1)}%
                    </span>
                  )}
                </Cell>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      <MoveSizes {...props} />
      <p className="mt-2 text-xs text-muted">
        Counted over reports of large US companies, {from.slice(0, 4)} to {to.slice(0, 4)},{" "}
        {rows.some(({ isOfSector }) => isOfSector)
          ? "of the same sector where 30 are known and drawn towards all sectors"
          : "of all sectors"}
        ; close before to close after the report. This is history, not a forecast of the direction.
      </p>
    </>
  );
}

function MoveSizes({ reactions, symbol, move, currency }: Props) {
  const { typicalMove, beyondImplied } = reactions;
  const implied = move?.impliedMovePercent ?? null;
  const straddle = move?.straddle ?? null;
  const lines = [
    typicalMove && {
      name: "Typical move on such a report, up or down",
      size: `±${number(typicalMove.percent, 1)}%`,
      note: `80% stayed within ±${number(typicalMove.bandPercent, 1)}%; from ${moveBasisText(typicalMove)}`,
    },
    {
      name: "What options charge for the report's move, either way",
      size: implied === null ? impliedMissing(move) : `±${number(implied, 1)}%`,
      note: straddle === null ? undefined : `the straddle costs ${perShare(straddle, currency)}`,
    },
    beyondImplied && {
      name: `Past moves of ${symbol} on reports that were larger than that`,
      size: `${beyondImplied.larger} of ${beyondImplied.n}`,
    },
  ].filter((line) => line !== null);
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr] print:hidden">
      {lines.map((line) => (
        <div key={line.name} className="contents">
          <dt className="text-muted">{line.name}</dt>
          <dd className="mb-1.5 figures sm:mb-0">
            <span className="font-medium">{line.size}</span>
            {"note" in line && line.note && <span className="text-muted">, {line.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
