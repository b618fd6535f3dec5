import { universeRule } from "#contract/rules.ts";
import { isUsSymbol, withDottedShareClass } from "#contract/symbol.ts";
import type { EarningsEvent } from "./events.ts";

export function whyOffRecord({
  event,
  pastReports,
}: {
  event: EarningsEvent;
  pastReports: number;
}): string | null {
  if (pastReports < universeRule.pastReports) return `fewer than ${universeRule.pastReports} past reports`;
  return isUsSymbol(withDottedShareClass(event.symbol)) ? null : "no symbol of an American listing";
}
