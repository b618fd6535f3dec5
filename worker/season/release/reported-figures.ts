import type { ReportedFigure } from "#contract/company-release.ts";
import { toCents } from "#model/history.ts";
import type { Layout } from "./layout.ts";
import { figuresInSentences, type StatedFigure } from "./read-reported.ts";
import { type TableFigure, tableFiguresIn } from "./table-figures.ts";

/**
 * Returns the reported figures of a release, one for each metric and accounting basis (GAAP or adjusted). Uses the
 * first figure in a sentence that agrees with the tables. If there is none, uses the figure in the tables unless a
 * sentence contradicts it.
 */
export function extractReportedFigures(layout: Layout): ReportedFigure[] {
  const tables = tableFiguresIn(layout);
  const statements = figuresInSentences(layout);
  const keyOf = ({ metric, basis }: Pick<ReportedFigure, "metric" | "basis">) => `${metric} ${basis}`;
  const keys = new Set([...statements, ...tables].map(keyOf));
  return [...keys].flatMap((key) => {
    const own = tables.filter((figure) => keyOf(figure) === key);
    const ofKey = statements.filter((figure) => keyOf(figure) === key);
    const whole = ofKey.filter(({ quote }) => !FURTHER_EXCLUSION_WORDS.test(quote));
    const prose = whole.length > 0 || own.some(({ isQuarter }) => isQuarter) ? whole : ofKey;
    // A sentence about continuing operations or a row outside the recognized tables does not contradict a table.
    const isUncontradicted = prose.every(({ isContinuing, isTable }) => isContinuing || isTable);
    const sentence = figureInSentences(prose, own);
    const inTables = isUncontradicted || isRevenueRepeated(own) ? figureInTables(own) : null;
    const chosen = sentence ?? inTables;
    const exact = own.filter((figure) => chosen && figure.isQuarter && isRoundingOf(chosen, figure));
    const found = mostPreciseOf(exact) ?? chosen;
    if (!found) return [];
    const { metric, basis, value, currency, quote, offset } = found;
    const places = [...prose, ...own.filter(({ isQuarter }) => isQuarter)];
    const isBoth = metric === "eps" && new Set(places.map(({ isContinuing }) => isContinuing)).size > 1;
    const operations = found.isContinuing ? ("continuing" as const) : ("total" as const);
    return [{ metric, basis, value, currency, ...(isBoth ? { operations } : {}), quote, offset }];
  });
}

/**
 * Returns the first figure in a sentence that fits the tables, or null. If the tables have a figure for the
 * quarter, the sentence must state the same one. If they have only longer periods, it must state a different one.
 */
function figureInSentences(
  statements: readonly StatedFigure[],
  tables: readonly TableFigure[],
): StatedFigure | null {
  const quarter = tables.filter(({ isQuarter }) => isQuarter);
  // If sentences state both, EPS from total net income is used and EPS from continuing operations is not.
  const isTotal = (figure: { isContinuing: boolean }) => !figure.isContinuing;
  const isNamedTotal = (figure: StatedFigure) =>
    isTotal(figure) && /\b(?:net (?:income|loss|earnings)|total)\b/i.test(figure.quote);
  const stated = statements.filter(({ isTable }) => !isTable);
  const sentences = preferredOrAll(
    stated,
    ({ metric, value, quote }) =>
      metric === "revenue" && value >= (stated[0]?.value ?? 0) && NAMED_TOTAL_REVENUE.test(quote),
  );
  const prose = sentences.some(({ isContinuing }) => isContinuing)
    ? preferredOrAll(sentences, isNamedTotal)
    : sentences;
  // If no sentence states the revenue, the largest one in a row of text is used. Smaller ones may be segments'.
  const ordered =
    prose.length > 0
      ? prose
      : statements.toSorted((a, b) => (a.metric === "revenue" ? b.value - a.value : 0));
  const fitting = ordered.find((figure) =>
    quarter.length > 0
      ? quarter.some((own) => isSameFigure(figure, own))
      : !tables.some((own) => isSameFigure(figure, own)),
  );
  const [first] = prose;
  if (first?.metric !== "revenue") return fitting ?? null;
  if (tables.some((own) => own.value >= first.value || isSameFigure(first, own)))
    return fitting ? mostPreciseRevenue(fitting, prose) : null;
  // If the first revenue in a sentence is larger than every revenue in tables, the tables show only segments. A
  // segment's sentence may agree with them, so the first revenue then has to be stated twice.
  const isTrusted = !fitting || isSameFigure(first, fitting) || statementsOf(first, prose).length > 1;
  return isTrusted ? mostPreciseRevenue(first, prose) : null;
}

/** Matches a statement of the whole company's revenue, which counts before one that may be about a part of it. */
const NAMED_TOTAL_REVENUE = /\b(?:total|consolidated) (?:net |operating )?(?:revenues?|sales)\b/i;

