import type { ReportedFigure } from "#contract/company-release.ts";
import { toCents } from "#model/history.ts";
import type { Layout } from "./layout.ts";
import { type StatedFigure, statementsIn } from "./read-reported.ts";
import { type TableFigure, tableFiguresIn } from "./table-figures.ts";

/**
 * Returns the reported figures of a release, one for each metric and basis: the first in a sentence that the
 * tables do not contradict or, without one, the tables' own.
 */
export function extractReportedFigures(layout: Layout): ReportedFigure[] {
  const tables = tableFiguresIn(layout);
  const said = statementsIn(layout);
  const keyOf = ({ metric, basis }: Pick<ReportedFigure, "metric" | "basis">) => `${metric} ${basis}`;
  const keys = new Set([...said, ...tables].map(keyOf));
  return [...keys].flatMap((key) => {
    const own = tables.filter((figure) => keyOf(figure) === key);
    const stated = said.filter((figure) => keyOf(figure) === key);
    const whole = stated.filter(({ quote }) => !NARROWED.test(quote));
    const prose = whole.length > 0 || own.some(({ isQuarter }) => isQuarter) ? whole : stated;
    // Neither a sentence about continuing operations nor a row without heads contradicts a table.
    const isSilent = prose.every(({ isContinuing, isTable }) => isContinuing || isTable);
    const sentence = inSentence(prose, own);
    const exact = sentence && own.find((figure) => figure.isQuarter && isRoundedBy(sentence, figure));
    const found = exact ?? sentence ?? (isSilent || isWholeRevenue(own) ? inTable(own) : null);
    if (!found) return [];
    const { metric, basis, value, currency, quote, offset } = found;
    const places = [...prose, ...own.filter(({ isQuarter }) => isQuarter)];
    const isBoth = metric === "eps" && new Set(places.map(({ isContinuing }) => isContinuing)).size > 1;
    const operations = found.isContinuing ? ("continuing" as const) : ("total" as const);
    return [{ metric, basis, value, currency, ...(isBoth ? { operations } : {}), quote, offset }];
  });
}

/**
 * Returns the first figure in a sentence. Where a table has the quarter's figure, it must be the same; where
 * tables have only longer periods, it must be another than theirs.
 */
function inSentence(said: readonly StatedFigure[], tables: readonly TableFigure[]): StatedFigure | null {
  const quarter = tables.filter(({ isQuarter }) => isQuarter);
  // Where both are stated, the EPS of total net income counts, and that of continuing operations does not.
  const isTotal = (figure: { isContinuing: boolean }) => !figure.isContinuing;
  const isNetIncome = (figure: StatedFigure) =>
    isTotal(figure) && /\bnet (?:income|loss|earnings)\b/i.test(figure.quote);
  const sentences = said.filter(({ isTable }) => !isTable);
  const prose = sentences.some(({ isContinuing }) => isContinuing)
    ? preferring(sentences, isNetIncome)
    : sentences;
  // In a text without tables, the largest revenue is the whole company's, because rows of segments look alike.
  const ordered =
    prose.length > 0 ? prose : said.toSorted((a, b) => (a.metric === "revenue" ? b.value - a.value : 0));
  const fitting = ordered.find((figure) =>
    quarter.length > 0
      ? quarter.some((own) => isAlike(figure, own))
      : !tables.some((own) => isAlike(figure, own)),
  );
  const [first] = prose;
  if (first?.metric !== "revenue") return fitting ?? null;
  if (tables.some((own) => own.value >= first.value || isAlike(first, own)))
    return fitting ? mostPrecise(fitting, prose) : null;
  // A first revenue that is larger than those of all tables shows that the tables are those of segments.
  return !fitting || isAlike(first, fitting) ? mostPrecise(first, prose) : null;
}

/** Matches an adjusted EPS that leaves out more than usual, as in "adjusted earnings, excluding catastrophes, per share". */
const NARROWED = /\badjusted\b[^.;•]{0,40}\bexcluding\b[^.;•]*\bper\b[^.;•]*[\d.]+$/i;

type Value = Pick<ReportedFigure, "metric" | "value">;

/** Returns the statement of the same revenue with the most digits: a headline often rounds it to "$1.0 billion". */
function mostPrecise(first: StatedFigure, said: readonly StatedFigure[]): StatedFigure {
  const same = said.filter(({ value }) => Math.abs(value / first.value - 1) < HEADLINE_ROUNDING);
  return same.reduce((best, one) => (digitsOf(one) > digitsOf(best) ? one : best), first);
}

/** Returns whether a revenue in few digits rounds an exact one, as "$4.7 billion" does $4,692 million. */
function isRoundedBy(rounded: Value, exact: Value): boolean {
  const digits = digitsOf(rounded);
  return (
    rounded.metric === "revenue" &&
    digits > 1 &&
    digitsOf(exact) > digits &&
    Number(exact.value.toPrecision(digits)) === rounded.value
  );
}

/** Counts the digits of a value without the zeros at its end. */
function digitsOf({ value }: Value): number {
  return Math.abs(value).toExponential().split("e")[0]?.replace(".", "").length ?? 0;
}

/**
 * Returns whether several tables state the same revenue of the quarter. Then a sentence with another one is about
 * a product.
 */
function isWholeRevenue(tables: readonly TableFigure[]): boolean {
  const [first, second, ...rest] = tables.filter(({ isQuarter }) => isQuarter);
  return (
    first?.metric === "revenue" &&
    second !== undefined &&
    [second, ...rest].every((own) => isAlike(own, first))
  );
}

/** The rounding of revenue in a sentence, as a share: "$1.0 billion" for $1,026.8 million is too coarse. */
const ROUNDING = 0.01;

/** A headline's revenue may differ from the exact one by this share. */
const HEADLINE_ROUNDING = 0.03;

function isAlike(figure: Value, own: Value): boolean {
  if (figure.metric === "eps") return toCents(figure.value) === toCents(own.value);
  return Math.abs(figure.value / own.value - 1) < ROUNDING || isRoundedBy(figure, own);
}

/** Returns the quarter's figure in tables, or null when they have different ones. */
function inTable(tables: readonly TableFigure[]): TableFigure | null {
  const quarter = tables.filter(({ isQuarter }) => isQuarter);
  const diluted = preferring(quarter, ({ isDiluted }) => isDiluted);
  const total = preferring(diluted, ({ isContinuing }) => !isContinuing);
  // "Adjusted earnings, ex. catastrophes, per share" narrows the adjusted EPS of another row.
  const whole = preferring(total, ({ quote }) => !/\b(?:excluding|ex\.) /i.test(quote));
  // Sales before excise taxes are no net sales.
  const hasNet = whole.some(({ quote }) => /^net sales\b/i.test(quote));
  const preferred = whole.filter(({ quote }) => !hasNet || !/^sales\b/i.test(quote));
  // The largest revenue is the whole company's, because rows of its segments look alike.
  const [first] = preferred.toSorted((a, b) => (a.metric === "revenue" ? b.value - a.value : 0));
  if (!first) return null;
  if (first.metric === "eps" && preferred.some(({ value }) => value !== first.value)) return null;
  return first;
}

/** Returns the figures of the better kind or, without any, all of them. */
function preferring<T>(figures: readonly T[], isBetter: (figure: T) => boolean): readonly T[] {
  const better = figures.filter(isBetter);
  return better.length > 0 ? better : figures;
}
