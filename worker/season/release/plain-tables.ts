import { periodsIn } from "./periods.ts";

/** A table cell. Its text is `text.slice(at, end)` of the release. It covers `span` columns from `column` on. */
export type Cell = { at: number; end: number; column: number; span: number };
type Row = { cells: readonly Cell[] };
export type Table = { at: number; end: number; rows: readonly Row[] };

type Span = { column: number; end: number };
/** The text of one column in a line, or a vertical bar. `space` is a space or an empty string before it. */
type Piece = Span & { text: string; space: "" | " " };
/** A line of plain text. `isRule` is true for a drawn horizontal rule, such as "-----  -----". */
type Line = { pieces: readonly Piece[]; isRule: boolean };
/** Collects the text of the release. `next` returns the character offset where the next word will start. */
type Writer = { write: (text: string) => void; next: () => number };

/** A line that is not divided into columns and has more characters than this is a sentence and ends a table. */
const MAX_LABEL_CHARS = 45;
/** A heading over several columns is indented by at least this much. Columns between bars get this width. */
const MIN_HEADING_INDENT = 10;
/** This many empty lines in a row end a table. */
const EMPTY_LINES_AFTER_TABLE = 3;
/** How many lines below a heading are searched for the horizontal rule that shows its columns. */
const RULE_SEARCH_LINES = 3;
/** Matches a vertical bar or the text of one column, which ends at two spaces, a bar or a separate "$". */
const COLUMN_TEXTS = /\||[^\s|]+(?: (?!\$(?: {2}|$))[^\s|]+)*/g;
const RULE_CHARACTERS = /^[\s|:=_–—-]+$/;
const VERTICAL_BAR = "|";
const DRAWN_RULE = /-{3}|={3}|_{3}/;
/** Matches a note on the unit, as in "($ in millions except per share amounts)". */
const UNIT_NOTE = /^\([^)]{1,120}\)$/;
/** Matches a figure with a currency sign, a decimal point or a comma, but not a year. */
const CELL_FIGURE = /[$€£]|\d[.,]\d|\d ?%/;
/** Matches a number of up to three digits or a dash. A row of only these has figures and no headings. */
const SMALL_NUMBER = /^(?:\(?\d{1,3}\)?|[-–—])$/;
/** Matches the second line of a label that is broken over two lines, such as "and equivalents". */
const LABEL_CONTINUATION = /^[a-z(–-]/;

/** Matches the heading of a column of changes. */
const CHANGE_HEADING = /\b(?:change|chg|variance)\b/i;
/** Matches the start of a paragraph. Only a year is a figure that may start one; another may be a cell on its own line. */
const PARAGRAPH_START = /^(?:[A-Z“"]|20\d\d )/;

/**
 * Writes a plain text with `writer` and returns the offsets where its paragraphs start and its tables, drawn with
 * horizontal rules or vertical bars.
 * The column and span of a cell are counted in characters and include the rule above or below the cell.
 */
export function writePlainText(raw: string, writer: Writer): { tables: Table[]; blocks: number[] } {
  const lines = raw.split("\n").map(
    (text): Line => ({
      pieces: piecesOf(text),
      isRule: RULE_CHARACTERS.test(text) && DRAWN_RULE.test(text),
    }),
  );
  const tables: Table[] = [];
  const blocks: number[] = [];
  let next = 0;
  while (next < lines.length) {
    writer.write(" ");
    const isAfterEmptyLine = lines[next - 1]?.pieces.length === 0;
    if (isAfterEmptyLine && PARAGRAPH_START.test(lines[next]?.pieces[0]?.text ?? ""))
      blocks.push(writer.next());
    const end = isBarRow(lines[next]) ? barTableEnd(lines, next) : tableEnd(lines, next);
    const block = lines.slice(next, end);
    if (hasDrawnColumns(block)) tables.push(writeTable(block, writer));
    else if (block.filter(isBarRow).length > 1) tables.push(writeBarTable(block, writer));
    else for (const line of block) writeLine(line, writer);
    next = end;
  }
  return { tables, blocks };
}

/** Returns the column texts of a line with their positions. After a bar at its start, columns are equally wide. */
function piecesOf(text: string): Piece[] {
  const line = text.replaceAll("\t", "    ").replaceAll("\u00a0", " ");
  const pieces = [...line.matchAll(COLUMN_TEXTS)].map(({ index, 0: piece }): Piece => {
    const space = /\S/.test(line[index - 1] ?? " ") ? "" : " ";
    return { text: piece, column: index, end: index + piece.length, space };
  });
  if (pieces[0]?.text !== VERTICAL_BAR) return pieces;
  let column = -MIN_HEADING_INDENT;
  return pieces.map((piece) => {
    if (piece.text === VERTICAL_BAR) column += MIN_HEADING_INDENT;
    return { ...piece, column, end: column + MIN_HEADING_INDENT };
  });
}

/** Returns the index after the last line of a table that starts at `first`, or `first + 1` without a table. */
function tableEnd(lines: readonly Line[], first: number): number {
  let end = first + 1;
  if (!isRow(lines[first]) && !isSpanningHeading(lines[first])) return end;
  for (let i = first + 1, empty = 0; i < lines.length && empty < EMPTY_LINES_AFTER_TABLE; i++) {
    const line = lines[i];
    const [only, second] = line?.pieces ?? [];
    if (only && !second && !line?.isRule && only.text.length > MAX_LABEL_CHARS && !UNIT_NOTE.test(only.text))
      break;
    empty = only ? 0 : empty + 1;
    if (isRow(line) || line?.isRule) end = i + 1;
  }
  return end;
}

/** Returns whether horizontal rules divide the lines into columns, or vertical bars that start every line with bars. */
function hasDrawnColumns(block: readonly Line[]): boolean {
  const barsStartRows = !block.some(isBarRow);
  const isDrawn = ({ isRule, pieces }: Line) =>
    pieces.length > 1 && (isRule || (barsStartRows && pieces[0]?.text === VERTICAL_BAR));
  return block.length > 2 && block.some(isDrawn);
}

/** Returns whether a line has cells with bars between them, but no bar at its start. */
function isBarRow(line: Line | undefined): boolean {
  const [first, ...others] = line?.pieces ?? [];
  return first?.text !== VERTICAL_BAR && others.some(({ text }) => text === VERTICAL_BAR);
}

/** A table with bars between its cells may have this many consecutive lines that are only labels. */
const MAX_LABEL_LINES = 3;

/** Returns the index after the last row of a table with bars between its cells, which may have labels between rows. */
function barTableEnd(lines: readonly Line[], first: number): number {
  const hasBar = (line: Line | undefined) => line?.pieces.some(({ text }) => text === VERTICAL_BAR) === true;
  let end = first + 1;
  for (let i = end; i < lines.length && i - end <= MAX_LABEL_LINES; i++) {
    if (hasBar(lines[i])) end = i + 1;
    else if (lines[i]?.pieces.length !== 1) break;
  }
  return end;
}

/**
 * Writes a table whose cells have bars between them only, as in "Revenue | $1.2 | $1.1". Empty cells are not written
 * in such tables. A row with a label and one figure for each column is a body row; another row has headings, which
 * divide the columns evenly, apart from one column for each change. Other rows are left out, and if one of them has
 * periods, the table has no rows, because its columns are uncertain.
 */
function writeBarTable(lines: readonly Line[], writer: Writer): Table {
  const at = writer.next();
  const written = lines.map((line) => {
    const texts = line.pieces.flatMap(({ text }) => (text === VERTICAL_BAR ? [] : [text]));
    const cells: Cell[] = [];
    for (const [i, cell] of writeLine(line, writer).entries()) {
      const last = cells.at(-1);
      const isInRange = isRangeSeparator(texts, i) || isRangeSeparator(texts, i - 1);
      // A cell with only a percent sign or a closing parenthesis belongs to the figure before it.
      if (last && (isInRange || /^[)%]+$/.test(texts[i] ?? ""))) last.end = cell.end;
      else cells.push(cell);
    }
    const [, ...others] = texts;
    const isBody =
      others.some((text) => CELL_FIGURE.test(text)) ||
      (others.length > 1 && others.every((text) => SMALL_NUMBER.test(text)));
    return { cells, isBody, texts };
  });
  const lengths = written.filter(({ isBody }) => isBody).map(({ cells }) => cells.length);
  const [columns = 1] =
    [...Map.groupBy(lengths, (length) => length)].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  let changes: readonly number[] = [];
  const rows: { cells: Cell[] }[] = [];
  for (const { cells, isBody, texts } of written) {
    const [first = "", second = ""] = texts;
    if (cells.length === columns) {
      rows.push({ cells: cells.map((cell, i) => ({ ...cell, column: i, span: 1 })) });
      if (!isBody) changes = texts.flatMap((text, i) => (CHANGE_HEADING.test(text) ? [i] : []));
      continue;
    }
    if (isBody) continue;
    // In "Financial Summary | Third Quarter", the first cell is over the labels.
    const isFirstLabel = !/guidance|quarter/i.test(first) && !periodsIn(first)[0] && periodsIn(second)[0];
    const heads = isFirstLabel ? cells.slice(1) : cells;
    const isChange = texts.slice(-heads.length).map((text) => CHANGE_HEADING.test(text));
    // In "Three Months | % Change | Six Months | % Change", a change has one column, which the rows below leave out.
    const count = isChange.filter(Boolean).length;
    const left = columns - 1 - (count || changes.length);
    const span = count === heads.length ? 1 : left / (heads.length - count);
    if (!Number.isInteger(span)) {
      // Periods that do not fit make all columns uncertain.
      if (texts.some((text) => /\b20\d\d\b/.test(text) || periodsIn(text)[0]))
        return { at, end: writer.next(), rows: [] };
      continue;
    }
    let column = 1;
    const placed = heads.map((cell, i): Cell => {
      while (count === 0 && changes.includes(column)) column++;
      const own = isChange[i] ? 1 : span;
      column += own;
      return { ...cell, column: column - own, span: own };
    });
    if (count > 0) changes = placed.flatMap(({ column }, i) => (isChange[i] ? [column] : []));
    rows.push({ cells: placed });
  }
  return { at, end: writer.next(), rows };
}

/** Returns whether the cell `i` of a row stands between the two ends of a range, as in "$1.20 | to | $1.30". */
function isRangeSeparator(texts: readonly string[], i: number): boolean {
  const before = texts[i - 1] === "%" ? texts[i - 2] : texts[i - 1];
  const isFigure = (text = "") => /^[^a-z]*\d[^a-z]*$/i.test(text);
  return i > 1 && /^(?:to|[-–])$/.test(texts[i] ?? "") && isFigure(before) && isFigure(texts[i + 1]);
}

function isRow(line: Line | undefined): boolean {
  return line !== undefined && !line.isRule && line.pieces.length > 1;
}

/** Returns whether a line may be a heading over several columns: one indented text. */
function isSpanningHeading(line: Line | undefined): boolean {
  const [only, second] = line?.pieces ?? [];
  return only !== undefined && !second && line?.isRule === false && only.column >= MIN_HEADING_INDENT;
}

/** Writes a line and returns its cells, without the vertical bars. */
function writeLine(line: Line | undefined, writer: Writer): Cell[] {
  writer.write(" ");
  return (line?.pieces ?? []).flatMap(({ text, column, end, space }) => {
    writer.write(space);
    const at = writer.next();
    writer.write(text);
    return text === VERTICAL_BAR ? [] : [{ at, end: writer.next(), column, span: end - column }];
  });
}

function writeTable(lines: readonly Line[], writer: Writer): Table {
  const rows: { cells: Cell[] }[] = [];
  const at = writer.next();
  let above: readonly Span[] = [];
  /** The label of the previous line if it may continue in this line, which may be indented by one space. */
  let label: Cell | null = null;
  for (const [i, line] of lines.entries()) {
    const cells = writeLine(line, writer);
    if (line.isRule) {
      label = null;
      if (line.pieces.length > 1) above = line.pieces;
      continue;
    }
    const [first, ...figures] = cells;
    const text = line.pieces[0]?.text ?? "";
    if (label && first && (LABEL_CONTINUATION.test(text) || first.column === label.column + 1)) {
      rows.pop();
      cells[0] = { at: label.at, end: first.end, column: label.column, span: label.span };
    }
    const below = lines.slice(i + 1, i + 1 + RULE_SEARCH_LINES).find(({ isRule }) => isRule)?.pieces ?? [];
    const rule = below.length > 1 ? below : above;
    const labelCell: Cell | undefined = cells[0];
    const isLabel = figures.length === 0 && !text.endsWith(":");
    label = isLabel && labelCell && labelCell.column < MIN_HEADING_INDENT ? labelCell : null;
    const spanningHeadings = below.length > 1 ? spreadOverRules(cells, below) : null;
    // A cell at the left edge is a row label. It is not widened to the rule above it.
    rows.push({
      cells:
        spanningHeadings ??
        cells.map((cell) => (cell.column < 2 ? { ...cell, column: 0 } : widenedToRules(cell, rule))),
    });
  }
  return { at, end: writer.next(), rows };
}

/** Returns a cell that is widened to cover the horizontal rules that it overlaps. */
function widenedToRules(cell: Cell, rules: readonly Span[]): Cell {
  const own = rules.filter(({ column, end }) => column < cell.column + cell.span && cell.column < end);
  const column = Math.min(cell.column, ...own.map(({ column }) => column));
  return { ...cell, column, span: Math.max(cell.column + cell.span, ...own.map(({ end }) => end)) - column };
}

/**
 * Returns headings widened to cover equally many rules each, such as "4Q" over two columns. Returns null unless
 * every heading covers at least two rules and its middle is above them.
 */
function spreadOverRules(heads: readonly Cell[], rules: readonly Span[]): Cell[] | null {
  const each = rules.length / heads.length;
  if (heads.length < 2 || !Number.isInteger(each) || each < 2) return null;
  const cells = heads.flatMap((head, i): Cell[] => {
    const [first, last] = [rules[i * each], rules[(i + 1) * each - 1]];
    const middle = head.column + head.span / 2;
    return first && last && first.column <= middle && middle <= last.end
      ? [{ ...head, column: first.column, span: last.end - first.column }]
      : [];
  });
  return cells.length === heads.length ? cells : null;
}
