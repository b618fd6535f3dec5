import { MONTH_NAMES } from "./periods.ts";
import type { Cell, Table } from "./plain-tables.ts";

/** The maximum length of a row label. A longer text between two rows of figures ends the table. */
const MAX_LABEL_CHARS = 140;
/** A table has at least this many rows with figures and at least this many columns with figures. */
const MIN_TABLE_SIZE = 2;
/** Rows of figures with more column headings than this are not read as a table. */
const MAX_HEADINGS = 60;
/** Several words are joined to one cell only up to this many characters, as in "$1.20 to $1.30". */
const MAX_CELL_CHARS = 40;

const DAY = `(?:${MONTH_NAMES.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join("|")}|Sept\\.?) \\d{1,2}`;
const YEAR = "(?:19|20)\\d\\d(?![\\d,.]\\d)";
const QUARTER = "(?:first|second|third|fourth)[- ](?:fiscal )?quarter(?: ended)?|Q[1-4]|[1-4]Q";
const PERIOD_LENGTH = [
  "(?:three|six|nine|twelve|3|6|9|12)[- ]months?(?: period)?(?: ended| ending)?",
  "(?:\\d\\d|thirteen|fourteen|twenty[- ]six|thirty[- ]nine|fifty[- ](?:two|three))[- ]weeks?(?: periods?)?(?: ended| ending)?",
  "(?:fiscal[- ])?(?:quarter|year|half)s?(?:[- ]to[- ]date)?(?: ended| ending)?",
  "full[- ](?:fiscal )?year",
  QUARTER,
].join("|");
const HEADING_WORD =
  "(?:current|prior|previous|updated|new|revised|initial|original)(?: (?:fiscal year |full[- ]year )?(?:guidance|outlook|range))?|low(?: end)?|high(?: end)?|mid-?point|(?:as )?adjusted|as reported|non-gaap|gaap|adjustments?|guidance|outlook|actual|forecast|estimate";
/**
 * Matches a column heading: a year or a quarter of a year, a day, the length of a period, or a word such as "Low".
 * Two headings may have no space between them, as in "Three Months EndedSeptember 30".
 */
const COLUMN_HEADING = new RegExp(
  `(?:\\b|(?<=[Ee]nded))(?:(?<year>(?:FY |fiscal )?${YEAR}|\\d{1,2}/\\d{1,2}/\\d{2,4}|(?:(?:Q[1-4]|[1-4]Q) ?)?FY ?[’']?\\d\\d(?!\\d)|(?:Q[1-4]|[1-4]Q) ?[’']?\\d\\d(?!\\d))|(?<length>${PERIOD_LENGTH})|(?<day>${DAY})|(?<word>${HEADING_WORD})|(?<change>change|variance))(?:(?![\\w-])|(?<=[Ee]nded))`,
  "gi",
);
/** Matches the end of a label that shows that the label and its figures are part of a sentence, such as "was". */
const SENTENCE_WORD = /\b(?:was|were|is|are|of|to|by)\W*$/i;
/** Matches text that may be between two adjacent column headings, such as a vertical bar or "and". */
const BETWEEN_HEADINGS =
  /^[\s,;:|*%$=_-]*(?:\([^()]{1,60}\)[\s,;:|*%$=_-]*){0,3}(?:(?:and|vs\.?|versus|as of|at|for the)\s)?$/i;

/** Matches a word that may be part of a row's figures: a number, percentage, dash, currency sign or "million". */
const FIGURE_WORD =
  /^(?:(?:US)?\$?\(?[-–−]?\$?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?\)?%?\)?\$?|[—–-]{1,2}|N\/?[AM]|nm|\||to|[mb]illion)$/;

type Span = { at: number; end: number };
type Heading = Span & { kind: string };
/** Consecutive words that are figures, divided into table cells. */
type FigureRun = Span & { cells: Span[] };
type Row = FigureRun & { label: Span };

/**
 * Returns the tables in a text without line breaks, found as sequences of figures between labels. The dates,
 * period lengths and words before the first label are the column headings. They must divide the columns evenly,
 * and a row must have one figure for each column.
 */
