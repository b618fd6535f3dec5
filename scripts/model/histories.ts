import { DAY_MS } from "#contract/time.ts";
import { LABEL_FAMILIES, type LabelFamily } from "#model/history.ts";
import { sectorOf } from "#model/sector.ts";
import { distinctReports, SAME_REPORT_DAYS } from "#season/report.ts";
import type { EarningsEvent } from "./events.ts";

/** Events of several files as one history. */
export type Histories = {
  /** By day, then symbol. Each report of a company stands once in each family. */
  events: EarningsEvent[];
  /** Whether an event is the one that counts for its report: the first of the families in their order. */
  isCounted: (event: EarningsEvent) => boolean;
};

/**
 * Joins files. Within a family a report counts from the first file that has it, once; across families each company keeps a
 * history a family, so that none is mixed, and each report counts once, in the order of LABEL_FAMILIES.
 */
export function joinHistories(files: readonly (readonly EarningsEvent[])[]): Histories {
  const inFamily = new Map<LabelFamily, EarningsEvent[]>();
  for (const family of LABEL_FAMILIES) {
    const days = new ReportDays();
    const own: EarningsEvent[] = [];
    for (const events of files) {
      const ofFamily = events.filter((event) => event.family === family);
      const fresh = distinctReports(ofFamily).filter((event) => !days.has(event));
      for (const event of fresh) days.add(event);
      own.push(...fresh);
    }
    inFamily.set(family, own);
  }
  const counted = new Set<EarningsEvent>();
  const days = new ReportDays();
  for (const family of LABEL_FAMILIES) {
    const fresh = (inFamily.get(family) ?? []).filter((event) => !days.has(event));
    for (const event of fresh) {
      days.add(event);
      counted.add(event);
    }
  }
  const events = [...inFamily.values()].flat().sort(byDay);
  return { events, isCounted: (event) => counted.has(event) };
}

function byDay(a: EarningsEvent, b: EarningsEvent): number {
  const [one, other] = [`${a.reportDate} ${a.symbol}`, `${b.reportDate} ${b.symbol}`];
  return one < other
    ? -1
    : one > other
      ? 1
      : LABEL_FAMILIES.indexOf(a.family) - LABEL_FAMILIES.indexOf(b.family);
}

/**
 * Gives every other event without a sector the one that another file knows for its company, so that a fit learns such
 * companies with and without it.
 */
export function withSectorsOfOthers(files: readonly (readonly EarningsEvent[])[]): EarningsEvent[][] {
  const known = new Map<string, string>();
  for (const { symbol, sector, industry } of files.flat()) {
    const name = sectorOf(sector) ?? sectorOf(industry);
    if (name && !known.has(symbol)) known.set(symbol, name);
  }
  return files.map((events) =>
    events.map((event, i) =>
      i % 2 === 0 && !event.sector && !event.industry
        ? { ...event, sector: known.get(event.symbol) ?? null }
        : event,
    ),
  );
}

/** The days on which companies reported. */
class ReportDays {
  readonly #days = new Map<string, number[]>();

  add({ symbol, reportDate }: EarningsEvent): void {
    const own = this.#days.get(symbol) ?? [];
    own.push(Date.parse(reportDate));
    this.#days.set(symbol, own);
  }

  /** Whether the company reported within some days of the event. */
  has({ symbol, reportDate }: EarningsEvent): boolean {
    const at = Date.parse(reportDate);
    return (this.#days.get(symbol) ?? []).some((day) => Math.abs(day - at) <= SAME_REPORT_DAYS * DAY_MS);
  }
}
