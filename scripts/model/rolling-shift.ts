import { DAY_MS } from "#contract/time.ts";
import {
  CONTEXT_SHIFT_DAYS,
  type ContextShift,
  contextShiftFrom,
  type ShiftedForecast,
} from "#model/context-shift.ts";

type Settled = ShiftedForecast & { reportDate: string };

/** Computed from the settled forecasts without the market's context of earlier days. */
export class RollingShift {
  #settled: Settled[] = [];
  #shift: ContextShift | null = null;

  /** Call it in the order of days. */
  on(day: string): ContextShift {
    if (this.#shift?.day === day) return this.#shift;
    const oldest = Date.parse(day) - CONTEXT_SHIFT_DAYS * DAY_MS;
    this.#settled = this.#settled.filter(({ reportDate }) => Date.parse(reportDate) >= oldest);
    this.#shift = contextShiftFrom(
      day,
      this.#settled.filter(({ reportDate }) => reportDate < day),
    );
    return this.#shift;
  }

  /** The report counts from the next day on. */
  add(settled: Settled): void {
    this.#settled.push(settled);
  }
}
