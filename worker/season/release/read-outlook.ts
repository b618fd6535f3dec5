import type { ReleaseItems } from "#contract/company-release.ts";
import type { Layout } from "./layout.ts";

const MOST = 8;
const LENGTH = [50, 420] as const;
const AHEAD =
  /\b(?:we|the company|management) (?:now |currently |also |still |continues? to )?(?:expects?|anticipates?|forecasts?|believes? that|plans?)\b/i;
const BOILERPLATE =
  /forward[- ]looking|conference call|webcast|risks? and uncertaint|undue reliance|non-GAAP financial measures/i;

export function readOutlook({ text, starts }: Layout): ReleaseItems["outlook"] {
  const found: ReleaseItems["outlook"] = [];
  for (const [i, offset] of starts.entries()) {
    const quote = text.slice(offset, starts[i + 1] ?? text.length).trimEnd();
    if (quote.length < LENGTH[0] || quote.length > LENGTH[1]) continue;
    if (AHEAD.test(quote) && !BOILERPLATE.test(quote)) found.push({ quote, offset });
    if (found.length === MOST) break;
  }
  return found;
}
