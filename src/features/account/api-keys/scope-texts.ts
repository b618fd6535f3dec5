import type { ApiScope } from "#contract/rules.ts";

/** What a key may do, as a person chooses it. */
export const scopeTexts: Record<ApiScope, { label: string; hint: string }> = {
  read: { label: "Read", hint: "Your predictions, the calendar, the track record, the season." },
  analyze: { label: "Analyze", hint: "Analyses of companies; each counts against your plan's calls." },
};
