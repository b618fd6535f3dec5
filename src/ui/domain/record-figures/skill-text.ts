import { MISSING, signed } from "#lib/numbers.ts";

/** A skill score in percent with its sign: "+12%". */
export function skillText(skill: number | null): string {
  return skill === null ? MISSING : `${signed(100 * skill, 0)}%`;
}

/** "+8% to +16%". */
export function skillIntervalText({ low, high }: { low: number; high: number }): string {
  return `${skillText(low)} to ${skillText(high)}`;
}
