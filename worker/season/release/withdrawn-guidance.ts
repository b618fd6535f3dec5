import type { Guidance } from "#contract/company-release.ts";
import { agreed } from "./agreed-guidance.ts";
import { periodKindOf } from "./guidance-period.ts";
import { type Layout, sentenceAround, within } from "./layout.ts";
import { basisIn } from "./measures.ts";

const WITHDRAWS =
  /\b(?:withdraw(?:s|ing)|(?:is|are) suspending|suspends|has withdrawn|have withdrawn)\b[^.;]{0,140}\b(?:guidance|outlook)\b/gi;

/** Said of now, of a named metric and period. */
export function readWithdrawn(layout: Layout, filed: string | null): Guidance[] {
  const { text } = layout;
  const found = [...text.matchAll(WITHDRAWS)].flatMap(({ index }): Guidance[] => {
    const sentence = sentenceAround(layout, index);
    const from = Math.max(sentence.from, index - 120);
    const to = Math.min(sentence.to, index + 300);
    const period = within(layout.periods, index, to)[0] ?? within(layout.periods, from, index).at(-1);
    const periodKind = period && periodKindOf(period, filed);
    if (!period || !periodKind) return [];
    return within(layout.measures, index, to).flatMap((measure): Guidance[] => {
      if (measure.metric === "other") return [];
      const basis = basisIn(text.slice(Math.max(from, measure.at - 60), measure.at));
      return [
        {
          metric: measure.metric,
          basis: measure.metric === "revenue" ? null : basis === "adjusted" ? "adjusted" : "gaap",
          period: period.text,
          periodKind,
          low: null,
          high: null,
          currency: "USD",
          action: "withdrawn",
          quote: text.slice(from, to).trimEnd(),
          offset: from,
        },
      ];
    });
  });
  return agreed(found);
}
