import type { Guidance } from "#contract/company-release.ts";
import { agreedGuidance } from "./agreed-guidance.ts";
import { type Amount, negated } from "./amounts.ts";
import { periodKindOf } from "./guidance-period.ts";
import { itemsBetween, type Layout, sentenceAround } from "./layout.ts";
import { guidedBasis } from "./measures.ts";
import { periodsIn } from "./periods.ts";

type Action = NonNullable<Guidance["action"]>;

const GUIDED = "(?:guidance|outlook|forecast|expectations?|estimates?|range|targets?)";
const KINDS = { next_quarter: "quarter", full_year: "year", other: null } as const;
const VERBS: readonly (readonly [Action, RegExp])[] = [
  [
    "maintained",
    /\b(?:(?:guidance|outlook) (?:of .{1,40} )?(?:remains|stays)|re-?affirm\w*|reiterat\w*|maintain\w*|(?:re-?)?(?:con|af)firm(?:s|ed|ing)|unchanged|still (?:expect|anticipat)\w*|continues? to (?:expect|anticipate|forecast|project|see|target))\b/i,
  ],
  ["narrowed", /\b(?:narrow|tighten)(?:s|ed|ing)\b/i],
  [
    "raised",
    new RegExp(
      `\\b(?:rais(?:es?|ed|ing)|increas(?:es|ed|ing)|(?:boost|lift)(?:s|ed|ing))\\b[^.;]{0,120}\\b${GUIDED}|${GUIDED} (?:(?:is|was|has been) )?(?:raised|increased)\\b`,
      "i",
    ),
  ],
  [
    "lowered",
    new RegExp(
      `\\b(?:lower(?:s|ed|ing)|reduc(?:es|ed|ing|tion)|cut(?:s|ting)?|decreas(?:es|ed|ing))\\b(?:(?!, (?:we|the company)\\b)[^.;]){0,90}\\b${GUIDED}|${GUIDED} (?:(?:is|was|has been) )?(?:lowered|reduced|cut)\\b`,
      "i",
    ),
  ],
  [
    "initiated",
    /\b(?:(?:initiat|introduc|establish)(?:es|ed|ing)|re-?instat\w+|(?:provid|issu|announc|sett|giv)\w+ (?:its |our |an? )?(?:initial|preliminary|first (?=guid|outl)))\b/i,
  ],
];
/**
 * Matches where a clause about another figure begins. In "raises its EPS guidance and now expects revenue of",
 * the verb "raises" does not belong to revenue.
 */
const NEW_CLAUSE =
  /\band (?:now |also |currently )?(?:expects?|anticipates?|forecasts?|projects?|estimates?)\b/gi;
const FOURTH = "(?:fourth[- ]quarter|Q4|4Q|full[- ]year|fiscal (?:year|20\\d\\d))";
/** Matches the heading of a release about the end of a fiscal year. */
const YEAR_ENDS = new RegExp(
  `\\b${FOURTH}\\b[^.;:]{0,60}\\bresults\\b|\\bresults\\b[^.;:]{0,40}\\b${FOURTH}\\b|\\b(?:reports?|announces?) (?:fiscal )?20\\d\\d (?:\\w+ )?results\\b`,
  "i",
);
const EARLIER_QUARTER = /\b(?:first|second|third|1st|2nd|3rd)[- ](?:fiscal )?quarter|\b(?:Q[1-3]|[1-3]Q)\b/i;
const HEADLINE = 2_000;

const EARLIER =
  "(?:the |its |our |the company[’']s )?(?:previous(?:ly)?|prior|earlier|former|initial)\\b(?![ -](?:fiscal )?(?:year|quarter|period))";
/** Matches a move from earlier guidance, as in ", a decrease of $0.11 at the midpoint from our prior outlook". */
const MOVED_FROM_PRIOR = new RegExp(
  `^(?:[^.;$%]|\\.\\d){0,60}\\b(?:(?<up>increase|up)|decrease|down|reduction)(?: of [^,;]{1,40})? (?:from|over|versus|compared (?:to|with)) [^,;]{0,30}${EARLIER}`,
  "i",
);
/**
 * Matches what leads from a figure to the earlier one that it replaces, as in "(up from", ", compared to its previous"
 * or "; our prior range was".
 */
const REPLACES = new RegExp(
  `^ \\((?:(?:up |down )?from|prior:?|previously|vs\\.?) [^.;$%\\d]{0,30}$|^,? ?(?:growth,? )?(?:compared (?:to|with)|versus|vs\\.?|from) ${EARLIER}[^.;$%\\d]{0,70}$|^.{0,70}[.;] ${EARLIER} (?<period>full[- ]year |annual )?${GUIDED} (?:was|had been|called for|of)[^.;$%\\d]{0,50}$`,
  "i",
);

