import type { AskReleaseModel, Guidance, ReleaseItems, ReportedFigure } from "#contract/company-release.ts";
import { EXPECTS, periodKindOf } from "./guidance-period.ts";
import { type Layout, layoutOf, sentenceAround, sized, within } from "./layout.ts";
import { measuresIn } from "./measures.ts";
import { periodsIn } from "./periods.ts";

export type CheckedReading = Pick<ReleaseItems, "guidance" | "reported">;

/** Null without an answer in time or shape. Items that fail a check do not exist. */
export async function readByModel(
  ask: AskReleaseModel,
  text: string,
  { filed, timeoutMs }: { filed: string | null; timeoutMs: number },
): Promise<CheckedReading | null> {
  const answer = await ask(text, AbortSignal.timeout(timeoutMs)).catch(() => null);
  if (!answer) return null;
  const layout = layoutOf(text);
  return {
    guidance: answer.guidance.flatMap((item): Guidance[] => {
      const offset = text.indexOf(item.quote);
      const isRight =
        isQuoted(layout, offset, item, [item.low, item.high]) &&
        isOrdered(item) &&
        isAhead(layout, offset, item) &&
        periodsIn(item.period).some((period) => periodKindOf(period, filed) === item.periodKind) &&
        text.includes(item.period);
      return isRight ? [{ ...item, offset }] : [];
    }),
    reported: answer.reported.flatMap((item): ReportedFigure[] => {
      const offset = text.indexOf(item.quote);
      return isQuoted(layout, offset, item, [item.value]) ? [{ ...item, offset }] : [];
    }),
  };
}

type Claim = Pick<Guidance, "metric" | "basis" | "quote">;

/** Holds the measure's name and each figure, of fitting size. */
function isQuoted(
  layout: Layout,
  offset: number,
  claim: Claim,
  figures: readonly (number | null)[],
): boolean {
  const { metric, basis, quote } = claim;
  if (offset < 0 || (metric === "revenue") !== (basis === null)) return false;
  if (!measuresIn(quote).some((measure) => measure.metric === metric)) return false;
  const stated = within(layout.amounts, offset, offset + quote.length)
    .filter(({ end }) => end <= offset + quote.length)
    .flatMap((amount) => {
      const fitting = sized(layout, metric, amount, amount.at);
      return fitting ? [fitting.low, fitting.high] : [];
    });
  return figures.every((figure) => figure === null || stated.some((value) => isEqual(value, figure)));
}

function isOrdered({ low, high, action }: Pick<Guidance, "low" | "high" | "action">): boolean {
  if (low === null) return high === null && action !== null;
  return high === null || low <= high;
}

function isAhead(layout: Layout, offset: number, { quote }: Claim): boolean {
  const { from } = sentenceAround(layout, offset);
  return EXPECTS.test(layout.text.slice(Math.max(from, offset - 1_000), offset + quote.length));
}

function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
