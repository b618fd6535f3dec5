import type { EpsQuarter } from "#contract/analysis.ts";
import { doubtTexts, isResultDoubtful } from "#contract/figure-doubt.ts";
import type { CompanyReport, ReportedQuarter } from "#contract/market-data.ts";
import { resultOf } from "#model/earnings.ts";
import { median, percentChange } from "#model/statistics.ts";
import { type EvidenceOrigin, type EvidenceSet, originOf } from "../evidence.ts";
import { type FactAdder, type FactDefinition, factAdderFor, historyFacts } from "./catalog.ts";

export const LISTED_QUARTERS = 20;
const COUNTED_QUARTERS = 8;

type QuarterWithEstimate = EpsQuarter & { estimate: number };

/** Adds past quarters, the counts of beats and misses, streaks and surprises. `quarters` are newest first. */
export function addHistoryFacts(
  evidence: EvidenceSet,
  { history }: CompanyReport,
  quarters: readonly EpsQuarter[],
  currency: string | null,
): void {
  if (history.state === "missing")
    return void evidence.addMissing({
      ...historyFacts.history,
      source: history.source,
      reason: history.detail,
    });
  const origin = originOf(history);
  const add = factAdderFor(evidence, origin);
  const sources = new Map(history.data.map(({ fiscalQuarterEnd, source }) => [fiscalQuarterEnd, source]));
  for (const quarter of quarters.slice(0, LISTED_QUARTERS)) {
    const source = sources.get(quarter.fiscalQuarterEnd);
    const own: EvidenceOrigin = source ? { ...origin, source, url: null, state: "cached" } : origin;
    addQuarterFacts(factAdderFor(evidence, own), quarter, currency);
  }
  addDoubtfulQuarters(add, quarters);
  const withEstimate = quarters.filter(
    (quarter): quarter is QuarterWithEstimate =>
      quarter.estimate !== null && !isResultDoubtful(quarter.doubt),
  );
  const [last] = withEstimate;
  if (!last) return;
  if (last.estimate !== 0) add(historyFacts.lastSurprise, percentChange(last.estimate, last.actual));
  addCountsFacts(add, withEstimate.slice(0, COUNTED_QUARTERS));
  const [beats, notBeats] = streaksOf(withEstimate);
  add(historyFacts.beatStreak, beats);
  add(historyFacts.otherStreak, notBeats);
  add(historyFacts.medianSurprise, medianSurprise(withEstimate.slice(0, COUNTED_QUARTERS)));
}

/**
 * Returns the lengths of the current streak of beats and of the current streak without a beat. At least one
 * of the two is zero.
 */
export function streaksOf(
  newestFirst: readonly Pick<QuarterWithEstimate, "actual" | "estimate">[],
): [number, number] {
  const results = newestFirst.map((quarter) => resultOf(quarter) === "beat");
  const end = results.findIndex((isBeat) => isBeat !== results[0]);
  const length = end < 0 ? results.length : end;
  return results[0] ? [length, 0] : [0, length];
}

/** Returns the median surprise in percent of the consensus, or null when every consensus is zero. */
export function medianSurprise(
  quarters: readonly Pick<QuarterWithEstimate, "actual" | "estimate">[],
): number | null {
  const surprises = quarters
    .filter(({ estimate }) => estimate !== 0)
    .map(({ estimate, actual }) => percentChange(estimate, actual));
  return surprises.length === 0 ? null : median(surprises);
}

/**
 * Says how many quarters the probability leaves out, and why. For a company that is analyzed for the first time, no
 * release was read yet.
 */
function addDoubtfulQuarters(add: FactAdder, quarters: readonly EpsQuarter[]): void {
  const doubtful = quarters.filter(({ doubt }) => isResultDoubtful(doubt));
  if (doubtful.length === 0) return;
  const reasons = doubtful.map(
    ({ fiscalQuarterEnd, doubt }) => `${fiscalQuarterEnd}: ${doubt && doubtTexts[doubt]}`,
  );
  add(historyFacts.doubtfulQuarters, doubtful.length, {
    note: `Shown, but not used: no release of the company that was read settles them. ${reasons.join("; ")}.`,
  });
}

const ofQuarter = (key: string, label: string, day: string): FactDefinition => ({
  key: `${key} ${day}`,
  kind: "eps_history",
  label: `${label}, quarter to ${day}`,
});

function addQuarterFacts(
  add: FactAdder,
  { fiscalQuarterEnd: day, actual, estimate, doubt }: EpsQuarter,
  unit: string | null,
) {
  const details = doubt ? { unit, note: `Doubtful: ${doubtTexts[doubt]}.` } : { unit };
  add(ofQuarter("actual", "EPS reported", day), actual, details);
  add(ofQuarter("estimate", "EPS expected", day), estimate, details);
  if (!estimate || isResultDoubtful(doubt)) return;
  const surprise = ofQuarter("surprise", "Surprise", day);
  add({ ...surprise, computedBy: "percentChange", unit: "%" }, percentChange(estimate, actual));
}

/** Adds the numbers of beats, meets and misses among the last eight reports, compared to the cent. */
function addCountsFacts(add: FactAdder, withEstimate: readonly QuarterWithEstimate[]): void {
  const span = withEstimate.length === 1 ? "last report" : `last ${withEstimate.length} reports`;
  const count = (key: string, label: string, result: "beat" | "miss" | "met") =>
    add(
      {
        key,
        kind: "eps_history",
        label: `${label} in the ${span}`,
        unit: "reports",
        computedBy: "resultOf",
      },
      withEstimate.filter((quarter) => resultOf(quarter) === result).length,
    );
  add(historyFacts.countedReports, withEstimate.length);
  count("beatCount", "Beats", "beat");
  count("missCount", "Misses", "miss");
  count("metCount", "Reports that met the consensus", "met");
}

/** Adds the number of past quarters that come from the stored history instead of the live source. */
export function addOlderQuartersFacts(
  evidence: EvidenceSet,
  history: readonly ReportedQuarter[],
  asOf: string,
): void {
  const older = history.filter((quarter) => quarter.source !== undefined);
  const [oldest] = older;
  const newest = older.at(-1);
  if (!newest || !oldest) return;
  const sources = [...new Set(older.map((quarter) => quarter.source))].join(", ");
  const dayOf = (quarter: ReportedQuarter) => quarter.reportDate ?? quarter.fiscalQuarterEnd;
  evidence.add({
    ...historyFacts.olderQuarters,
    value: older.length,
    origin: {
      source: `Stored history: ${sources}`,
      url: null,
      asOf,
      state: "cached",
    },
    note: `Reported from ${dayOf(oldest)} to ${dayOf(newest)}; past quarters of the model beside the source's own.`,
  });
}