export function tablesInFlatText(text: string): Table[] {
  const heads = [...text.matchAll(COLUMN_HEADING)].map(({ index, 0: words, groups = {} }): Heading => {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? "";
    return { kind, at: index, end: index + words.length };
  });
  const tables: Table[] = [];
  let block: { heads: readonly Heading[]; rows: Row[] } | null = null;
  let [end, next] = [0, 0];
  const endBlock = () => {
    const table = block && tableOf(text, block);
    if (table) tables.push(table);
    block = null;
  };
  for (const run of figureRunsIn(text, heads)) {
    const between: Heading[] = [];
    for (let head = heads[next]; head && head.end <= run.at; head = heads[++next])
      if (head.at >= end) between.push(head);
    const own = lastAdjacentHeadings(text, between);
    const from = own.length >= MIN_TABLE_SIZE ? (own.at(-1)?.end ?? end) : end;
    if (from !== end || run.at - from > MAX_LABEL_CHARS) endBlock();
    if (own.length >= MIN_TABLE_SIZE && run.at - from <= MAX_LABEL_CHARS) block = { heads: own, rows: [] };
    block?.rows.push({ ...run, label: { at: from, end: run.at } });
    end = run.end;
  }
  endBlock();
  return tables;
}

/** Returns the last headings that are adjacent to each other in the text. */
function lastAdjacentHeadings(text: string, heads: readonly Heading[]): Heading[] {
  let first = heads.length - 1;
  while (first > 0 && BETWEEN_HEADINGS.test(text.slice(heads[first - 1]?.end, heads[first]?.at))) first--;
  return heads.slice(Math.max(0, first));
}

/** Returns all sequences of two or more figures in the text, each divided into cells. */
function figureRunsIn(text: string, heads: readonly Heading[]): FigureRun[] {
  const runs: FigureRun[] = [];
  let run: FigureRun | null = null;
  let next = 0;
  for (const { index: at, 0: word } of text.matchAll(/\S+/g)) {
    const end = at + word.length;
    while ((heads[next]?.end ?? text.length) <= at) next++;
    const isHead = (heads[next]?.at ?? end) < end;
    if (isHead || !FIGURE_WORD.test(word)) {
      run = null;
      continue;
    }
    run ??= { at, end, cells: [] };
    if (run.at === at) runs.push(run);
    addWordToCells(text, run, { at, end });
  }
  return runs.filter(({ cells }) => cells.length >= MIN_TABLE_SIZE);
}

/**
 * Adds a word to a sequence of figures. A currency sign is joined to the number after it, a closing parenthesis
 * and a unit to the number before it, and both ends of a range form one cell.
 */
