import { MONTH_NAMES } from "./periods.ts";
import type { Cell, Table } from "./plain-tables.ts";

/** A label is at most this many characters long; a longer text between figures ends a table. */
const MOST_LABEL = 140;
/** A table has at least this many rows and columns. */
const LEAST = 2;
/** No table of a release has more heads than this. */
const MOST_HEADS = 60;
/** No cell has more characters than this. */
const MOST_CELL = 40;

const DATE = `(?:${MONTH_NAMES.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join("|")}|Sept\\.?) \\d{1,2}`;
const YEAR = "(?:19|20)\\d\\d(?![\\d,.]\\d)";
const QUARTER = "(?:first|second|third|fourth)[- ](?:fiscal )?quarter(?: ended)?|Q[1-4]|[1-4]Q";
const LENGTH = [
  "(?:three|six|nine|twelve|3|6|9|12)[- ]months?(?: period)?(?: ended| ending)?",
  "(?:\\d\\d|thirteen|fourteen|twenty[- ]six|thirty[- ]nine|fifty[- ](?:two|three))[- ]weeks?(?: periods?)?(?: ended| ending)?",
  "(?:fiscal[- ])?(?:quarter|year|half)s?(?:[- ]to[- ]date)?(?: ended| ending)?",
  "full[- ](?:fiscal )?year",
  QUARTER,
].join("|");
const WORD =
  "(?:current|prior|previous|updated|new|revised|initial|original)(?: (?:fiscal year |full[- ]year )?(?:guidance|outlook|range))?|low(?: end)?|high(?: end)?|mid-?point|(?:as )?adjusted|as reported|non-gaap|gaap|adjustments?|guidance|outlook|actual|forecast|estimate";
/**
 * Matches a head of a column or of several: a year or the quarter of a year, a day, a length, or a word such as "Low".
 * Without lines, two may have no space between them, as in "Three Months EndedSeptember 30".
 */
const HEAD = new RegExp(
  `(?:\\b|(?<=[Ee]nded))(?:(?<year>(?:FY |fiscal )?${YEAR}|\\d{1,2}/\\d{1,2}/\\d{2,4}|(?:(?:Q[1-4]|[1-4]Q) ?)?FY ?[’']?\\d\\d(?!\\d)|(?:Q[1-4]|[1-4]Q) ?[’']?\\d\\d(?!\\d))|(?<length>${LENGTH})|(?<day>${DATE})|(?<word>${WORD})|(?<change>change|variance))(?:(?![\\w-])|(?<=[Ee]nded))`,
  "gi",
);
/** Matches words before a figure that make a sentence of a row. */
const SENTENCE = /\b(?:was|were|is|are|of|to|by)\W*$/i;
/** Matches what may stand between two heads. */
const BETWEEN_HEADS =
  /^[\s,;:|*%$=_-]*(?:\([^()]{1,60}\)[\s,;:|*%$=_-]*){0,3}(?:(?:and|vs\.?|versus|as of|at|for the)\s)?$/i;

/** Matches a word of a row's figures: a number, a percentage, a dash, or a sign beside one of them. */
const FIGURE_WORD =
  /^(?:(?:US)?\$?\(?[-–−]?\$?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+)?\)?%?\)?\$?|[—–-]{1,2}|N\/?[AM]|nm|\||to|[mb]illion)$/;

type Span = { at: number; end: number };
type Head = Span & { kind: string };
type Figures = Span & { cells: Span[] };
type Row = Figures & { label: Span };

/**
 * Finds tables in a text that has lost its lines, from runs of figures between labels. Heads are the dates, lengths
 * and words before the first label. A table counts only if its heads divide its figures evenly, and a row only if it
 * has a figure for each head.
 */
export function flatTables(text: string): Table[] {
  const heads = [...text.matchAll(HEAD)].map(({ index, 0: words, groups = {} }): Head => {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? "";
    return { kind, at: index, end: index + words.length };
  });
  const tables: Table[] = [];
  let block: { heads: readonly Head[]; rows: Row[] } | null = null;
  let [end, next] = [0, 0];
  const endBlock = () => {
    const table = block && tableOf(text, block);
    if (table) tables.push(table);
    block = null;
  };
  for (const run of runsIn(text, heads)) {
    const between: Head[] = [];
    for (let head = heads[next]; head && head.end <= run.at; head = heads[++next])
      if (head.at >= end) between.push(head);
    const own = lastRun(text, between);
    const from = own.length >= LEAST ? (own.at(-1)?.end ?? end) : end;
    if (from !== end || run.at - from > MOST_LABEL) endBlock();
    if (own.length >= LEAST && run.at - from <= MOST_LABEL) block = { heads: own, rows: [] };
    block?.rows.push({ ...run, label: { at: from, end: run.at } });
    end = run.end;
  }
  endBlock();
  return tables;
}

/** Returns the last heads that stand side by side. */
function lastRun(text: string, heads: readonly Head[]): Head[] {
  let first = heads.length - 1;
  while (first > 0 && BETWEEN_HEADS.test(text.slice(heads[first - 1]?.end, heads[first]?.at))) first--;
  return heads.slice(Math.max(0, first));
}

/** Returns the runs of two or more figures, each with its cells. */
function runsIn(text: string, heads: readonly Head[]): Figures[] {
  const runs: Figures[] = [];
  let run: Figures | null = null;
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
    addWord(text, run, { at, end });
  }
  return runs.filter(({ cells }) => cells.length >= LEAST);
}

/**
 * Adds a word to the cells of a run. A sign belongs to the number behind it, a bracket and a unit to the one before
 * it, and both ends of a range are one cell.
 */
