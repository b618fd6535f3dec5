import type { Analysis } from "#contract/analysis.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";
import { stateTones, valueText } from "./evidence-value.ts";

type Props = Pick<Analysis, "evidence" | "parts">;

/** Every fact of the analysis with its source, time and state; what could not be had says why. */
export function EvidenceList({ evidence, parts }: Props) {
  const missing = parts.filter((part) => part.state === "missing");
  return (
    <Card aria-labelledby="evidence">
      <CardHeader
        id="evidence"
        title="Evidence"
        description={`${evidence.length} facts${missing.length > 0 ? `; not available: ${missing.map((part) => part.part).join(", ")}` : ""}`}
      />
      <details data-printed>
        <summary className="link inline-block cursor-pointer text-sm">Show all facts</summary>
        <div className="mt-4">
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
                    <span className="block whitespace-nowrap text-xs text-muted">
                      {dateAndTime(row.asOf)}
                    </span>
                  </Cell>
                  <Cell>
                    <Badge tone={stateTones[row.state]}>{row.state}</Badge>
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      </details>
    </Card>
  );
}
