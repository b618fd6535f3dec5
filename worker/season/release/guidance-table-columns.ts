import { type Amount, growthInWordsIn } from "./amounts.ts";
import { guidanceHeadingBefore, guidedPeriodKindOf } from "./guidance-period.ts";
import { itemsBetween, type Layout } from "./layout.ts";
import { MONTH_NAMES, type Period, periodsIn, quarterIn, yearIn } from "./periods.ts";
import { isBeforeReportedYear, isReportedQuarter } from "./reported-quarter.ts";
import { metricOf } from "./table-figures.ts";
import {
  amountOf,
  type BodyRow,
  headingsAboveFigures,
  isLabel,
  numbersIn,
  type TextCell,
} from "./table-grid.ts";
import { basisInHeading, hasPeriodEnded } from "./table-heads.ts";

/** Matches a heading of guidance directly before a table, as in "2025 Financial Outlook:". */
const GUIDANCE_HEADING =
  /(?:^|[.:!?)] |\b(?=[A-Z\d]))(?:[A-Z\d][\w’'-]*,? (?:of |for )?){0,5}(?:Guidance|Outlook|GUIDANCE|OUTLOOK)\b[^.;$%]{0,60}$|\bfollowing (?:[\w-]+ ){0,4}(?:guidance|outlook)\b[^.;$%]{0,60}$/;
/** Matches the words that a cell may have before its amount, such as "at least". Other cells are not read. */
const WORDS_BEFORE_AMOUNT =
  /^\W*(?:(?:approx\w*\.?|about|around|between|from|at least|up to|more than|greater than|in the range of|range of|loss of|a|revenues?|sales|EPS|up|down|growth of)\W+){0,4}$/i;
/** Matches words before a single figure that only guidance has, such as "at least" or "~". */
const GUIDANCE_FIGURE_START = /^\W*(?:~|(?:at least|up to|more than|greater than|approx\w*|about|around)\b)/i;
const YEAR_HEADING =
  /^(?:fiscal |FY ?|year )?20\d\d ?E?(?: (?:prior|previous|original|initial|current|updated|revised|new|actual))?$/i;
/** Matches words that show guidance. A table without such a word in it or before it is not read as guidance. */
export const TABLE_GUIDANCE_WORDS =
  /\b(?:guidance|outlook|forecasts?|targets?|estimate[sd]?|expect(?:s|ed|ations)?|anticipates?|range)\b/i;
const NOT_GUIDANCE_WORDS =
  /\b(?:actuals?|results?|change|variance|(?:in|de)crease|growth|reported|adjustments?|reconciling)\b|%/i;
const PRIOR_GUIDANCE_WORDS = /\b(?:prior(?! year)|previous(?:ly)?|original|former|old)\b/i;
const NEW_GUIDANCE_WORDS = /\b(?:current|updated|revised|new)\b/i;
const LOW_HEADING = /^(?:low|from\b|min)/i;
const MIDPOINT_HEADING = /^mid/i;
const HIGH_HEADING = /^(?:high|to\b|max)/i;
const RANGE_HEADING = /\brange$/i;
/** Matches the date of guidance in its column heading, as in "Guidance Range (as of July 31)". */
const GUIDANCE_DATE = new RegExp(
  `\\b(?:as of|issued|provided|given)(?: on)? (${MONTH_NAMES.join("|")}) (\\d{1,2})(?:, (20\\d\\d))?`,
  "i",
);

/** The accounting basis, such as "Non-GAAP", is read only from table titles with fewer characters than this. */
const MAX_BASIS_TITLE_CHARS = 25;

type Entry = { amount: Amount; cell: TextCell };
/** An amount in a table, with what its column headings and the label of its row say. */
export type Column = Entry & {
  /** The words that name the metric, such as "Net sales". */
  metricName: string;
  period: Period;
  isPrior: boolean;
  /** True when a heading says "initial", which may mean earlier guidance or the first guidance for a year. */
  isInitial: boolean;
  /**
   * The end of a range that the heading names, or null when it names none. "either" is a column under "Range", which
   * may have the low end, the high end or the whole range.
   */
  end: "low" | "middle" | "high" | "either" | null;
  basis: "gaap" | "adjusted" | null;
};

type TableContext = { kind: Amount["kind"]; caption: string; filed: string | null };

/**
 * Returns the guidance in the cells of a table row. Either the column headings name periods and the row's label
 * names a metric such as "Revenue", or the headings name metrics and the label names a period.
 */
export function tableAmountsOf(
  layout: Layout,
  row: BodyRow,
  { kind, caption, filed }: TableContext,
): Column[] {
  const entries = amountsInCells(layout, row.cells, kind);
  const over = headingsAboveFigures(
    row.heads,
    entries.map(({ cell }) => cell),
  );
  if (!over.columns) return [];
  const isOfPeriod = metricOf(row) === null && lastGuidedPeriodIn(row.label, filed) !== null;
  const { titles } = over;
  const columnHeads = row.heads.flat().flatMap(({ text }) => (titles.includes(text) ? [] : [text]));
  const newHeads = columnHeads.filter((head) => NEW_GUIDANCE_WORDS.test(head));
  const days = columnHeads.map((head) => guidanceDayOf(head, filed)).filter((day) => day !== null);
  // Next to a column such as "Updated" for the same period, a column without such a word is earlier guidance.
  // Otherwise, a column is earlier guidance when its date is before the latest date.
  const isEarlier = (heads: readonly string[], period: Period) =>
    newHeads.some((head) => isSamePeriodOrNone(lastGuidedPeriodIn(head, filed), period))
      ? !heads.some((head) => NEW_GUIDANCE_WORDS.test(head))
      : heads.some((head) => (guidanceDayOf(head, filed) ?? "9") < (days.toSorted().at(-1) ?? ""));
  return entries.flatMap((entry, i): Column[] => {
    const heads = over.columns?.[i] ?? [];
    const around = isOfPeriod
      ? { heads: [], titles: [...titles, row.label], caption, filed }
      : { heads, titles: [...titles, row.section, row.label], caption, filed };
    const column = columnOf(layout, entry, around);
    return column
      ? [
          {
            ...column,
            metricName: isOfPeriod ? heads.join(" ") : row.label,
            isPrior: column.isPrior || isEarlier(heads, column.period),
          },
        ]
      : [];
  });
}

/** Returns whether the period of a heading (`head`) is null or the same as the other period. */
function isSamePeriodOrNone(head: Period | null, { kind, year, text }: Period): boolean {
  return (
    head === null || (head.kind === kind && head.year === year && quarterIn(head.text) === quarterIn(text))
  );
}

/**
 * Returns the ISO day in a column heading such as "as of July 31", or null. Without a year, returns the last such
 * day up to the filing.
 */
function guidanceDayOf(head: string, filed: string | null): string | null {
  const [, month = "", day = "", year] = GUIDANCE_DATE.exec(head) ?? [];
  if (month === "") return null;
  const index = MONTH_NAMES.findIndex((name) => name.toLowerCase() === month.toLowerCase()) + 1;
  const inYear = `${String(index).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const filedYear = Number(filed?.slice(0, 4) ?? 0);
  return `${year ?? (inYear > (filed ?? "").slice(5) ? filedYear - 1 : filedYear)}-${inYear}`;
}

/**
 * Returns the amounts of one kind (money or percent) in a row, each with its cell. An amount is in one cell, is a
 * range across several cells or, for money, is a number without a currency sign.
 */
export function amountsInCells(
  { text, amounts }: Layout,
  cells: readonly TextCell[],
  kind: Amount["kind"],
): Entry[] {
  const entries: Entry[] = [];
  let end = 0;
  const hasSigns = cells.some(({ text }) => /[$€£¥]/.test(text));
  for (const [i, cell] of cells.entries()) {
    const isNote = hasSigns && i === 1 && /^\(?\d\)?$/.test(cell.text);
    if ((i === 0 && isLabel(cell.text)) || isNote || cell.at < end) continue;
    const words = text.slice(cell.at, itemsBetween(amounts, cell.at, cell.end)[0]?.at ?? cell.at);
    const inWords = kind === "percent" ? growthInWordsIn(cell.text) : [];
    const [amount] = [
      ...inWords.map((words) => ({ ...words, at: cell.at + words.at, end: cell.at + words.end })),
      ...itemsBetween(amounts, cell.at, cell.end),
    ];
    const [number] = numbersIn([cell]);
    if (inWords.length === 0 && !WORDS_BEFORE_AMOUNT.test(words)) continue;
    if (amount?.kind === kind) entries.push({ amount, cell: cellWithWholeSpan(cell, cells, amount.end) });
    else if (kind === "money" && number && !number.isYear && !amount)
      entries.push({ amount: amountOf(number), cell });
    end = Math.max(end, amount?.end ?? 0);
  }
  return entries;
}

/** Returns the first cell of an amount, with a span over all cells up to the offset where the amount ends. */
function cellWithWholeSpan(cell: TextCell, cells: readonly TextCell[], end: number): TextCell {
  const last = cells.findLast(({ at }) => at < end) ?? cell;
  return { ...cell, span: Math.max(cell.span, last.column + last.span - cell.column) };
}

/** The column headings above an amount, the table's titles and the text before the table. */
type Around = { heads: readonly string[]; titles: readonly string[]; caption: string; filed: string | null };

/**
 * Returns an amount with the period, the end of a range and the accounting basis (GAAP or non-GAAP) that its
 * headings name. Returns null when it is not guidance or its period is not known.
 */
function columnOf(
  layout: Layout,
  entry: Entry,
  { heads, titles, caption, filed }: Around,
): Omit<Column, "metricName"> | null {
  // "First Quarter" above "2025" is one period.
  const upwards = [heads.join(" "), ...heads.toReversed(), ...titles.toReversed()];
  const isNamed = [...heads, ...titles].some((words) => TABLE_GUIDANCE_WORDS.test(words));
  const isShaped =
    entry.amount.isRange ||
    GUIDANCE_FIGURE_START.test(entry.cell.text) ||
    heads.some((head) => LOW_HEADING.test(head) || HIGH_HEADING.test(head) || NEW_GUIDANCE_WORDS.test(head));
  if (!isNamed && !(isShaped && TABLE_GUIDANCE_WORDS.test(caption)) && !GUIDANCE_HEADING.test(caption))
    return null;
  const isResult = (head: string) =>
    NOT_GUIDANCE_WORDS.test(head) || (periodsOf(head).length > 0 && lastGuidedPeriodIn(head, filed) === null);
  if (heads.some((head) => isResult(head) && !TABLE_GUIDANCE_WORDS.test(head))) return null;
  if (hasPeriodEnded(upwards, filed)) return null;
  const named = upwards.find((head) => lastGuidedPeriodIn(head, filed) !== null);
  // A half year or the rest of a year in the text before a table is not used as the table's period.
  const above = [
    ...guidedPeriodsIn(caption, filed),
    guidanceHeadingBefore(layout, entry.cell.at)?.period,
  ].find((period) => period && period.kind !== "other");
  const period = named === undefined ? above : lastGuidedPeriodIn(named, filed);
  if (!period || isReportedQuarter(layout, period) || isBeforeReportedYear(layout, period)) return null;
  const leaf = heads.at(-1) ?? titles.at(-1) ?? caption;
  return {
    ...entry,
    period,
    isPrior: heads.some((head) => PRIOR_GUIDANCE_WORDS.test(head)),
    isInitial: heads.some((head) => /\binitial\b/i.test(head)),
    end: LOW_HEADING.test(leaf)
      ? "low"
      : MIDPOINT_HEADING.test(leaf)
        ? "middle"
        : HIGH_HEADING.test(leaf)
          ? "high"
          : RANGE_HEADING.test(leaf)
            ? "either"
            : null,
    basis:
      basisInHeading(heads.join(" ")) ??
      basisInHeading(titles.filter(({ length }) => length < MAX_BASIS_TITLE_CHARS).join(" ")),
  };
}

function periodsOf(words: string): readonly Period[] {
  // In "Previous Guidance as of First Quarter 2026", the quarter is when the guidance was given.
  const head = words.replace(/\bas of\b.*/is, "");
  return YEAR_HEADING.test(head)
    ? [{ kind: "year", text: head, year: yearIn(head), at: 0, end: head.length }]
    : periodsIn(head);
}

/** Returns the periods in a text that guidance can be for, the last one first. Leaves out past years. */
function guidedPeriodsIn(words: string, filed: string | null): Period[] {
  return periodsOf(words)
    .filter((period) => guidedPeriodKindOf(period, filed) !== null)
    .toReversed();
}

function lastGuidedPeriodIn(head: string, filed: string | null): Period | null {
  return guidedPeriodsIn(head, filed)[0] ?? null;
}

/**
 * Returns the amount in the columns of one metric and period. The columns "Low" and "High", and two columns under
 * "Range", become one range.
 * Returns null for no amounts, for one end alone and for several amounts that are not such a pair.
 */
export function joined(columns: readonly Column[]): Amount | null {
  const [first, second, third] = columns.filter(({ end }) => end !== "middle");
  if (!first || third) return null;
  const isOneEnd = !first.amount.isRange && (first.end === "low" || first.end === "high");
  if (!second) return isOneEnd ? null : first.amount;
  const isPair =
    (first.end === "low" && second.end === "high") || (first.end === "either" && second.end === "either");
  if (!isPair || second.amount.low < first.amount.low) return null;
  return {
    ...first.amount,
    high: second.amount.high,
    isRange: true,
    scale: first.amount.scale ?? second.amount.scale,
    hasCurrency: first.amount.hasCurrency || second.amount.hasCurrency,
    end: second.amount.end,
  };
}
