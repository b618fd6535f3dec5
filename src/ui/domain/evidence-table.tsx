import type { Evidence, EvidenceState } from "#contract/evidence.ts";
import { easternTime } from "#contract/time.ts";
import { calendarDayShort, dateAndTime } from "#lib/dates.ts";
import { compact, MISSING, number, perShare } from "#lib/numbers.ts";
import { Badge, type Tone } from "../badge.tsx";
import { Cell, HeadingCell, Table } from "../table.tsx";

export const stateTones: Record<EvidenceState, Tone> = {
  live: "positive",
  cached: "info",
  missing: "neutral",
  sample: "warn",
};

/** From this amount on, numbers are abbreviated, as for market values and revenue. */
const LARGE_AMOUNT = 1_000_000;

/** Formats the value of a fact with its unit. Times are in Eastern time. */
export function valueText({ value, unit }: Pick<Evidence, "value" | "unit">): string {
  if (value === null) return MISSING;
  if (typeof value !== "number") return unit === null ? timeText(value) : `${timeText(value)} ${unit}`;
  if (unit === null) return number(value);
  if (unit === "%") return `${number(value, 1)}%`;
  if (/^[A-Z]{3}$/.test(unit))
    return Math.abs(value) < LARGE_AMOUNT ? perShare(value, unit) : `${compact(value)} ${unit}`;
  const text = number(value, unit === "points" ? 1 : 2);
  return `${text} ${text === "1" ? unit.replace(/s$/, "") : unit}`;
}

function timeText(value: string): string {
  if (isInstant(value)) return easternTime(value);
  return isDay(value) ? calendarDayShort(value) : value;
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** Each row has an anchor such as `#evidence-F12`. `named` is the id of the fact to highlight. */
type EvidenceTableProps = { evidence: readonly Evidence[]; named?: string | null };

export function EvidenceTable({ evidence, named = null }: EvidenceTableProps) {
  return (
    <Table caption="All facts">
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
          <tr
            key={row.id}
            id={`evidence-${row.id}`}
            className={row.id === named ? "bg-signal-soft" : undefined}
          >
            <Cell className="figures">{row.id}</Cell>
            <Cell className="min-w-72 print:min-w-0">
              {row.label}
              {row.note && <span className="block text-xs text-muted">{row.note}</span>}
            </Cell>
            <Cell isNumeric>{valueText(row)}</Cell>
            <Cell className="min-w-52 print:min-w-0">
              {row.url ? (
                <a href={row.url} target="_blank" rel="noopener noreferrer" className="link">
                  {row.source}
                </a>
              ) : (
                row.source
              )}
              <span className="block whitespace-nowrap text-xs text-muted print:inline print:pl-2">
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
  );
}
