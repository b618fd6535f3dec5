import type { Evidence } from "#contract/evidence.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Badge } from "./badge.tsx";
import { stateTones, valueText } from "./evidence-value.ts";
import { Cell, HeadingCell, Table } from "./table.tsx";

/** Facts with their value, source, time and state; `#evidence-F12` leads to one. */
export function EvidenceTable({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <Table caption="Evidence">
      <thead>
        <tr>
          <HeadingCell>Id</HeadingCell>
          <HeadingCell>Fact</HeadingCell>
          <HeadingCell isNumeric>Value</HeadingCell>
          <HeadingCell>Source</HeadingCell>
          <HeadingCell>State</HeadingCell>
        </tr>
      </thead>
      <tbody>
        {evidence.map((row) => (
          <tr key={row.id} id={`evidence-${row.id}`} className="target:bg-signal-soft">
            <Cell className="figures">{row.id}</Cell>
            <Cell>
              {row.label}
              {row.note && <span className="block text-xs text-muted">{row.note}</span>}
            </Cell>
            <Cell isNumeric>{valueText(row)}</Cell>
            <Cell>
              {row.url ? (
                <a href={row.url} target="_blank" rel="noopener noreferrer" className="link">
                  {row.source}
                </a>
              ) : (
                row.source
              )}
              <span className="block whitespace-nowrap text-xs text-muted">{dateAndTime(row.asOf)}</span>
            </Cell>
            <Cell>
              <Badge tone={stateTones[row.state]}>{row.state}</Badge>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