function addWord(text: string, run: Figures, word: Span): void {
  const last = run.cells.at(-1);
  const written = text.slice(word.at, word.end);
  if (written === "|") return;
  run.end = word.end;
  const before = last ? text.slice(last.at, Math.min(last.end, last.at + MOST_CELL)) : "";
  const isRange = / to$/.test(before) || (/^[$(].*\d\D* [-–]{1,2}$/.test(before) && /^[$(]/.test(written));
  const isPart = /[$(]$/.test(before) || /^(?:[)%]+|to|[mb]illion)$/.test(written);
  const isDash =
    /^[-–]{1,2}$/.test(written) &&
    /^[$(].*\d/.test(before) &&
    /^ [$(]/.test(text.slice(word.end, word.end + 2));
  if (last && word.end - last.at <= MOST_CELL && (isRange || isPart || isDash)) last.end = word.end;
  else run.cells.push({ at: word.at, end: /\d\)?\$$/.test(written) ? word.end - 1 : word.end });
}

/**
 * Returns the table of a block, without its changes and percentages where they have no heads. A first word such as
 * "Outlook" may be the end of a title.
 */
function tableOf(
  text: string,
  { heads, rows }: { heads: readonly Head[]; rows: readonly Row[] },
): Table | null {
  if (heads.length > MOST_HEADS) return null;
  const isPercent = ({ at, end }: Span) => text.slice(at, end).includes("%");
  const amounts = rows.map((row) => ({ ...row, cells: row.cells.filter((cell) => !isPercent(cell)) }));
  const tables = [heads, heads[0]?.kind === "word" ? heads.slice(1) : []].flatMap((own) => [
    tableUnder(text, headRows(own), rows),
    tableUnder(text, headRows(own.filter(({ kind }) => kind !== "change")), amounts),
  ]);
  return tables.toSorted((a, b) => (b?.rows.length ?? 0) - (a?.rows.length ?? 0))[0] ?? null;
}

/** Returns the heads in rows of the same kind. A change stands in the row of the head before it. */
function headRows(heads: readonly Head[]): Head[][] {
  const rows = new Map<string, Head[]>();
  let kind = "";
  for (const head of heads) {
    if (head.kind !== "change") kind = head.kind;
    rows.set(kind, [...(rows.get(kind) ?? []), head]);
  }
  return [...rows.values()];
}

/**
 * Returns whether the heads of a row stand over equally many heads of the last row: before all of them, or each
 * before its own.
 */
function isEven(row: readonly Head[], leaves: readonly Head[]): boolean {
  if (leaves.length % row.length !== 0) return false;
  const [first] = leaves;
  if (row === leaves || row.every(({ at }) => first && at < first.at)) return true;
  const each = leaves.length / row.length;
  return row.every(({ at }, i) => leaves.filter((leaf) => leaf.at < at).length === i * each);
}

/**
 * Returns the rows that have a figure for each of the last heads, as a table. Returns null when the heads do not
 * stand evenly over its columns, when two columns have the same ones, or when fewer than two rows are left.
 */
function tableUnder(text: string, heads: readonly Head[][], rows: readonly Row[]): Table | null {
  const leaves = heads.at(-1) ?? [];
  const count = leaves.length;
  if (count < LEAST || !heads.every((row) => isEven(row, leaves))) return null;
  const wordsOver = leaves.map((_, i) =>
    heads.map((row) => {
      const { at, end } = row[Math.floor((i * row.length) / count)] ?? {};
      return text.slice(at, end);
    }),
  );
  // Two columns with the same heads show that a head was not found.
  if (new Set(wordsOver.map((words) => words.join(" "))).size < count) return null;
  const cellsOf = (spans: readonly Span[]): Cell[] =>
    spans.map(({ at, end }, i) => ({
      at,
      end,
      column: 1 + (i * count) / spans.length,
      span: count / spans.length,
    }));
  const own = rows.flatMap((row) => {
    const isNote = ({ at, end }: Span, i: number) =>
      (i === 0 ? /^\(?\d\)?$/ : /^\(\d\)$/).test(text.slice(at, end));
    const cells = row.cells.length > count ? row.cells.filter((cell, i) => !isNote(cell, i)) : row.cells;
    const isSentence = SENTENCE.test(text.slice(row.label.at, row.label.end));
    return cells.length === count && !isSentence ? [{ ...row, cells }] : [];
  });
  const [first, last] = [heads[0]?.[0], own.at(-1)];
  if (!first || !last || own.length < LEAST) return null;
  return {
    at: first.at,
    end: last.end,
    rows: [
      ...heads.map((row) => ({ cells: cellsOf(row) })),
      ...own.flatMap(({ label, cells }) => labelRows(text, label, cellsOf(cells))),
    ],
  };
}

/** Matches what may stand between the figures or heads before a label and the label: signs, rules and notes. */
const BEFORE_LABEL = /^[\s,;:|*=_%$-]*(?:\([^()]*\)[\s,;:|*=_-]*)*/;
/** Matches a section above a label, as in "Earnings per share: Basic", "Loss per share Basic" and "REVENUE Net sales". */
const SECTION =
  /^.{0,140}: |^[A-Z][A-Z &,/-]{3,40} (?=[A-Z][a-z])|^.{0,100}?\bper\b.{0,60} (?=(?:Basic|Diluted)\W{0,3}$)/;

/** Returns a row with its label, below a row of its own for its section. */
function labelRows(text: string, { at, end }: Span, cells: Cell[]): { cells: Cell[] }[] {
  const from = at + (BEFORE_LABEL.exec(text.slice(at, end))?.[0].length ?? 0);
  const middle = from + (SECTION.exec(text.slice(from, end))?.[0].length ?? 0);
  const row = { cells: [{ at: middle, end, column: 0, span: 1 }, ...cells] };
  return middle === from ? [row] : [{ cells: [{ at: from, end: middle, column: 0, span: 1 }] }, row];
}
