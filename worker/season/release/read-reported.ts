import { QUOTE_MAX_LENGTH, type ReportedFigure } from "#contract/company-release.ts";
import type { Amount } from "./amounts.ts";
import { type Layout, lastBefore, sentenceAround, sized, within } from "./layout.ts";
import { basisIn, type Measure } from "./measures.ts";

const GAP = 150;
const AHEAD =
  /\b(?:expects?|expecting|anticipat\w+|forecasts?|forecasting|projects?|projected|guidance|outlook|targets?|will be|estimated to|is expected|are expected|impl(?:y|ies))\b/i;
const NOT_NOW =
  /\b(?:compared? (?:to|with)|versus|vs\.?|prior[- ]year|year[- ]ago|last year|a year earlier|prior (?:quarter|period)|same (?:quarter|period)|consensus|impact|charges?|benefit|dividends?|distributions?|book value|repurchase[ds]?|price|FFO|funds from operations|cash flow|related to|negatively|favorab\w+|unfavorab\w+)\b[^;•]{0,90}$|\b(?:excluding|includ\w+) [^,(]{0,60}$/i;
const COMPARED = /\bcompared (?:to|with)\b(?:(?!, and |; )[^•]){0,75}$/i;
const FROM = /\b(?:from|by|than|over|above|below)\s(?:an?\s)?$/i;

export type Statement = ReportedFigure & { isTable: boolean; isDiluted: boolean };

/** The quarter's headline figures: the first place that states each. */
export function readReported(layout: Layout): ReportedFigure[] {
  const groups = Map.groupBy(statementsIn(layout), ({ metric, basis }) => `${metric} ${basis}`);
  return [...groups.values()].flatMap((group) => {
    const prose = group.filter(({ isTable }) => !isTable);
    const [first] = prose.length > 0 ? prose : group;
    if (!first) return [];
    const { isTable, isDiluted, ...figure } = first;
    return [figure];
  });
}

/** Every place that states a figure of the quarter. */
export function statementsIn(layout: Layout): Statement[] {
  const found = layout.measures.flatMap((measure) =>
    measure.metric === "other" ? [] : stated(layout, measure),
  );
  // Two names may lead to one figure: "EPS of $1.20 per share".
  return [...new Map(found.map((one) => [`${one.metric} ${one.offset + one.quote.length}`, one])).values()];
}

function stated(layout: Layout, measure: Measure): Statement[] {
  const metric = measure.metric === "eps" ? ("eps" as const) : ("revenue" as const);
  const { text } = layout;
  return [...after(layout, measure), ...before(layout, measure)].flatMap(
    ({ amount, from, basis, isFirstOfTwo = false }): Statement[] => {
      if (amount.isRange) return [];
      const fitting = sized(layout, metric, amount, measure.end);
      if (!fitting) return [];
      const sentence = sentenceAround(layout, amount.at);
      const clause = text.slice(Math.max(sentence.from, amount.at - 260), amount.at);
      const lead = afterHeadline(clause.slice(clause.lastIndexOf(": ") + 1));
      const near = text.slice(Math.max(from, amount.at - 140), amount.at);
      if (AHEAD.test(lead) || NOT_NOW.test(near) || COMPARED.test(lead) || FROM.test(near)) return [];
      const follows = text.slice(amount.end, amount.end + 70);
      if (/^\s*(?:per share\s+)?(?:in|of|for) (?:dividend|charge)/i.test(follows)) return [];
      const words = text.slice(from, amount.at);
      if (metric === "eps" && isUndiluted(`${words}|${follows}`)) return [];
      const isTable = amount.scale === null && metric === "revenue" ? Math.abs(amount.low) < 1e5 : false;
      if (!isQuarters(layout, measure, amount, isTable, isFirstOfTwo)) return [];
      const start = Math.max(
        amount.end - sentence.from < 260 ? sentence.from : from,
        amount.end - QUOTE_MAX_LENGTH,
      );
      const value = metric === "eps" && isLoss(words) ? -Math.abs(fitting.low) : fitting.low;
      const trailing =
        /^,?\s?(?:per (?:\w+ ){0,2}share,? )?on an? (?:(non-GAAP|adjusted)|GAAP|as[- ]reported) basis/i.exec(
          follows,
        );
      const words2 = basisIn(words);
      return [
        {
          metric,
          basis:
            metric === "revenue"
              ? null
              : (basis ??
                (trailing
                  ? trailing[1]
                    ? "adjusted"
                    : "gaap"
                  : words2 === "adjusted"
                    ? "adjusted"
                    : "gaap")),
          value,
          currency: amount.currency,
          quote: text.slice(start, amount.end).trimEnd(),
          offset: start,
          isTable,
          isDiluted: /dilut/i.test(words),
        },
      ];
    },
  );
}

/** "Raises EPS Guidance to $9.10 to $9.20 Third quarter EPS was": a headline ends without a period. */
function afterHeadline(clause: string): string {
  const end = [...clause.matchAll(/\d\.\d{1,2} (?=[A-Z][a-z])/g)].at(-1);
  const own = end ? clause.slice(end.index + end[0].length) : "";
  return /\b(?:was|were|totaled)\b/.test(own) ? own : clause;
}

type Place = {
  amount: Amount;
  from: number;
  basis: "gaap" | "adjusted" | null;
  /** The quarter's of a row "Fourth Quarter | Full Year". */
  isFirstOfTwo?: boolean;
};

function after(layout: Layout, measure: Measure): Place[] {
  const { text, measures, amounts } = layout;
  const i = lastBefore(measures, measure.at, ({ at }) => at);
  let to = Math.min(sentenceAround(layout, measure.end).to, measure.end + 220);
  for (let j = i + 1; j < measures.length; j++) {
    const next = measures[j];
    if (!next || next.at >= to) break;
    const words = text.slice(next.at, next.end);
    if (/^(?:growth|per )/i.test(words)) continue;
    to = next.at;
    break;
  }
  const money = within(amounts, measure.end, to).filter(({ kind }) => kind === "money");
  const prior = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  const barrier = within(measures, Math.max(0, measure.at - 100), measure.at)
    .filter((one) => !/income|loss|earnings|profit/i.test(text.slice(one.at, one.end)))
    .at(-1);
  const from = Math.max(
    sentenceAround(layout, measure.at).from,
    prior ? Math.min(prior.end, measure.at) : 0,
    barrier?.end ?? 0,
    measure.at - 90,
  );
  const [first, second] = money;
  if (!first || first.at - measure.end > GAP) return [];
  const lead = text.slice(from, first.at);
  const isPair = second !== undefined && /^\s?and\s?$/i.test(text.slice(first.end, second.at));
  if (measure.metric === "eps" && isPair && /\bGAAP and (?:non-GAAP|adjusted)\b/i.test(lead))
    return [
      { amount: first, from, basis: "gaap" },
      { amount: second, from, basis: "adjusted" },
    ];
  if (measure.metric === "eps" && first.scale !== null && first.scale > 1)
    return isPair ? [{ amount: second, from, basis: null }] : [];
  const onBasis = second && /^\s?on an? GAAP basis and\s?$/i.test(text.slice(first.end, second.at));
  const isBare = second !== undefined && /^\s*$/.test(text.slice(first.end, second.at));
  const years = [
    ...text.slice(Math.max(0, measure.at - 1_500), measure.at).matchAll(/\b(20\d\d) (20\d\d)\b/g),
  ].at(-1);
  if (measure.metric === "eps" && isBare && years && Number(years[1]) < Number(years[2]))
    return [{ amount: second, from, basis: null }];
  // Without a currency it is a table's row, whose heads must say which column is now.
  if (measure.metric === "eps" && isBare && !years && !first.hasCurrency) return [];
  return onBasis
    ? [
        { amount: first, from, basis: null },
        { amount: second, from, basis: null },
      ]
    : [
        {
          amount: first,
          from,
          basis: null,
          isFirstOfTwo: isBare,
        },
      ];
}

/** "or $0.46 per diluted share". */
function before(layout: Layout, measure: Measure): Place[] {
  const { text, amounts } = layout;
  if (measure.metric !== "eps") return [];
  const amount = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  if (!amount || !/^\s*(?:a )?$/.test(text.slice(amount.end, measure.at))) return [];
  const from = Math.max(sentenceAround(layout, amount.at).from, amount.at - 170);
  const words = text.slice(from, amount.at);
  return /\b(?:earnings|income|loss|profit|per share|EPS)\b/i.test(words)
    ? [{ amount, from, basis: null }]
    : [];
}

function isUndiluted(words: string): boolean {
  const [before = "", after = ""] = words.split("|");
  if (/\bbasic\b/i.test(before.slice(-60)) && !/dilut|loss/i.test(before)) return true;
  return /^\s*per (?:basic )?share[ ,(and]{1,6}\$?\(?\d*\.\d+\)? per (?:dilut|share (?:on a )?(?:fully )?dilut)/i.test(
    after,
  );
}

function isLoss(words: string): boolean {
  const last = [
    ...words
      .replace(/\(\s?loss(?:es)?\s?\)/gi, "")
      .matchAll(/\b(?:income|earnings|profit|EPS|loss(?:es)?)\b/gi),
  ].at(-1);
  return last !== undefined && /^loss/i.test(last[0]);
}

/** The nearest period before the figure in its sentence, after it, or before the sentence, is a quarter. */
function isQuarters(
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
      /^[^.;,]{0,45}$/.test(text.slice(one.end, two.at))
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
      own.kind === "quarter" && (!isTable || isNewestFirst(text.slice(Math.max(0, first - 1_500), first)))
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
    earlier.kind === "quarter" && (!isTable || isNewestFirst(text.slice(Math.max(0, first - 1_500), first)))
  );
}

/** "compared to $0.36 for the same period in 2022". */
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
