import { universeRule } from "#contract/rules.ts";
import { dottedClass, hasUsSymbol } from "#contract/symbol.ts";
import type { EarningsEvent } from "./events.ts";

export function whyOffRecord({
  event,
  pastReports,
}: {
  event: EarningsEvent;
  pastReports: number;
}): string | null {
  if (pastReports < universeRule.pastReports) return `fewer than ${universeRule.pastReports} past reports`;
  return hasUsSymbol(dottedClass(event.symbol)) ? null : "no symbol of an American listing";
}
