import { conformalWidthFrom, type IntervalWidth, WIDTH_CALIBRATION_REPORTS } from "#model/interval-width.ts";
import type { EarningsEvent } from "./events.ts";

type Settled = Pick<EarningsEvent, "symbol" | "reportDate"> & { needed: number };

/** Computed from the newest reports of earlier days. */
export class RollingWidth {
  #needed: number[] = [];
  /** Reports that do not count yet. */
  #ahead: Settled[] = [];
  #width: IntervalWidth | null = null;

  /** Call it in the order of days. */
  on(day: string): IntervalWidth {
    if (this.#width?.day === day) return this.#width;
    const known = this.#ahead.filter(({ reportDate }) => reportDate < day).sort(byDay);
    this.#ahead = this.#ahead.filter(({ reportDate }) => reportDate >= day);
    this.#needed = [...this.#needed, ...known.map(({ needed }) => needed)].slice(-WIDTH_CALIBRATION_REPORTS);
    this.#width = conformalWidthFrom(day, this.#needed);
    return this.#width;
  }

  /** The report counts from the next day on. */
  add({ symbol, reportDate }: Omit<Settled, "needed">, needed: number): void {
    this.#ahead.push({ symbol, reportDate, needed });
  }
}

function byDay(a: Settled, b: Settled): number {
  const [one, other] = [`${a.reportDate} ${a.symbol}`, `${b.reportDate} ${b.symbol}`];
  return one < other ? -1 : one > other ? 1 : 0;
}
