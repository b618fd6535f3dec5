import type { Guidance } from "#contract/company-release.ts";
import { agreedGuidance } from "./agreed-guidance.ts";
import type { Amount } from "./amounts.ts";
import { guidedPeriodKindOf } from "./guidance-period.ts";
import { itemsBetween, type Layout, sentenceAround } from "./layout.ts";
import { guidanceBasis } from "./metric-names.ts";
import { periodsIn } from "./periods.ts";

type Action = NonNullable<Guidance["action"]>;

const GUIDANCE_WORDS = "(?:guidance|outlook|forecast|expectations?|estimates?|ranges?|targets?)";
/** The kind of period in the text that corresponds to each kind of guided period. */
const PERIOD_KINDS = { next_quarter: "quarter", full_year: "year", other: null } as const;
const ACTION_VERBS: readonly (readonly [Action, RegExp])[] = [
  [
    "maintained",
    /\b(?:(?:guidance|outlook) (?:of .{1,40} )?(?:remains|stays)|re-?affirm\w*|reiterat\w*|maintain\w*|(?:keep(?:s|ing)|stand(?:s|ing) by) (?:its|our|the)\b|(?:re-?)?(?:con|af)firm(?:s|ed|ing)|we affirm|unchanged|no changes? (?:to|in)|still (?:expect|anticipat)\w*|continues? to (?:expect|anticipate|forecast|project|see|target))\b/i,
  ],
  ["narrowed", /\b(?:narrow|tighten)(?:s|ed|ing)\b/i],
  [
    "raised",
    new RegExp(
      `\\b(?:rais(?:es?|ed|ing)|increas(?:es|ed|ing)|(?:boost|lift)(?:s|ed|ing)|upgrad(?:es|ed|ing)|to increase (?:our|its))\\b[^.;]{0,120}\\b${GUIDANCE_WORDS}|${GUIDANCE_WORDS} (?:(?:is|was|has been|revised) )?(?:raised|increased|upwards?)\\b`,
      "i",
    ),
  ],
  [
    "lowered",
    new RegExp(
      `\\b(?:(?:lower|trim)(?:s|med|ed|m?ing)|reduc(?:es|ed|ing|tion)|cut(?:s|ting)?|decreas(?:es|ed|ing)|to (?:lower|reduce|decrease) (?:our|its))\\b(?:(?!, (?:we|the company)\\b)[^.;]){0,90}\\b${GUIDANCE_WORDS}|${GUIDANCE_WORDS} (?:(?:is|was|has been|revised) )?(?:lowered|reduced|cut|downwards?)\\b`,
      "i",
    ),
  ],
  [
    "initiated",
    /\b(?:(?:initiat|introduc|establish)(?:es|ed|ing)|re-?instat\w+|(?:provid|issu|announc|sett|giv)\w+ (?:its |our |an? )?(?:initial|preliminary|first (?=guid|outl)))\b/i,
  ],
];
/** Matches a clause up to another verb of change, as in "reaffirming its revenue and updating its EPS guidance". */
const CLAUSE =
  /^(?:(?! and (?:(?:is|are) )?(?:updat|revis|rais|lower|narrow|(?:re)?affirm|reiterat|maintain|increas|reduc|adjust)\w+)(?:[^.;:•]|\.\d)){0,150}/i;
/**
 * Matches the words that start a clause about another figure. In "raises its EPS guidance and now expects revenue
 * of", the verb "raises" does not apply to revenue.
 */
const NEW_CLAUSE =
  /\band (?:now |also |currently )?(?:expects?|anticipates?|forecasts?|projects?|estimates?)\b/gi;
const FOURTH_QUARTER_OR_YEAR = "(?:fourth[- ]quarter|Q4|4Q|full[- ]year|fiscal (?:year|20\\d\\d))";
/** Matches a headline about the results of a fourth quarter or a year, as in "Fourth Quarter 2024 Results". */
const YEAR_RESULTS_HEADLINE = new RegExp(
  `\\b${FOURTH_QUARTER_OR_YEAR}\\b[^.;:]{0,60}\\bresults\\b|\\bresults\\b[^.;:]{0,40}\\b${FOURTH_QUARTER_OR_YEAR}\\b|\\b(?:reports?|announces?) (?:fiscal )?20\\d\\d (?:\\w+ )?results\\b`,
  "i",
);
const FIRST_TO_THIRD_QUARTER =
  /\b(?:first|second|third|1st|2nd|3rd)[- ](?:fiscal )?quarter|\b(?:Q[1-3]|[1-3]Q)\b/i;
