import { DAY_MS } from "#worker/time.ts";
import type { Sector } from "./sector.ts";

/** Size of a company; null where neither its market value nor its number of analysts is known. */
type CompanySize = "large" | "medium" | "small";

/** What makes companies comparable. */
export type ClassTraits = {
  size: CompanySize | null;
  /** Whether the consensus expects a profit. */
  isProfitable: boolean;
  sector: Sector | null;
};

/** A settled report. */
export type ClassReport = ClassTraits & { /** ISO day. */ reportDate: string; isBeat: boolean };

/** The beat rate of comparable companies. */
type ReferenceClass = {
  /** Share of beats, drawn towards the next larger class; between 0 and 1. */
  beatRate: number;
  /** Reports of the class itself in the window. */
  n: number;
  /** 95% interval of the rate. */
  low: number;
  high: number;
  /** Share of beats among all reports in the window, and their number. */
  whole: { beatRate: number; n: number };
  traits: ClassTraits;
};

/** Four seasons; reports move by some days from year to year. */
const CLASS_DAYS = 370;
/** Reports of the next larger class that count with a class's own. */
const SHRINKAGE = 80;
/** Reports at the long-run rate that count with the whole, so that a young store does not jump. */
const WHOLE_SHRINKAGE = 100;
/** Standard deviation of a class's share of beats from season to season, beyond chance. */
const DRIFT = 0.015;
const Z95 = 1.959964;

const LARGE_DOLLARS = 12e9;
const MEDIUM_DOLLARS = 2e9;
const LARGE_ANALYSTS = 15;
const MEDIUM_ANALYSTS = 6;

/** The size by market value in dollars, else by the number of analysts. */
export function sizeOf(marketCapDollars: number | null, analysts: number | null): CompanySize | null {
  if (marketCapDollars !== null)
    return marketCapDollars >= LARGE_DOLLARS
      ? "large"
      : marketCapDollars >= MEDIUM_DOLLARS
        ? "medium"
        : "small";
  if (analysts !== null)
    return analysts >= LARGE_ANALYSTS ? "large" : analysts >= MEDIUM_ANALYSTS ? "medium" : "small";
  return null;
}

type Counts = { beats: number; n: number };

/**
 * Counts reports by class over the last four seasons. Reports are added in order of their days; `classAt` is asked in the
 * same order and counts reports of earlier days alone, if that day's were not added yet.
 */
export class ReferenceClasses {
  readonly #longRunRate: number;
  readonly #reports: { at: number; keys: string[]; isBeat: boolean }[] = [];
  readonly #counts = new Map<string, Counts>();
  #start = 0;

  /** `longRunRate`: the share of beats in the fitting data, for a store too young to tell. */
  constructor(longRunRate: number) {
    this.#longRunRate = longRunRate;
  }

  /** Adds a settled report. */
  add(report: ClassReport): void {
    const keys = keysOf(report);
    this.#reports.push({ at: Date.parse(report.reportDate), keys, isBeat: report.isBeat });
    this.#count(keys, report.isBeat, 1);
  }

  /** The class of a company on an ISO day. */
  classAt(day: string, traits: ClassTraits): ReferenceClass {
    this.#forgetBefore(Date.parse(day) - CLASS_DAYS * DAY_MS);
    const levels = keysOf(traits).map((key) => this.#counts.get(key) ?? { beats: 0, n: 0 });
    let beatRate = this.#longRunRate;
    let weight = 0;
    levels.forEach(({ beats, n }, i) => {
      const shrinkage = i === 0 ? WHOLE_SHRINKAGE : SHRINKAGE;
      beatRate = (beats + shrinkage * beatRate) / (n + shrinkage);
      weight = n + shrinkage;
    });
    const reach = Z95 * Math.hypot(Math.sqrt((beatRate * (1 - beatRate)) / weight), DRIFT);
    const [whole] = levels as [Counts];
    return {
      beatRate,
      n: levels.at(-1)?.n ?? 0,
      low: Math.max(0, beatRate - reach),
      high: Math.min(1, beatRate + reach),
      whole: { beatRate: whole.n > 0 ? whole.beats / whole.n : this.#longRunRate, n: whole.n },
      traits,
    };
  }

  #forgetBefore(oldest: number): void {
    let first = this.#reports[this.#start];
    while (first && first.at < oldest) {
      this.#count(first.keys, first.isBeat, -1);
      this.#start++;
      first = this.#reports[this.#start];
    }
  }

  #count(keys: readonly string[], isBeat: boolean, by: 1 | -1): void {
    for (const key of keys) {
      const counts = this.#counts.get(key) ?? { beats: 0, n: 0 };
      counts.n += by;
      if (isBeat) counts.beats += by;
      this.#counts.set(key, counts);
    }
  }
}

/** The class of a company on an ISO day from stored reports in any order; those of that day and later do not count. */
export function referenceClassOf(
  reports: readonly ClassReport[],
  traits: ClassTraits,
  day: string,
  longRunRate: number,
): ReferenceClass {
  const classes = new ReferenceClasses(longRunRate);
  const earlier = reports.filter((report) => report.reportDate < day);
  for (const report of earlier.toSorted((a, b) => (a.reportDate < b.reportDate ? -1 : 1)))
    classes.add(report);
  return classes.classAt(day, traits);
}

/** Keys of the classes a report is in, from the whole market to the narrowest. */
function keysOf({ size, isProfitable, sector }: ClassTraits): string[] {
  const kind = `${isProfitable ? "profit" : "loss"}`;
  const keys = ["all", kind];
  if (size) keys.push(`${kind} ${size}`);
  if (sector) keys.push(`${kind} ${size ?? "any"} ${sector}`);
  return keys;
}

/** The class in words, for texts: "large profitable companies in Technology". */
export function classWords({ size, isProfitable, sector }: ClassTraits): string {
  const kind = isProfitable ? "profitable" : "loss-making";
  return `${size ? `${size} ` : ""}${kind} companies${sector ? ` in ${sector}` : ""}`;
}