/**
 * Returns what a figure did to the earlier one that the text names after it, as in "1% to 3%, compared to its previous
 * 4% to 5%". Of a decline, the smaller one is better.
 */
export function actionFromReplaced(
  { text, amounts, measures }: Layout,
  amount: Amount,
  { metric, periodKind, isDecline }: Omit<Guided, "year"> & { isDecline: boolean },
): Action | null {
  const prior = itemsBetween(amounts, amount.end, amount.end + 130).find(({ kind }) => kind === amount.kind);
  const lead = prior && REPLACES.exec(text.slice(amount.end, prior.at));
  if (!lead || (lead.groups?.period && periodKind !== "full_year")) return null;
  if (
    itemsBetween(measures, amount.end, prior.at).some(
      (other) => other.metric !== metric && other.metric !== "other",
    )
  )
    return null;
  return isDecline
    ? guidanceActionFromPrior(negated(prior), negated(amount))
    : guidanceActionFromPrior(prior, amount);
}

/** Returns what the first word of a table's cell says became of earlier guidance, as in "Unchanged", or null. */
export function actionInCell(cell: string): Action | null {
  if (/^(?:withdrawn|suspended)\b/i.test(cell)) return "withdrawn";
  const verb = /^[\w-]+/.exec(cell.replace(/^no change\b/i, "unchanged"))?.[0];
  return VERBS.find(([, expression]) => verb && expression.test(`${verb} guidance`))?.[0] ?? null;
}

const AS_BEFORE = new RegExp(
  `^(?: per (?:\\w+ ){0,2}share)?,? (?:unchanged\\b|(?:consistent|in line) with ${EARLIER})`,
  "i",
);

/** What is guided: the year is null when the period names none. */
type Guided = Pick<Guidance, "metric" | "periodKind"> & { year: number | null };