function addWordToCells(text: string, run: FigureRun, word: Span): void {
  const last = run.cells.at(-1);
  const written = text.slice(word.at, word.end);
  if (written === "|") return;
  run.end = word.end;
  const before = last ? text.slice(last.at, Math.min(last.end, last.at + MAX_CELL_CHARS)) : "";
  const isRange = / to$/.test(before) || (/^[$(].*\d\D* [-–]{1,2}$/.test(before) && /^[$(]/.test(written));
  const isPart = /[$(]$/.test(before) || /^(?:[)%]+|to|[mb]illion)$/.test(written);
  const isDash =
    /^[-–]{1,2}$/.test(written) &&
    /^[$(].*\d/.test(before) &&
    /^ [$(]/.test(text.slice(word.end, word.end + 2));
  if (last && word.end - last.at <= MAX_CELL_CHARS && (isRange || isPart || isDash)) last.end = word.end;
  else run.cells.push({ at: word.at, end: /\d\)?\$$/.test(written) ? word.end - 1 : word.end });
}

/**
 * Returns the table made of headings and rows, or null. Of the attempts with and without percentages and columns
 * of changes, the one with the most rows is used. A first word that may be part of a title is also left out.
 */
function tableOf(
  text: string,
  { heads, rows }: { heads: readonly Heading[]; rows: readonly Row[] },
): Table | null {
  if (heads.length > MAX_HEADINGS) return null;
  const isPercent = ({ at, end }: Span) => text.slice(at, end).includes("%");
  const amounts = rows.map((row) => ({ ...row, cells: row.cells.filter((cell) => !isPercent(cell)) }));
  const tables = [heads, heads[0]?.kind === "word" ? heads.slice(1) : []].flatMap((own) => [
    tableUnderHeadings(text, headingRowsByKind(own), rows),
    tableUnderHeadings(text, headingRowsByKind(own.filter(({ kind }) => kind !== "change")), amounts),
  ]);
  return tables.toSorted((a, b) => (b?.rows.length ?? 0) - (a?.rows.length ?? 0))[0] ?? null;
}

/** Returns the headings grouped by kind into rows. "Change" is put into the row of the heading before it. */
function headingRowsByKind(heads: readonly Heading[]): Heading[][] {
  const rows = new Map<string, Heading[]>();
  let kind = "";
  for (const head of heads) {
    if (head.kind !== "change") kind = head.kind;
    rows.set(kind, [...(rows.get(kind) ?? []), head]);
  }
  return [...rows.values()];
}

/**
 * Returns whether each heading of a row covers the same number of headings in the last row (`leaves`). In the
 * text, the row comes before all of them, or each heading comes before the ones it covers.
 */
function coversEvenly(row: readonly Heading[], leaves: readonly Heading[]): boolean {
  if (leaves.length % row.length !== 0) return false;
  const [first] = leaves;
  if (row === leaves || row.every(({ at }) => first && at < first.at)) return true;
  const each = leaves.length / row.length;
  return row.every(({ at }, i) => leaves.filter((leaf) => leaf.at < at).length === i * each);
}

/**
 * Returns a table of the rows that have one figure for each heading of the last heading row. Returns null when a
 * heading row does not fit the columns evenly, two columns have the same headings, or fewer than two rows remain.
 */
function tableUnderHeadings(text: string, heads: readonly Heading[][], rows: readonly Row[]): Table | null {
  const leaves = heads.at(-1) ?? [];
  const count = leaves.length;
  if (count < MIN_TABLE_SIZE || !heads.every((row) => coversEvenly(row, leaves))) return null;
  const wordsOver = leaves.map((_, i) =>
    heads.map((row) => {
      const { at, end } = row[Math.floor((i * row.length) / count)] ?? {};
      return text.slice(at, end);
    }),
  );
  // If two columns have the same headings, a heading was not recognized.
  if (new Set(wordsOver.map((words) => words.join(" "))).size < count) return null;
  const cellsOf = (spans: readonly Span[]): Cell[] =>
    spans.map(({ at, end }, i) => ({
      at,
      end,
      column: 1 + (i * count) / spans.length,
      span: count / spans.length,
    }));
  const own = rows.flatMap((row) => {
    const isFootnote = ({ at, end }: Span, i: number) =>
      (i === 0 ? /^\(?\d\)?$/ : /^\(\d\)$/).test(text.slice(at, end));
    const cells = row.cells.length > count ? row.cells.filter((cell, i) => !isFootnote(cell, i)) : row.cells;
    const isSentence = SENTENCE_WORD.test(text.slice(row.label.at, row.label.end));
    return cells.length === count && !isSentence ? [{ ...row, cells }] : [];
  });
  const [first, last] = [heads[0]?.[0], own.at(-1)];
  if (!first || !last || own.length < MIN_TABLE_SIZE) return null;
  return {
    at: first.at,
    end: last.end,
    rows: [
      ...heads.map((row) => ({ cells: cellsOf(row) })),
      ...own.flatMap(({ label, cells }) => rowsWithLabel(text, label, cellsOf(cells))),
    ],
  };
}

/** Matches signs, drawn rules and notes in parentheses that come before a row label and are not part of it. */
const TEXT_BEFORE_LABEL = /^[\s,;:|*=_%$-]*(?:\([^()]*\)[\s,;:|*=_-]*)*/;
/** Matches the section title in "Earnings per share: Basic", "Loss per share Basic" or "REVENUE Net sales". */
const SECTION_TITLE =
  /^.{0,140}: |^[A-Z][A-Z &,/-]{3,40} (?=[A-Z][a-z])|^.{0,100}?\bper\b.{0,60} (?=(?:Basic|Diluted)\W{0,3}$)/;

/** Returns a table row with its label. A section title in the label becomes a separate row before it. */
function rowsWithLabel(text: string, { at, end }: Span, cells: Cell[]): { cells: Cell[] }[] {
  const from = at + (TEXT_BEFORE_LABEL.exec(text.slice(at, end))?.[0].length ?? 0);
  const middle = from + (SECTION_TITLE.exec(text.slice(from, end))?.[0].length ?? 0);
  const row = { cells: [{ at: middle, end, column: 0, span: 1 }, ...cells] };
  return middle === from ? [row] : [{ cells: [{ at: from, end: middle, column: 0, span: 1 }] }, row];
}
