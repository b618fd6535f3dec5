import { MAX_SAME_REPORT_GAP_DAYS } from "#contract/fiscal-quarter.ts";
import { DAY_MS } from "#contract/time.ts";
import { LABEL_FAMILIES, type LabelFamily } from "#model/history.ts";
import { sectorOf } from "#model/sector.ts";
import { distinctReports } from "#season/report.ts";
import { judgedEvents } from "../history/judged-events.ts";
import type { EarningsEvent } from "./events.ts";

export type Histories = {
  /** By day and symbol, for each report and family. */
  events: EarningsEvent[];
  /** True for one event of each report, in the order of families. */
  isCounted: (event: EarningsEvent) => boolean;
};

/**
 * The first file's report counts, then the order of LABEL_FAMILIES. Histories of families stay separate, and have no
 * report that the store doubts.
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
    const certain = judgedEvents(own).filter(({ doubt }) => doubt === null);
    inFamily.set(
      family,
      certain.map(({ event }) => event),
    );
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

/** Gives a sector to every other event without one, so the fit learns both cases. */
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

class ReportDays {
  readonly #days = new Map<string, number[]>();

  add({ symbol, reportDate }: EarningsEvent): void {
    const own = this.#days.get(symbol) ?? [];
    own.push(Date.parse(reportDate));
    this.#days.set(symbol, own);
  }

  /** Matches within some days. */
  has({ symbol, reportDate }: EarningsEvent): boolean {
    const at = Date.parse(reportDate);
    return (this.#days.get(symbol) ?? []).some(
      (day) => Math.abs(day - at) <= MAX_SAME_REPORT_GAP_DAYS * DAY_MS,
    );
  }
}
