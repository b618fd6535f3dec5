import { z } from "zod";
import type { companySizes } from "#contract/rules.ts";
import classCountsJson from "./class-counts.json" with { type: "json" };
import { type Sector, sectorOf } from "./sector.ts";
import { Z95 } from "./statistics.ts";

export type CompanySize = (typeof companySizes)[number];

export type ClassTraits = {
  size: CompanySize | null;
  /** True when the consensus EPS is above zero. */
  isProfitable: boolean;
  sector: Sector | null;
};

export type ReferenceClass = {
  traits: ClassTraits;
  /** The rate of beats from 0 to 1, shrunk toward that of the next larger class. */
  beatRate: number;
  /** The number of stored reports of exactly this class in the last four seasons. */
  n: number;
  /** The 95% interval of the beat rate, from `low` to `high`. */
  low: number;
  high: number;
  /**
   * The number of reports of this class in the fitting data. Null when the class has 80 stored reports or
   * more, because the rate then relies on those.
   */
  fittedReports: number | null;
};

export type BeatCounts = { beats: number; n: number };

/** Beats and reports by class, such as "profitable large Technology". */
export type ClassCounts = ReadonlyMap<string, BeatCounts>;

export const NO_REPORTS: ClassCounts = new Map();

/**
 * Stored reports of this many days count. It is a little more than a year, because report dates shift by days
 * from year to year.
 */
export const REFERENCE_CLASS_DAYS = 370;
/** A class's expected rate counts as this many reports. */
const SHRINKAGE = 80;
const WHOLE_SHRINKAGE = 100;
/** The standard deviation of a class's beat rate from season to season, beyond sampling error. */
const DRIFT = 0.015;

export const sizeBounds = {
  dollars: { large: 12e9, medium: 2e9 },
  analysts: { large: 15, medium: 6 },
} as const;

/**
 * Returns the company's size by market value, or by number of analysts when the market value is unknown.
 * Returns null when neither is known.
 */
export function companySizeOf(marketCapDollars: number | null, analysts: number | null): CompanySize | null {
  const [value, bounds] =
    marketCapDollars === null ? [analysts, sizeBounds.analysts] : [marketCapDollars, sizeBounds.dollars];
  if (value === null) return null;
  return value >= bounds.large ? "large" : value >= bounds.medium ? "medium" : "small";
}

/**
 * Returns the traits that decide a company's reference class. `sector` is a sector or an industry as a source
 * names it, and `marketCap` is in dollars.
 */
export function classTraitsOf(company: {
  marketCap: number | null;
  analystCount: number | null;
  consensusEps: number;
  sector: string | null;
}): ClassTraits {
  return {
    size: companySizeOf(company.marketCap, company.analystCount),
    isProfitable: company.consensusEps > 0,
    sector: sectorOf(company.sector),
  };
}

const count = z.number().int().min(0);
const fittedSchema = z.object({
  /** The ISO days of the first and the last report of the fitting data. */
  from: z.iso.date(),
  to: z.iso.date(),
  classes: z.record(z.string(), z.object({ n: count, beats: count })),
});
export type FittedClasses = z.infer<typeof fittedSchema>;

let shipped: FittedClasses | undefined;

export function shippedClasses(): FittedClasses {
  shipped ??= fittedSchema.parse(classCountsJson);
  return shipped;
}

/**
 * Returns the reference class with its beat rate. From the widest class to the narrowest, the stored rate is
 * shrunk toward the next larger class's rate plus the difference between the two in the fitting data, so
 * without stored reports the fitted rate results.
 */
export function classOf(
  stored: ClassCounts,
  traits: ClassTraits,
  fitted: FittedClasses = shippedClasses(),
): ReferenceClass {
  const chain = widestFirst(traits);
  const fittedCounts = chain.map((name) => fitted.classes[name] ?? { n: 0, beats: 0 });
  let beatRate = 0;
  let fittedRate = 0;
  let own = { n: 0, beats: 0 };
  let weight = 0;
  chain.forEach((name, level) => {
    const before = fittedRate;
    fittedRate = fittedLevel(fittedCounts[level] as BeatCounts, before, level);
    own = stored.get(name) ?? { n: 0, beats: 0 };
    const expected = Math.min(1, Math.max(0, beatRate + fittedRate - before));
    const shrinkage = level === 0 ? WHOLE_SHRINKAGE : SHRINKAGE;
    weight = own.n + shrinkage;
    beatRate = (own.beats + shrinkage * expected) / weight;
  });
  const reach = Z95 * Math.hypot(Math.sqrt((beatRate * (1 - beatRate)) / weight), DRIFT);
  return {
    traits,
    beatRate,
    n: own.n,
    low: Math.max(0, beatRate - reach),
    high: Math.min(1, beatRate + reach),
    fittedReports: own.n < SHRINKAGE ? (fittedCounts.at(-1)?.n ?? 0) : null,
  };
}

function fittedLevel({ beats, n }: BeatCounts, before: number, level: number): number {
  return level === 0 ? beats / Math.max(1, n) : (beats + SHRINKAGE * before) / (n + SHRINKAGE);
}

const WHOLE = "all";

function widestFirst({ size, isProfitable, sector }: ClassTraits): string[] {
  const kind = kindOf(isProfitable);
  const classes = [WHOLE, kind];
  if (size) classes.push(`${kind} ${size}`);
  if (sector) classes.push(`${kind} ${size ?? "any"} ${sector}`);
  return classes;
}

function classesOf(traits: ClassTraits): string[] {
  const narrower = widestFirst(traits);
  if (traits.size && traits.sector) narrower.push(...widestFirst({ ...traits, size: null }).slice(2));
  return narrower;
}

export function addToClasses(
  counts: Map<string, BeatCounts>,
  traits: ClassTraits,
  { beats, n }: BeatCounts,
): void {
  for (const name of classesOf(traits)) {
    const before = counts.get(name) ?? { beats: 0, n: 0 };
    counts.set(name, { beats: before.beats + beats, n: before.n + n });
  }
}

export function earningsLabel({ isProfitable }: ClassTraits): string {
  return kindOf(isProfitable);
}

function kindOf(isProfitable: boolean): string {
  return isProfitable ? "profitable" : "loss-making";
}

/** Describes a class in words like "large, profitable, technology". */
export function classLabel({ size, isProfitable, sector }: ClassTraits): string {
  return [size, kindOf(isProfitable), sector?.toLowerCase()].filter((part) => part != null).join(", ");
}
