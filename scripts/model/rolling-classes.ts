import { DAY_MS } from "#contract/time.ts";
import { isBeat } from "#model/history.ts";
import {
  addToClasses,
  CLASS_DAYS,
  type ClassTraits,
  type Counts,
  classOf,
  classTraitsOf,
  type FittedClasses,
  type ReferenceClass,
} from "#model/reference-class.ts";
import type { EarningsEvent } from "./events.ts";
import { byLockDay } from "./examples.ts";

/** A settled report. */
export type ClassReport = ClassTraits & { /** ISO day. */ reportDate: string; isBeat: boolean };

/**
 * Counts reports by class over the last four seasons, as the store does for one day. Reports are added and classes asked in
 * order of their days, a day's classes before its reports are added.
 */
export class RollingClasses {
  readonly #fitted: FittedClasses | undefined;
  readonly #reports: ClassReport[] = [];
  readonly #counts = new Map<string, Counts>();
  #start = 0;

  /** The counts of the fitting data are those of this build unless given. */
  constructor(fitted?: FittedClasses) {
    this.#fitted = fitted;
  }

  add(report: ClassReport): void {
    this.#reports.push(report);
    this.#count(report, 1);
  }

  /** The class of a company on an ISO day. */
  classAt(day: string, traits: ClassTraits): ReferenceClass {
    const oldest = Date.parse(day) - CLASS_DAYS * DAY_MS;
    let first = this.#reports[this.#start];
    while (first && Date.parse(first.reportDate) < oldest) {
      this.#count(first, -1);
      this.#start++;
      first = this.#reports[this.#start];
    }
    return classOf(this.#counts, traits, this.#fitted);
  }

  #count(report: ClassReport, n: 1 | -1): void {
    addToClasses(this.#counts, report, { n, beats: report.isBeat ? n : 0 });
  }
}

/** The class of each event's company at its lock, from the events of earlier days. `events` sorted by day. */
export function classesBefore(events: readonly EarningsEvent[]): Map<EarningsEvent, ReferenceClass> {
  const rolling = new RollingClasses();
  const found = new Map<EarningsEvent, ReferenceClass>();
  let next = 0;
  for (const { event, lockDay } of byLockDay(events)) {
    for (let known = events[next]; known && known.reportDate < lockDay; known = events[++next]) {
      const { reportDate, epsActual, epsEstimate } = known;
      rolling.add({ ...traitsOf(known), reportDate, isBeat: isBeat(epsActual, epsEstimate) });
    }
    found.set(event, rolling.classAt(lockDay, traitsOf(event)));
  }
  return found;
}

/** History files tell no company's size. */
function traitsOf({ epsEstimate: consensusEps, sector, industry }: EarningsEvent): ClassTraits {
  return classTraitsOf({ marketCap: null, analystCount: null, consensusEps, sector: sector ?? industry });
}
