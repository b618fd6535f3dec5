import { DAY_MS } from "#contract/time.ts";
import { isBeat } from "#model/history.ts";
import {
  addToClasses,
  type BeatCounts,
  type ClassTraits,
  classOf,
  classTraitsOf,
  type FittedClasses,
  REFERENCE_CLASS_DAYS,
  type ReferenceClass,
} from "#model/reference-class.ts";
import type { EarningsEvent } from "./events.ts";
import { byLockDay } from "./examples.ts";

export type ClassReport = ClassTraits & { reportDate: string; isBeat: boolean };

/** Use it in the order of days, and read before adding a day's reports. */
export class RollingClasses {
  readonly #fitted: FittedClasses | undefined;
  readonly #reports: ClassReport[] = [];
  readonly #counts = new Map<string, BeatCounts>();
  #start = 0;

  /** The default is this build's classes. */
  constructor(fitted?: FittedClasses) {
    this.#fitted = fitted;
  }

  add(report: ClassReport): void {
    this.#reports.push(report);
    this.#count(report, 1);
  }

  classAt(day: string, traits: ClassTraits): ReferenceClass {
    const oldest = Date.parse(day) - REFERENCE_CLASS_DAYS * DAY_MS;
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

/** Returns the reference class of each event from the reports of earlier days alone. `events` are sorted by day. */
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

/** The histories contain no company size. */
function traitsOf({ epsEstimate: consensusEps, sector, industry }: EarningsEvent): ClassTraits {
  return classTraitsOf({ marketCap: null, analystCount: null, consensusEps, sector: sector ?? industry });
}
