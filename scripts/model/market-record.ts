import { DAY_MS } from "#contract/time.ts";
import type { MarketContext } from "#model/history.ts";
import type { Sector } from "#model/sector.ts";
import { type BeatCounts, contextDays, contextOf } from "#season/market-context.ts";

/** Use it in the order of ISO days, and read before adding a day's reports. */
export class MarketRecord {
  readonly #market = new RecentReports(contextDays.market);
  readonly #month = new RecentReports(contextDays.month);
  readonly #sectors = new Map<Sector, { year: RecentReports; season: RecentReports }>();

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

  countsAt(day: string): BeatCounts {
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
