import type { Grouping } from "#contract/figures.ts";
import { confidenceLevels, confidenceNames } from "#contract/rules.ts";
import { MISSING, signed } from "#lib/numbers.ts";

const daysNames: Readonly<Record<string, string>> = {
  "0": "Same day",
  "1": "1 day",
  "2-7": "2 to 7 days",
  "8-30": "8 to 30 days",
  "31+": "Over 30 days",
};

export function groupName(by: Grouping, key: string): string {
  if (by === "daysBefore") return daysNames[key] ?? key;
  const level = by === "confidence" ? confidenceLevels.find((one) => one === key) : undefined;
  const name = level ? confidenceNames[level] : key;
  return by === "model" ? name : name.charAt(0).toUpperCase() + name.slice(1);
}

/** "+12%" */
export function skillText(skill: number | null): string {
  return skill === null ? MISSING : `${signed(100 * skill, 0)}%`;
}

/** "+8% to +16%". */
export function skillIntervalText({ low, high }: { low: number; high: number }): string {
  return `${skillText(low)} to ${skillText(high)}`;
}
