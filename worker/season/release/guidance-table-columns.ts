import { type Amount, verbalGrowthIn } from "./amounts.ts";
import { headingBefore, periodKindOf } from "./guidance-period.ts";
import { itemsBetween, type Layout } from "./layout.ts";
import { MONTH_NAMES, type Period, periodsIn, quarterIn, yearIn } from "./periods.ts";
import { isReportedQuarter } from "./reported-quarter.ts";
import { metricOf } from "./table-figures.ts";
import { amountOf, type BodyRow, headsOver, isLabel, numbersIn, type TextCell } from "./table-grid.ts";
import { basisOfHead, rankOf } from "./table-heads.ts";

/** Matches a heading of guidance alone above a table, as in "2025 Financial Outlook:". */
const HEADING =
  /(?:^|[.:!?)] |\b(?=[A-Z\d]))(?:[A-Z\d][\w’'-]*,? (?:of |for )?){0,5}(?:Guidance|Outlook|GUIDANCE|OUTLOOK)\b[^.;$%]{0,60}$|\bfollowing (?:[\w-]+ ){0,4}(?:guidance|outlook)\b[^.;$%]{0,60}$/;
/** Matches the words that a cell may have before its amount, such as "at least". A cell with other words there is a comment. */
const BEFORE_AMOUNT =
  /^\W*(?:(?:approx\w*\.?|about|around|between|from|at least|up to|more than|greater than|in the range of|range of|loss of|a|revenues?|sales|EPS|up|down|growth of)\W+){0,4}$/i;
/** Matches the words of a single figure that only guidance has. */
const ONE_ENDED = /^\W*(?:~|(?:at least|up to|more than|greater than|approx\w*|about|around)\b)/i;
const BARE_YEAR =
  /^(?:fiscal |FY ?|year )?20\d\d ?E?(?: (?:prior|previous|original|initial|current|updated|revised|new|actual))?$/i;
/** Matches the words of which a table of guidance has at least one. */
export const AHEAD =
  /\b(?:guidance|outlook|forecasts?|targets?|estimate[sd]?|expect(?:s|ed|ations)?|anticipates?|range)\b/i;
const NO_GUIDANCE = /\b(?:actuals?|results?|change|variance|growth|reported|adjustments?|reconciling)\b|%/i;
const PRIOR = /\b(?:prior(?! year)|previous(?:ly)?|original|former|old)\b/i;
const NEW = /\b(?:current|updated|revised|new)\b/i;
const LOW = /^(?:low|from\b|min)/i;
const MIDDLE = /^mid/i;
const HIGH = /^(?:high|to\b|max)/i;
/** Matches the day of guidance in the head of its column, as in "Guidance Range (as of July 31)". */
const GIVEN_ON = new RegExp(
  `\\b(?:as of|issued|provided|given)(?: on)? (${MONTH_NAMES.join("|")}) (\\d{1,2})(?:, (20\\d\\d))?`,
  "i",
);

/** The head of a whole table that names its basis, as "Non-GAAP", has fewer characters than this. */
const LONGEST_BASIS = 25;

type Entry = { amount: Amount; cell: TextCell };
/** An amount with what the heads above it and the label beside it say. */
export type Column = Entry & {
  /** The words that name the measure. */
  measure: string;
  period: Period;
  isPrior: boolean;
  /** True when the heading calls it initial guidance, which may be earlier guidance or the first of a year. */
  isInitial: boolean;
  end: "low" | "middle" | "high" | null;
  basis: "gaap" | "adjusted" | null;
};

type TableContext = { kind: Amount["kind"]; caption: string; filed: string | null };

/**
 * Returns the guidance in a row's cells. A table has periods as the headings of its columns and a measure in each row, or
 * measures as the headings and a period in each row.
 */
export function columnsOf(layout: Layout, row: BodyRow, { kind, caption, filed }: TableContext): Column[] {
  const entries = entriesIn(layout, row.cells, kind);
  const over = headsOver(
    row.heads,
    entries.map(({ cell }) => cell),
  );
  if (!over.columns) return [];
  const isOfPeriod = metricOf(row) === null && periodIn(row.label, filed) !== null;
  // A head over the labels, as "Full-Year 2025 Outlook", is the table's title.
  const titles = [
    ...row.heads.flat().flatMap(({ column, text }) => (column === 0 ? [text] : [])),
    ...over.titles,
  ];
  const named = row.heads.flat().flatMap(({ text }) => (over.titles.includes(text) ? [] : [text]));
  const news = named.filter((head) => NEW.test(head));
  const days = named.map((head) => dayOf(head, filed)).filter((day) => day !== null);
  // Beside a column of new guidance for the same period, one with another date is the earlier one.
  const isEarlier = (heads: readonly string[], period: Period) =>
    news.some((head) => isOfSamePeriod(periodIn(head, filed), period))
      ? !heads.some((head) => NEW.test(head))
      : heads.some((head) => (dayOf(head, filed) ?? "9") < (days.toSorted().at(-1) ?? ""));
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
            measure: isOfPeriod ? heads.join(" ") : row.label,
            isPrior: column.isPrior || isEarlier(heads, column.period),
          },
        ]
      : [];
  });
}

/** Returns whether a head without a period, or with this one, may stand over it. */
function isOfSamePeriod(head: Period | null, { kind, year, text }: Period): boolean {
  return (
    head === null || (head.kind === kind && head.year === year && quarterIn(head.text) === quarterIn(text))
  );
}

