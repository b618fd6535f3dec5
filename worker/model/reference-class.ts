import { z } from "zod";
import type { companySizes } from "#contract/rules.ts";
import classCountsJson from "./class-counts.json" with { type: "json" };
import { type Sector, sectorOf } from "./sector.ts";

/** Null when neither market value nor analysts are known. */
export type CompanySize = (typeof companySizes)[number];

export type ClassTraits = {
  size: CompanySize | null;
  /** Judged by the consensus. */
  isProfitable: boolean;
  sector: Sector | null;
};

export type ReferenceClass = {
  traits: ClassTraits;
  /** From 0 to 1, shrunk toward the next larger class. */
  beatRate: number;
  /** The class's own reports in the last four seasons. */
  n: number;
  /** The ends of the 95% interval. */
  low: number;
  high: number;
  /** Null unless the rate relies more on the fitting data than on the `n` reports. */
  fittedReports: number | null;
};

export type Counts = { beats: number; n: number };

/** Counts by the name of the class. */
export type ClassCounts = ReadonlyMap<string, Counts>;

export const NO_REPORTS: ClassCounts = new Map();

/** A year with room, because reports move by days from year to year. */
export const CLASS_DAYS = 370;
/** The number of pseudo-reports at the class's expected rate. */
const SHRINKAGE = 80;
const WHOLE_SHRINKAGE = 100;
/** The standard deviation between seasons, beyond chance. */
const DRIFT = 0.015;
const Z95 = 1.959964;

export const sizeBounds = {
  dollars: { large: 12e9, medium: 2e9 },
  analysts: { large: 15, medium: 6 },
} as const;

/** Company size by market value, or by number of analysts when that is unknown. */
export function sizeOf(marketCapDollars: number | null, analysts: number | null): CompanySize | null {
  const [value, bounds] =
    marketCapDollars === null ? [analysts, sizeBounds.analysts] : [marketCapDollars, sizeBounds.dollars];
  if (value === null) return null;
  return value >= bounds.large ? "large" : value >= bounds.medium ? "medium" : "small";
}

/** `sector` may also be an industry, as a source names it. */
export function classTraitsOf(company: {
  marketCap: number | null;
  analystCount: number | null;
  consensusEps: number;
  sector: string | null;
}): ClassTraits {
  return {
    size: sizeOf(company.marketCap, company.analystCount),
    isProfitable: company.consensusEps > 0,
    sector: sectorOf(company.sector),
  };
}

const count = z.number().int().min(0);
const fittedSchema = z.object({
  /** ISO days, both inclusive. */
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

/** Shrinks toward the next larger class plus the fitted difference, so an empty store gives the fitted rate. */
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
    fittedRate = fittedLevel(fittedCounts[level] as Counts, before, level);
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

function fittedLevel({ beats, n }: Counts, before: number, level: number): number {
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

export function addToClasses(counts: Map<string, Counts>, traits: ClassTraits, { beats, n }: Counts): void {
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

/** Returns a text like "large, profitable, technology". */
export function classLabel({ size, isProfitable, sector }: ClassTraits): string {
  return [size, kindOf(isProfitable), sector?.toLowerCase()].filter((part) => part != null).join(", ");
}
