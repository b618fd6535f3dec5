import type { RowFaultReason } from "#contract/figure-doubt.ts";
import type { SourceFaults } from "#contract/review.ts";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";

const whatHappened: Record<RowFaultReason, string> = {
  listed_twice: "merged: the report was listed twice",
  dated_on_quarter_end: "merged: dated on the quarter's end",
  superseded_day: "merged: another day counts",
  impossible_day: "refused: a day years ahead",
  other_ticker: "refused: a row of another ticker",
  unreadable: "refused: not readable",
  placeholder_result: "refused: zero without revenue as the result",
  placeholder_estimate: "refused: zero as the estimate",
  next_quarters_estimate: "refused: the next quarter's estimate",
  sudden_estimate: "held back: a sudden change of the estimate",
  two_estimates: "doubtful: two estimates",
  two_results: "doubtful: two results",
  other_basis: "doubtful: another basis or currency",
  other_shares: "doubtful: one side of a split",
};

/** Lists the rows that were not taken as the sources sent them, so that a broken feed is seen the same day. */
export function SourceFaultsTable({ faults }: { faults: readonly SourceFaults[] }) {
  return (
    <Table caption="Rows of sources that were merged, refused or doubtful since yesterday">
      <thead>
        <tr>
          <HeadingCell>Source</HeadingCell>
          <HeadingCell>What happened</HeadingCell>
          <HeadingCell isNumeric>Rows</HeadingCell>
          <HeadingCell isNumeric>Usual a day</HeadingCell>
          <HeadingCell>Examples</HeadingCell>
        </tr>
      </thead>
      <tbody>
        {faults.map(({ source, reason, rows, usualRows, examples }) => (
          <tr key={`${source} ${reason}`}>
            <Cell>{source}</Cell>
            <Cell>{whatHappened[reason]}</Cell>
            <Cell isNumeric>{rows}</Cell>
            <Cell isNumeric>{usualRows}</Cell>
            <Cell>{examples.map(({ symbol, day }) => `${symbol} ${day}`.trim()).join(", ")}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