/** Returns the ISO day of the guidance in a column. Without a year, it is the last such day before the filing. */
function dayOf(head: string, filed: string | null): string | null {
  const [, month = "", day = "", year] = GIVEN_ON.exec(head) ?? [];
  if (month === "") return null;
  const index = MONTH_NAMES.findIndex((name) => name.toLowerCase() === month.toLowerCase()) + 1;
  const inYear = `${String(index).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const filedYear = Number(filed?.slice(0, 4) ?? 0);
  return `${year ?? (inYear > (filed ?? "").slice(5) ? filedYear - 1 : filedYear)}-${inYear}`;
}

/**
 * Returns the amounts of a kind in a row by their cells: a range in one cell, a range over several, or a bare number of
 * money.
 */
export function entriesIn(
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
    const inWords = kind === "percent" ? verbalGrowthIn(cell.text) : [];
    const [amount] = [
      ...inWords.map((words) => ({ ...words, at: cell.at + words.at, end: cell.at + words.end })),
      ...itemsBetween(amounts, cell.at, cell.end),
    ];
    const [number] = numbersIn([cell]);
    if (inWords.length === 0 && !BEFORE_AMOUNT.test(words)) continue;
    if (amount?.kind === kind) entries.push({ amount, cell: withWholeSpan(cell, cells, amount.end) });
    else if (kind === "money" && number && !number.isYear && !amount)
      entries.push({ amount: amountOf(number), cell });
    end = Math.max(end, amount?.end ?? 0);
  }
  return entries;
}

/** Returns the cell of an amount that goes on in the cells behind it, over all of their columns. */
function withWholeSpan(cell: TextCell, cells: readonly TextCell[], end: number): TextCell {
  const last = cells.findLast(({ at }) => at < end) ?? cell;
  return { ...cell, span: Math.max(cell.span, last.column + last.span - cell.column) };
}

type Around = { heads: readonly string[]; titles: readonly string[]; caption: string; filed: string | null };

/**
 * Returns the period, the end of a range and the basis that the headings of a column and a row give an amount, or null
 * when they show that it is no guidance or leave its period open.
 */
function columnOf(
  layout: Layout,
  entry: Entry,
  { heads, titles, caption, filed }: Around,
): Omit<Column, "measure"> | null {
  // "First Quarter" above "2025" is one period.
  const upwards = [heads.join(" "), ...heads.toReversed(), ...titles.toReversed()];
  const isNamed = [...heads, ...titles].some((words) => AHEAD.test(words));
  const isShaped =
    entry.amount.isRange ||
    ONE_ENDED.test(entry.cell.text) ||
    heads.some((head) => LOW.test(head) || HIGH.test(head) || NEW.test(head));
  if (!isNamed && !(isShaped && AHEAD.test(caption)) && !HEADING.test(caption)) return null;
  const isOver = !isFuture(heads, filed);
  const isResult = (head: string) =>
    NO_GUIDANCE.test(head) ||
    (isOver && /\bended\b/i.test(head)) ||
    (periodsOf(head).length > 0 && periodIn(head, filed) === null);
  if (heads.some((head) => isResult(head) && !AHEAD.test(head))) return null;
  const named = upwards.find((head) => periodIn(head, filed) !== null);
  // A half or the rest of a year in the sentences above a table is not taken as the table's period.
  const above = [...periodsAhead(caption, filed), headingBefore(layout, entry.cell.at)?.period].find(
    (period) => period && period.kind !== "other",
  );
  const period = named === undefined ? above : periodIn(named, filed);
  if (!period || isReportedQuarter(layout, period)) return null;
  const leaf = heads.at(-1) ?? titles.at(-1) ?? caption;
  return {
    ...entry,
    period,
    isPrior: heads.some((head) => PRIOR.test(head)),
    isInitial: heads.some((head) => /\binitial\b/i.test(head)),
    end: LOW.test(leaf) ? "low" : MIDDLE.test(leaf) ? "middle" : HIGH.test(leaf) ? "high" : null,
    basis:
      basisOfHead(heads.join(" ")) ??
      basisOfHead(titles.filter(({ length }) => length < LONGEST_BASIS).join(" ")),
  };
}

/** Returns whether the heads of a column name a month in which its period ends, and it has not come when filed. */
function isFuture(heads: readonly string[], filed: string | null): boolean {
  const rank = rankOf(heads.toReversed());
  const [year, month] = (filed ?? "").split("-").map(Number);
  return rank?.kind === "day" && rank.value > (year ?? 0) * 12 + (month ?? 0) - 1;
}

function periodsOf(head: string): readonly Period[] {
  return BARE_YEAR.test(head)
    ? [{ kind: "year", text: head, year: yearIn(head), at: 0, end: head.length }]
    : periodsIn(head);
}

/** Returns the periods of a text that have not passed, the last one first. */
function periodsAhead(words: string, filed: string | null): Period[] {
  return periodsOf(words)
    .filter((period) => periodKindOf(period, filed) !== null)
    .toReversed();
}

function periodIn(head: string, filed: string | null): Period | null {
  return periodsAhead(head, filed)[0] ?? null;
}

/** Joins the columns "Low" and "High" into a range. Returns null for several amounts that are no such pair. */
export function joined(columns: readonly Column[]): Amount | null {
  const [first, second, third] = columns.filter(({ end }) => end !== "middle");
  if (!first || third) return null;
  if (!second) return first.end === null || first.amount.isRange ? first.amount : null;
  if (first.end !== "low" || second.end !== "high" || second.amount.low < first.amount.low) return null;
  return {
    ...first.amount,
    high: second.amount.high,
    isRange: true,
    scale: first.amount.scale ?? second.amount.scale,
    hasCurrency: first.amount.hasCurrency || second.amount.hasCurrency,
    end: second.amount.end,
  };
}
