import { featureTiers } from "#contract/rules.ts";
import { SURPRISE_BINS } from "#model/surprise-bins.ts";
import type { FeatureTier } from "#model/weights.ts";
import type { FitTable } from "./fit-table.ts";
import { runFits } from "./fit-threads.ts";
import type { FitSettings, Fitted, Scores } from "./train.ts";

/** `to` is excluded. */
type TestedYear = { year: number; from: number; to: number };

export type WalkForward = {
  years: TestedYear[];
  rows: number[];
  /** Scores before calibration. */
  scores: Record<FeatureTier, Scores>;
};

/**
 * Forecasts each year, cut at `end`, from everything before it; `untils` end further fits. All are ISO days,
 * excluded.
 */
export async function walkForward(
  table: FitTable,
  [firstYear, lastYear]: readonly [number, number],
  { end: endDay, untils }: { end: string; untils: readonly string[] },
  settings: FitSettings,
  report: (line: string) => void,
): Promise<{ walk: WalkForward; fitted: Fitted[] }> {
  const years: TestedYear[] = [];
  const end = Date.parse(endDay);
  const rows: number[] = [];
  for (let year = firstYear; year <= lastYear; year++) {
    const start = Date.parse(`${year}-01-01`);
    const yearEnd = Math.min(Date.parse(`${year + 1}-01-01`), end);
    const from = rows.length;
    for (let i = 0; i < table.n; i++) {
      const day = table.days[i] as number;
      if (day >= start && day < yearEnd) rows.push(i);
    }
    years.push({ year, from, to: rows.length });
  }
  const tasks = [
    // The last fits take longest, so they begin first.
    ...untils.map((until) => ({ until, rows: [] as number[] })),
    ...years
      .toReversed()
      .map(({ year, from, to }) => ({ until: `${year}-01-01`, rows: rows.slice(from, to) })),
  ];
  const results = await runFits(table, tasks, settings, report);
  const byYear = results.slice(untils.length).toReversed();
  const scores = Object.fromEntries(
    featureTiers.map((featureTier) => [
      featureTier,
      joined(byYear.map((result) => result.scores[featureTier])),
    ]),
  ) as Record<FeatureTier, Scores>;
  // Prints no scores, because only the card opens the newest year.
  for (const { year, from, to } of years) report(`${year}: ${to - from} forecasts`);
  return { walk: { years, rows, scores }, fitted: results.slice(0, untils.length).map((one) => one.fitted) };
}

/** Chosen on 2013 to 2020. */
export const TREE_SHARE = 0.5;

/** Returns log-odds before calibration. */
export function blendOf(trees: number, nets: number): number {
  return TREE_SHARE * trees + (1 - TREE_SHARE) * nets;
}

export function blended({ trees, nets }: Scores): Float64Array {
  return trees.map((value, i) => blendOf(value, nets[i] as number));
}

function joined(parts: readonly Scores[]): Scores {
  const n = parts.reduce((sum, part) => sum + part.trees.length, 0);
  const all: Scores = {
    trees: new Float64Array(n),
    nets: new Float64Array(n),
    bins: new Float64Array(n * SURPRISE_BINS),
  };
  let at = 0;
  for (const part of parts) {
    all.trees.set(part.trees, at);
    all.nets.set(part.nets, at);
    all.bins.set(part.bins, at * SURPRISE_BINS);
    at += part.trees.length;
  }
  return all;
}