/** Matches an EPS with a further exclusion, as in "adjusted earnings, excluding catastrophes, per share". */
const FURTHER_EXCLUSION_WORDS = /\badjusted\b[^.;•]{0,40}\bexcluding\b[^.;•]*\bper\b[^.;•]*[\d.]+$/i;

type Value = Pick<ReportedFigure, "metric" | "value">;

/** Returns the most precise statement of a revenue, because a headline often rounds it, as in "$1.0 billion". */
function mostPreciseRevenue(first: StatedFigure, statements: readonly StatedFigure[]): StatedFigure {
  return mostPreciseOf(statementsOf(first, statements)) ?? first;
}

/** Returns the first statement and all that are close to it, because a headline may round the same revenue. */
function statementsOf(first: StatedFigure, statements: readonly StatedFigure[]): StatedFigure[] {
  return statements.filter(({ value }) => Math.abs(value / first.value - 1) < MAX_HEADLINE_DIFFERENCE);
}

/** Returns the value with the most digits; in a tie, the first one. */
function mostPreciseOf<T extends Value>(values: readonly T[]): T | undefined {
  return values.toSorted((a, b) => digitsOf(b) - digitsOf(a))[0];
}

/**
 * Returns whether the first revenue is a rounding of the second, as "$4.7 billion" is of $4,692 million. One with a
 * single digit also has to be close to it.
 */
function isRoundingOf(rounded: Value, exact: Value): boolean {
  const digits = digitsOf(rounded);
  return (
    rounded.metric === "revenue" &&
    (digits > 1 || Math.abs(rounded.value / exact.value - 1) < MAX_REVENUE_DIFFERENCE) &&
    digitsOf(exact) > digits &&
    Number(exact.value.toPrecision(digits)) === rounded.value
  );
}

/** Returns the number of digits in a value without trailing zeros, such as 2 for 4,700,000,000. */
function digitsOf({ value }: Value): number {
  return Math.abs(value).toExponential().split("e")[0]?.replace(".", "").length ?? 0;
}

/**
 * Returns whether the tables state the quarter's revenue at least twice and always with the same value. A
 * different revenue in a sentence is then about a product.
 */
function isRevenueRepeated(tables: readonly TableFigure[]): boolean {
  const [first, second, ...rest] = tables.filter(({ isQuarter }) => isQuarter);
  return (
    first?.metric === "revenue" &&
    second !== undefined &&
    [second, ...rest].every((own) => isSameFigure(own, first))
  );
}

/** Two revenues are the same if they differ by less than this share: $1.0 billion is not $1,026.8 million. */
const MAX_REVENUE_DIFFERENCE = 0.01;

/** A headline's revenue and the exact revenue must differ by less than this share. */
const MAX_HEADLINE_DIFFERENCE = 0.03;

/** Returns whether two values are the same: EPS to the cent, and revenue apart from rounding. */
function isSameFigure(figure: Value, own: Value): boolean {
  if (figure.metric === "eps") return toCents(figure.value) === toCents(own.value);
  return Math.abs(figure.value / own.value - 1) < MAX_REVENUE_DIFFERENCE || isRoundingOf(figure, own);
}

/** Returns the quarter's figure in the tables, or null when there is none or when several EPS figures differ. */
function figureInTables(tables: readonly TableFigure[]): TableFigure | null {
  const quarter = tables.filter(({ isQuarter }) => isQuarter);
  const diluted = preferredOrAll(quarter, ({ isDiluted }) => isDiluted);
  const total = preferredOrAll(diluted, ({ isContinuing }) => !isContinuing);
  // A row "Adjusted earnings, ex. catastrophes, per share" excludes more than another row's adjusted EPS.
  const whole = preferredOrAll(total, ({ quote }) => !/\b(?:excluding|ex\.) /i.test(quote));
  // If a table row is "Net sales", a row "Sales" is a different figure, such as sales before excise taxes.
  const hasNet = whole.some(({ quote }) => /^net sales\b/i.test(quote));
  const preferred = whole.filter(({ quote }) => !hasNet || !/^sales\b/i.test(quote));
  // The largest revenue is the whole company's. Smaller ones may be those of its segments.
  const [first] = preferred.toSorted((a, b) => (a.metric === "revenue" ? b.value - a.value : 0));
  if (!first) return null;
  if (first.metric === "eps" && preferred.some(({ value }) => value !== first.value)) return null;
  return first;
}

/** Returns the figures for which `isBetter` is true, or all figures when it is true for none. */
function preferredOrAll<T>(figures: readonly T[], isBetter: (figure: T) => boolean): readonly T[] {
  const better = figures.filter(isBetter);
  return better.length > 0 ? better : figures;
}