/** How many characters before a heading of guidance are searched for a verb such as "reaffirming". */
const HEADING_VERB_CHARS = 250;
/** How many characters at the start of the text are read as the headline. */
const HEADLINE_CHARS = 2_000;

const EARLIER_WORDS =
  "(?:the |its |our |the company[’']s )?(?:previous(?:ly)?|prior|earlier|former|initial)\\b(?![ -](?:fiscal )?(?:year|quarter|period|record))";
/** Matches a change from earlier guidance, as in ", a decrease of $0.11 from our prior outlook". */
const CHANGE_FROM_EARLIER_GUIDANCE = new RegExp(
  `^(?:[^.;$%]|\\.\\d){0,60}\\b(?:(?<up>increase|up)|decrease|down|reduction)(?: of [^,;]{1,40})? (?:from|over|versus|compared (?:to|with)) [^,;]{0,30}${EARLIER_WORDS}`,
  "i",
);
/** How many characters after a figure are searched for the earlier guidance that it replaces. */
const PRIOR_SEARCH_CHARS = 130;
/**
 * Matches the text between new guidance and the figure of earlier guidance, as in ", compared to its previous" or
 * "; our prior range was".
 */
const TEXT_BEFORE_PRIOR = new RegExp(
  `^[^.;$%]{0,60}\\b${EARLIER_WORDS}[^.;$%\\d]{0,70}$|^.{0,90}[.;] (?:This compares (?:to|with) )?${EARLIER_WORDS} (?<period>full[- ]year |annual )?(?:\\w+ ){0,2}${GUIDANCE_WORDS}(?: for [^.;$%]{1,40}?)? (?:was|had been|called for|of|in)[^.;$%\\d]{0,50}$|^.{0,90}[.;] Previously,? [^.;$%\\d]{0,60}$`,
  "i",
);
/** Matches the text between two ranges of which the second one is earlier guidance, as in ", up from". */
const TEXT_BETWEEN_RANGES =
  /^[^.;$%]{0,40}(?:\b(?:from|compared (?:to|with)|versus|vs\.?)|\(prior:?) [^.;$%\d]{0,40}$/i;
/** Matches words after a figure that make it earlier guidance, as in "($1.20 to $1.30 prior)". */
export const PRIOR_WORDS_AFTER = /^ (?:previously\b|prior\))/i;
/** Matches words before a figure that only guidance has, such as "at least". A past result is exact. */
const APPROXIMATE = /\b(?:at least|approximately|about) [“‘']?$/i;
/** Matches words after the figure of a past year, as in " in 2024". */
const PAST_YEAR = /^[^.;$%\d]{0,30}\b(?:in|for) (?:fiscal )?(?:19|20)\d\d\b/i;

/**
 * Returns the earlier guidance after a figure that replaces it, as in "1% to 3%, compared to its previous 4% to 5%",
 * or null. A single figure is earlier guidance only with a word such as "previous"; otherwise it is a past result.
 */
export function priorGuidanceAfter(
  { text, amounts, metricNames, periods }: Layout,
  now: Amount,
  { metric, periodKind }: Pick<Guidance, "metric" | "periodKind">,
): Amount | null {
  const prior = itemsBetween(amounts, now.end, now.end + PRIOR_SEARCH_CHARS).find(
    ({ kind }) => kind === now.kind,
  );
  // One end of growth may be in words, as in "flat to up 2%".
  if (!prior || (now.kind === "percent" && now.isRange !== prior.isRange)) return null;
  const between = text.slice(now.end, prior.at);
  const after = text.slice(prior.end, prior.end + 50);
  const isNamedPrior = PRIOR_WORDS_AFTER.test(after);
  const isNoResult =
    (now.isRange && prior.isRange) || isNamedPrior || (APPROXIMATE.test(between) && !PAST_YEAR.test(after));
  const match = TEXT_BEFORE_PRIOR.exec(between) ?? (isNoResult ? TEXT_BETWEEN_RANGES.exec(between) : null);
  if (!match && !(isNamedPrior && between.trim() === "")) return null;
  const isOfOtherMetric =
    /EBITDA|cash|margin/i.test(between) ||
    itemsBetween(metricNames, now.end, prior.at).some(
      (other) => other.metric !== metric && other.metric !== "other",
    );
  // In "$1.20 in the fourth quarter; our prior full-year range was", the earlier range is for another period.
  const kinds = new Set(itemsBetween(periods, now.end, prior.at).map(({ kind }) => kind));
  const isOfOtherPeriod = kinds.size > 1 || (match?.groups?.period && periodKind !== "full_year");
  return isOfOtherMetric || isOfOtherPeriod ? null : prior;
}

/** Returns the action that a table cell's first words state, such as "maintained" for "Unchanged", or null. */
export function actionInTableCell(cell: string): Action | null {
  if (/^(?:withdrawn|suspended)\b/i.test(cell)) return "withdrawn";
  const verb = /^[\w-]+/.exec(cell.replace(/^no change\b/i, "unchanged"))?.[0];
  return ACTION_VERBS.find(([, expression]) => verb && expression.test(`${verb} guidance`))?.[0] ?? null;
}

/** Matches words after a figure that say it has not changed, as in ", consistent with its prior guidance". */
const UNCHANGED_WORDS = new RegExp(
  `^(?: per (?:\\w+ ){0,2}share)?,? (?:unchanged\\b|(?:consistent|in line) with ${EARLIER_WORDS})`,
  "i",
);

/** Matches words after a figure about its earlier midpoint or range, as in ", raising the midpoint by $1 million". */
const CHANGED_MIDPOINT =
  /^[^.;$%]{0,30}\b(?:(?<up>rais|increas)|lower|reduc|decreas)ing (?:the|our|its) (?:mid-?point|range)\b/i;

/** The metric and the period that guidance is for. `year` is null when the text names no year. */
type Guided = Pick<Guidance, "metric" | "periodKind"> & { year: number | null };

/** Returns the action that the words directly after a figure state, as in "$4.00 to $4.35 reaffirmed", or null. */
export function actionInWordsAfterFigure(words: string): Action | null {
  const change = CHANGE_FROM_EARLIER_GUIDANCE.exec(words);
  if (change) return change.groups?.up ? "raised" : "lowered";
  if (UNCHANGED_WORDS.test(words)) return "maintained";
  const moved = CHANGED_MIDPOINT.exec(words)?.groups;
  if (moved) return moved.up ? "raised" : "lowered";
  const verb = /^ (?:was |is |are |were |remains? |\()?([a-z-]+)/i.exec(words)?.[1] ?? "";
  return (
    ACTION_VERBS.find(([action, expression]) => action !== "initiated" && expression.test(verb))?.[0] ?? null
  );
}

/**
 * Returns what the company did with its guidance, such as "raised". The verbs in the sentence decide, then the
 * verbs around the heading, then the verbs in the headline. Without such a verb, guidance in a release of a year's
 * results is "initiated"; otherwise the result is null. `from` is the character offset where the sentence starts,
 * `at` where the words about the metric start and `to` where the figure ends.
 */
export function actionFromText(
  layout: Layout,
  { from, at, to }: { from: number; at: number; to: number },
  guided: Guided,
  heading: { at: number; end: number } | null,
): Action | null {
  const { text } = layout;
  const sentence = text.slice(Math.max(from, at - 220), to);
  const lastClause = [...sentence.matchAll(NEW_CLAUSE)].at(-1)?.index ?? 0;
  const isHeadingBefore = heading !== null && heading.at < from;
  const headingFrom = isHeadingBefore
    ? Math.max(sentenceAround(layout, heading.at).from, heading.at - HEADING_VERB_CHARS)
    : 0;
  const headingWords = isHeadingBefore ? text.slice(headingFrom, Math.min(heading.end + 90, to)) : "";
  const stated =
    lastActionIn(sentence.slice(lastClause), guided) ??
    // In "raises its guidance and now expects revenue of", the verb names no other metric, so it applies to revenue.
    actionInWordsAbove(sentence.slice(0, lastClause), guided) ??
    actionInWordsAbove(headingWords, guided);
  if (stated) return stated;
  const title = text.slice(0, HEADLINE_CHARS);
  const announced = actionInHeadline(title, guided);
  if (announced) return announced;
  // The first guidance for a year or for its first quarter is given with the results of the previous year.
  const results = guided.periodKind === "other" ? null : YEAR_RESULTS_HEADLINE.exec(title);
  const isFirst = results && !FIRST_TO_THIRD_QUARTER.test(title.slice(0, results.index + results[0].length));
  return isFirst ? "initiated" : null;
}

/** Returns the action in words above guidance, such as a heading, that are for its metric and period, or null. */
export function actionInWordsAbove(words: string, guided: Guided): Action | null {
  return lastActionIn(words, guided, (clause) => isForMetric(guided, clause));
}

/** Returns the last action in the words whose clause names no other period and for which `isMeant` is true. */
function lastActionIn(
  words: string,
  guided: Guided,
  isMeant: (clause: string) => boolean = () => true,
): Action | null {
  const verbs = ACTION_VERBS.flatMap(([action, expression]) => {
    const match = expression.exec(words);
    if (!match) return [];
    const clause = CLAUSE.exec(words.slice(match.index))?.[0] ?? "";
    const isOwn = guided.periodKind === "other" || (isForPeriod(guided, clause) ?? true);
    return isOwn && isMeant(clause) ? [{ action, at: match.index }] : [];
  });
  return verbs.toSorted((a, b) => b.at - a.at)[0]?.action ?? null;
}

const METRIC_WORDS = {
  eps: /\b(?:EPS|earnings|per share|profit|non-GAAP)\b/i,
  revenue: /\b(?:revenues?|sales)\b/i,
  other:
    /\b(?:EBITDA|cash|margins?|capital|capex|synerg\w+|FFO|growth|segment|long[- ]term|conference|dividends?|ratings?)\b/i,
};

/** Returns whether a clause names the guided metric, such as "revenue", or names no metric at all. */
function isForMetric({ metric }: Guided, clause: string): boolean {
  return METRIC_WORDS[metric].test(clause) || !Object.values(METRIC_WORDS).some((name) => name.test(clause));
}

/**
 * Returns the action that the headline states for the guided metric and period, as in "Increases Full Year 2025
 * Sales and EPS Guidance". A clause with "we" or "company", but without a period and a figure, counts for the full year.
 * Returns null when the headline states no action or several.
 */
function actionInHeadline(headline: string, guided: Guided): Action | null {
  const isStated = (at: number) => {
    const clause = /^[^.;:•]{0,140}?\b(?:guidance|outlook|forecast|ranges?)\b/i.exec(headline.slice(at))?.[0];
    if (!clause || !isForMetric(guided, clause)) return false;
    const isOurs = /\b(?:we|company)\b[^.;]{0,60}$/i.test(headline.slice(0, at));
    const hasFigure = /^[^.;:•]{0,80}[$%]/.test(headline.slice(at + clause.length));
    return isForPeriod(guided, clause) ?? (guided.periodKind === "full_year" && isOurs && !hasFigure);
  };
  const [named, another] = ACTION_VERBS.filter(([, expression]) =>
    [...headline.matchAll(new RegExp(expression, "gi"))].some(({ index }) => isStated(index)),
  );
  return (!another && named?.[0]) || null;
}

/**
 * Returns whether a clause names the guided period, such as the full year in "raising guidance for the full year".
 * Returns null when the clause names no period.
 */
function isForPeriod({ periodKind, year }: Guided, clause: string): boolean | null {
  const named = periodsIn(clause);
  if (named.length === 0) return null;
  return named.some(
    (period) =>
      period.kind === PERIOD_KINDS[periodKind] &&
      (year === null || period.year === null || period.year === year),
  );
}

/** Compares guidance with earlier guidance. Returns null when the new range is wider at both ends. */
export function actionFromComparison(
  prior: { low: number; high: number },
  now: { low: number; high: number },
): Action | null {
  const low = Math.sign(zeroIfTiny(now.low - prior.low));
  const high = Math.sign(zeroIfTiny(now.high - prior.high));
  if (low === 0 && high === 0) return "maintained";
  if (low >= 0) return high <= 0 ? "narrowed" : "raised";
  return high <= 0 ? "lowered" : null;
}

function zeroIfTiny(value: number): number {
  return Math.abs(value) < 1e-9 ? 0 : value;
}

const WITHDRAWAL_STATEMENT =
  /\b(?:withdraw(?:s|ing)|discontinu(?:es|ing)|prudent to (?:suspend|withdraw)|suspend(?:s|ing)|ha(?:s|ve) withdrawn)\b[^.;]{0,140}\b(?:guidance|outlook)\b/gi;
/** Matches words such as "we reaffirm our guidance" without figures. A subject such as "we" is required. */
const CONFIRMATION_STATEMENT =
  /\b(?:we|it|the company|management) (?:(?:is|are|has|have|also|today) ){0,2}(?:re-?affirm|reiterate?|maintain|confirm|affirm)(?:s|es|ed|ing)?\b[^.;$%]{0,140}\b(?:guidance|outlook)\b(?![^.;]{0,120}[$%:])/gi;

/**
 * Returns items without figures for guidance that is withdrawn or confirmed without its figures. Only statements
 * that name a period and revenue or EPS count. `filed` is the ISO day of the filing.
 */
export function readGuidanceWithoutFigures(layout: Layout, filed: string | null): Guidance[] {
  const { text } = layout;
  const withdrawn = [...text.matchAll(WITHDRAWAL_STATEMENT)].flatMap(({ index }) =>
    guidanceNamedAfter(layout, filed, { at: index, to: index + 300, action: "withdrawn" }),
  );
  const confirmed = [...text.matchAll(CONFIRMATION_STATEMENT)].flatMap(({ index, 0: words }) =>
    METRIC_WORDS.other.test(words)
      ? []
      : guidanceNamedAfter(layout, filed, { at: index, to: index + words.length + 50, action: "maintained" }),
  );
  return agreedGuidance([...withdrawn, ...confirmed]);
}

/** A verb such as "withdraws". The guided metrics are named between the offset `at` of the verb and `to`. */
type Verb = { at: number; to: number; action: Action };

/** Returns guidance without figures for each metric (revenue or EPS) that is named after a verb. */
function guidanceNamedAfter(layout: Layout, filed: string | null, verb: Verb): Guidance[] {
  const { text } = layout;
  const sentence = sentenceAround(layout, verb.at);
  const from = Math.max(sentence.from, verb.at - 120);
  const to = Math.min(sentence.to, verb.to);
  const period =
    itemsBetween(layout.periods, verb.at, to)[0] ?? itemsBetween(layout.periods, from, verb.at).at(-1);
  const periodKind = period && guidedPeriodKindOf(period, filed);
  if (!period || !periodKind) return [];
  return itemsBetween(layout.metricNames, verb.at, to).flatMap((metricName): Guidance[] => {
    if (metricName.metric === "other") return [];
    const words = text.slice(Math.max(from, metricName.at - 60), metricName.end);
    const isBoth = metricName.metric === "eps" && /\bGAAP and (?:non-GAAP|adjusted)\b/i.test(words);
    const bases = isBoth ? (["gaap", "adjusted"] as const) : [guidanceBasis(text, metricName.metric, words)];
    return bases.map((basis) => ({
      metric: metricName.metric === "eps" ? "eps" : "revenue",
      basis,
      period: period.text,
      periodKind,
      low: null,
      high: null,
      currency: "USD",
      action: verb.action,
      quote: text.slice(from, to).trimEnd(),
      offset: from,
    }));
  });
}
