import { DAY_MS } from "#contract/time.ts";
import type { MarketContext } from "#model/history.ts";
import type { Sector } from "#model/sector.ts";
import { type Counts, contextDays, contextOf } from "#season/market-context.ts";

/**
 * The whole market's reports as the features need them. Reports are added in order of their days; `contextAt` is asked
 * in the same order and gives what was known before that day, if that day's reports were not added yet.
 */
export class MarketRecord {
  readonly #market = new RecentReports(contextDays.market);
  readonly #month = new RecentReports(contextDays.month);
  readonly #sectors = new Map<Sector, { year: RecentReports; season: RecentReports }>();

  /** Adds a report of an ISO day. */
  add(day: string, sector: Sector | null, isBeat: boolean): void {
    this.#market.add(day, isBeat);
    this.#month.add(day, isBeat);
    if (!sector) return;
    const own = this.#sectors.get(sector) ?? {
      year: new RecentReports(contextDays.industry),
      season: new RecentReports(contextDays.peers),
    };
    own.year.add(day, isBeat);
    own.season.add(day, isBeat);
    this.#sectors.set(sector, own);
  }

  /** The context of a forecast made on an ISO day for a company of this sector. */
  contextAt(day: string, sector: Sector | null): MarketContext {
    const own = sector && this.#sectors.get(sector);
    const none = sector ? { beats: 0, n: 0 } : null;
    return contextOf({
      market: this.#market.countsAt(day),
      month: this.#month.countsAt(day),
      industry: own?.year.countsAt(day) ?? none,
      peers: own?.season.countsAt(day) ?? none,
    });
  }
}

/** Counts the reports of the last days, as they were known on a day. */
class RecentReports {
  readonly #days: number;
  readonly #reports: { at: number; isBeat: boolean }[] = [];
  #start = 0;
  #beats = 0;

  constructor(days: number) {
    this.#days = days;
  }

  add(day: string, isBeat: boolean): void {
    this.#reports.push({ at: Date.parse(day), isBeat });
    if (isBeat) this.#beats++;
  }

  countsAt(day: string): Counts {
    const oldest = Date.parse(day) - this.#days * DAY_MS;
    let first = this.#reports[this.#start];
    while (first && first.at < oldest) {
      if (first.isBeat) this.#beats--;
      this.#start++;
      first = this.#reports[this.#start];
    }
    return { beats: this.#beats, n: this.#reports.length - this.#start };
  }
}