/** Returns the action that directly follows a figure, as in "of $4.00 to $4.35 reaffirmed". */
export function actionAfter(words: string): Action | null {
  const moved = MOVED_FROM_PRIOR.exec(words);
  if (moved) return moved.groups?.up ? "raised" : "lowered";
  if (AS_BEFORE.test(words)) return "maintained";
  const said = /^ (?:was |is |are |were |\()?([a-z-]+)/i.exec(words)?.[1] ?? "";
  return VERBS.find(([action, expression]) => action !== "initiated" && expression.test(said))?.[0] ?? null;
}

/**
 * Returns what the company did with its guidance (raised, lowered, ...), by the verbs in its sentence or else
 * in the heading above it. Returns null when neither says so.
 */
export function actionOf(
  { text }: Layout,
  { from, at, to }: { from: number; at: number; to: number },
  guided: Guided,
  heading: { at: number; end: number } | null,
): Action | null {
  const sentence = text.slice(Math.max(from, at - 220), to);
  const clause = [...sentence.matchAll(NEW_CLAUSE)].at(-1);
  const own = sentence.slice(clause?.index ?? 0);
  const isHeadElsewhere = heading !== null && heading.at < from;
  const head = isHeadElsewhere
    ? text.slice(Math.max(0, heading.at - 110), Math.min(heading.end + 90, to))
    : "";
  for (const words of [own, head]) {
    const verbs = VERBS.flatMap(([action, expression]) => {
      const match = expression.exec(words);
      if (!match) return [];
      const clause = /^[^.;:•]{0,110}/.exec(words.slice(match.index))?.[0] ?? "";
      const isOwn = guided.periodKind === "other" || (isOfPeriod(guided, clause) ?? true);
      return isOwn && (words === own || isOfMeasure(guided, clause)) ? [{ action, at: match.index }] : [];
    });
    const last = verbs.toSorted((a, b) => b.at - a.at)[0];
    if (last) return last.action;
  }
  const title = text.slice(0, HEADLINE);
  const announced = headlineAction(title, guided);
  if (announced) return announced;
  // A year's first guidance, and its first quarter's, comes with the results of the fourth quarter.
  const results = guided.periodKind === "other" ? null : YEAR_ENDS.exec(title);
  const isFirst = results && !EARLIER_QUARTER.test(title.slice(0, results.index + results[0].length));
  return isFirst ? "initiated" : null;
}

const NAMES = {
  eps: /\b(?:EPS|earnings|per share|profit|non-GAAP)\b/i,
  revenue: /\b(?:revenues?|sales)\b/i,
  other:
    /\b(?:EBITDA|cash|margins?|capital|capex|synerg\w+|FFO|growth|segment|long[- ]term|conference|dividends?|ratings?)\b/i,
};

/** Returns whether a clause names this measure, or none. */
function isOfMeasure({ metric }: Guided, clause: string): boolean {
  return NAMES[metric].test(clause) || !Object.values(NAMES).some((name) => name.test(clause));
}

/**
 * Returns the action that the first lines name for a period and, if they name measures, for this one, as in
 * "Increases Full Year 2025 Sales and EPS Guidance". Without a period and a figure of its own, it is that of the year.
 * Returns null when they name several actions.
 */
function headlineAction(headline: string, guided: Guided): Action | null {
  const [named, another] = VERBS.filter(([, expression]) => {
    const at = expression.exec(headline)?.index ?? headline.length;
    const clause = /^[^.;:•]{0,140}?\b(?:guidance|outlook|forecast)\b/i.exec(headline.slice(at))?.[0];
    if (!clause || !isOfMeasure(guided, clause)) return false;
    const isOurs = /\bwe\b[^.;]{0,60}$/i.test(headline.slice(0, at));
    const hasFigure = /^[^.;:•]{0,80}[$%]/.test(headline.slice(at + clause.length));
    return isOfPeriod(guided, clause) ?? (guided.periodKind === "full_year" && isOurs && !hasFigure);
  });
  return (!another && named?.[0]) || null;
}

/**
 * Returns whether the periods that a clause names include this one, as the full year in "raising guidance for the full
 * year", or null if it names none.
 */
function isOfPeriod({ periodKind, year }: Guided, clause: string): boolean | null {
  const named = periodsIn(clause);
  if (named.length === 0) return null;
  return named.some(
    (period) =>
      period.kind === KINDS[periodKind] && (year === null || period.year === null || period.year === year),
  );
}

export function guidanceActionFromPrior(
  prior: { low: number; high: number },
  now: { low: number; high: number },
): Action | null {
  const low = Math.sign(round(now.low - prior.low));
  const high = Math.sign(round(now.high - prior.high));
  if (low === 0 && high === 0) return "maintained";
  if (low >= 0) return high <= 0 ? "narrowed" : "raised";
  return high <= 0 ? "lowered" : null;
}

function round(value: number): number {
  return Math.abs(value) < 1e-9 ? 0 : value;
}

const WITHDRAWS =
  /\b(?:withdraw(?:s|ing)|discontinu(?:es|ing)|prudent to (?:suspend|withdraw)|suspend(?:s|ing)|ha(?:s|ve) withdrawn)\b[^.;]{0,140}\b(?:guidance|outlook)\b/gi;
/** Matches a sentence, and no headline, that confirms guidance without its figures. */
const CONFIRMS =
  /\b(?:we|it|the company|management) (?:(?:is|are|has|have|also|today) ){0,2}(?:re-?affirm|reiterate?|maintain|confirm|affirm)(?:s|es|ed|ing)?\b[^.;$%]{0,140}\b(?:guidance|outlook)\b(?![^.;]{0,120}[$%:])/gi;

/**
 * Returns guidance that is withdrawn, or confirmed without its figures. Only statements about the present that name a
 * measure and a period count.
 */
export function readGuidanceWithoutFigures(layout: Layout, filed: string | null): Guidance[] {
  const { text } = layout;
  const withdrawn = [...text.matchAll(WITHDRAWS)].flatMap(({ index }) =>
    guidanceNamedAfter(layout, filed, { at: index, to: index + 300, action: "withdrawn" }),
  );
  const confirmed = [...text.matchAll(CONFIRMS)].flatMap(({ index, 0: words }) =>
    NAMES.other.test(words)
      ? []
      : guidanceNamedAfter(layout, filed, { at: index, to: index + words.length + 50, action: "maintained" }),
  );
  return agreedGuidance([...withdrawn, ...confirmed]);
}

type Verb = { at: number; to: number; action: Action };

/** Returns guidance without figures for each measure that the words after a verb name. */
function guidanceNamedAfter(layout: Layout, filed: string | null, verb: Verb): Guidance[] {
  const { text } = layout;
  const sentence = sentenceAround(layout, verb.at);
  const from = Math.max(sentence.from, verb.at - 120);
  const to = Math.min(sentence.to, verb.to);
  const period =
    itemsBetween(layout.periods, verb.at, to)[0] ?? itemsBetween(layout.periods, from, verb.at).at(-1);
  const periodKind = period && periodKindOf(period, filed);
  if (!period || !periodKind) return [];
  return itemsBetween(layout.measures, verb.at, to).flatMap((measure): Guidance[] => {
    if (measure.metric === "other") return [];
    const words = text.slice(Math.max(from, measure.at - 60), measure.end);
    const isBoth = measure.metric === "eps" && /\bGAAP and (?:non-GAAP|adjusted)\b/i.test(words);
    const bases = isBoth ? (["gaap", "adjusted"] as const) : [guidedBasis(text, measure.metric, words)];
    return bases.map((basis) => ({
      metric: measure.metric === "eps" ? "eps" : "revenue",
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
