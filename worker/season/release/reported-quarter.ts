import type { Amount } from "./amounts.ts";
import { isAnotherQuarter } from "./guidance-period.ts";
import { type Layout, sentenceAround, within } from "./layout.ts";
import type { Measure } from "./measures.ts";

/** The nearest before, after, or before the sentence. */
export function isQuarters(
  layout: Layout,
  measure: Measure,
  amount: Amount,
  isTable: boolean,
  isFirstOfTwo: boolean,
): boolean {
  const { periods, text } = layout;
  if (isFirstOfTwo) {
    const [one, two] = within(periods, Math.max(0, measure.at - 900), measure.at).slice(-2);
    if (
      one &&
      two &&
      one.kind === "quarter" &&
      two.kind !== "quarter" &&
      /^[^.;]{0,45}$/.test(text.slice(one.end, two.at))
    )
      return true;
  }
  const sentence = sentenceAround(layout, amount.at);
  const first = Math.min(measure.at, amount.at);
  const own = within(periods, Math.max(sentence.from, first - 260), amount.at)
    .filter((period) => !isCompared(text, period.at))
    .at(-1);
  if (own)
    return (
      own.kind === "quarter" &&
      !isAnotherQuarter(layout, own) &&
      (!isTable || isNewestFirst(text.slice(Math.max(0, first - 1_500), first)))
    );
  const following = within(periods, amount.end, Math.min(sentence.to, amount.end + 60))[0];
  if (
    following &&
    /^(?: per (?:\w{1,20} ){0,2}share)?,?[^.;,]{0,12}\b(?:in|for|during)(?: the| its| our)?\s*$/i.test(
      text.slice(amount.end, following.at),
    )
  )
    return following.kind === "quarter";
  const earlier = within(periods, first - 1_500, first)
    .filter((period) => !isCompared(text, period.at))
    .at(-1);
  if (!earlier || first - earlier.end > (isTable ? 1_500 : 900)) return false;
  return (
    earlier.kind === "quarter" &&
    !isAnotherQuarter(layout, earlier) &&
    (!isTable || isNewestFirst(text.slice(Math.max(0, first - 1_500), first)))
  );
}

function isCompared(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 45), at);
  return /\b(?:compared?|versus|vs\.?|from|over|than|same (?:period|quarter)|prior)\b[^.;•]{0,40}$/i.test(
    before,
  );
}

function isNewestFirst(head: string): boolean {
  const years = [...head.matchAll(/\b20\d\d\b/g)].slice(-2).map(([year]) => Number(year));
  const [a, b] = years;
  return a !== undefined && b !== undefined && a > b;
}
