import type { Figures, Grouping } from "#contract/figures.ts";
import { confidenceLevels, confidenceNames } from "#contract/rules.ts";
import { counted, MISSING, number, percent, signed } from "#lib/numbers.ts";

const daysNames: Readonly<Record<string, string>> = {
  "0": "Same day",
  "1": "1 day",
  "2-7": "2 to 7 days",
  "8-30": "8 to 30 days",
  "31+": "Over 30 days",
};

export function groupName(by: Grouping, key: string): string {
  if (by === "daysBefore") return daysNames[key] ?? key;
  const level = by === "confidence" ? confidenceLevels.find((candidate) => candidate === key) : undefined;
  const name = level ? confidenceNames[level] : key;
  return by === "model" ? name : name.charAt(0).toUpperCase() + name.slice(1);
}

/** Formats as "+12%". */
export function skillText(skill: number | null): string {
  return skill === null ? MISSING : `${signed(100 * skill, 0)}%`;
}

/** Formats as "+8% to +16%". */
export function skillIntervalText({ low, high }: { low: number; high: number }): string {
  return `${skillText(low)} to ${skillText(high)}`;
}

/** Describes the bin with the most predictions: "When we say 80%, it happens 71 to 77% of the time." */
export function calibrationSentence(bins: Figures["bins"]): string {
  const most = bins.reduce<Figures["bins"][number] | null>(
    (best, bin) => (bin.shares && bin.n > (best?.n ?? 0) ? bin : best),
    null,
  );
  if (!most?.shares) return "Do predictions at 80% come true 80 times in 100?";
  const { predicted, low, high } = most.shares;
  return `When we say ${percent(predicted)}, it happens ${number(100 * low, 0)} to ${percent(high)} of the time (${counted(most.n, "prediction")}, 95% interval).`;
}
