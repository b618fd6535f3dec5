/** A cell of a table: its text is `text.slice(at, end)` of the release. `column` counts from 0, spans included. */
export type Cell = { at: number; end: number; column: number; span: number };
type Row = { cells: readonly Cell[] };
export type Table = { at: number; end: number; rows: readonly Row[] };

type Span = { column: number; end: number };
/** `space` is what separates a piece from the one before it, which is nothing beside some bars. */
type Piece = Span & { text: string; space: "" | " " };
type Line = { pieces: readonly Piece[]; isRule: boolean };
type Writer = { write: (text: string) => void; next: () => number };

/** Longer lines of one piece are sentences, which no table has. */
const MOST_LABEL = 45;
/** A head over several columns is indented by at least this many characters. */
const LEAST_INDENT = 10;
/** A table ends at this many empty lines. */
const MOST_EMPTY = 3;
/** A head stands at most this many lines above the rule that shows its columns. */
const HEAD_LINES = 3;
/** Two spaces, a tab or a bar separate the columns of a line, and so does a space before the currency of the first. */
const PIECES = /\||[^\s|]+(?: (?!\$(?: {2}|$))[^\s|]+)*/g;
const RULE_SIGNS = /^[\s|:=_–—-]+$/;
const BAR = "|";
const DRAWN_RULE = /-{3}|={3}|_{3}/;
/** Matches a note on the unit, as in "($ in millions except per share amounts)". */
const NOTE = /^\([^)]{1,120}\)$/;
/** Matches the rest of a label that began in the line above. One more space before it means the same. */
const GOES_ON = /^[a-z(–-]/;

/**
 * Writes a plain text and returns its tables, whose columns are drawn with rules or bars. A cell's column and span are
 * counted in characters, and reach over the rule that is drawn above or below it.
 */
export function writePlain(raw: string, writer: Writer): Table[] {
  const lines = raw.split("\n").map(
    (text): Line => ({
      pieces: piecesOf(text),
      isRule: RULE_SIGNS.test(text) && DRAWN_RULE.test(text),
    }),
  );
  const tables: Table[] = [];
  let next = 0;
  while (next < lines.length) {
    const end = blockEnd(lines, next);
    const block = lines.slice(next, end);
    if (isTable(block)) tables.push(writeTable(block, writer));
    else for (const line of block) writeLine(line, writer);
    next = end;
  }
  return tables;
}

/** Returns the pieces of a line with their columns in characters. Bars make columns of equal width. */
function piecesOf(text: string): Piece[] {
  const line = text.replaceAll("\t", "    ").replaceAll("\u00a0", " ");
  const pieces = [...line.matchAll(PIECES)].map(({ index, 0: piece }): Piece => {
    const space = /\S/.test(line[index - 1] ?? " ") ? "" : " ";
    return { text: piece, column: index, end: index + piece.length, space };
  });
  if (pieces[0]?.text !== BAR) return pieces;
  let column = -LEAST_INDENT;
  return pieces.map((piece) => {
    if (piece.text === BAR) column += LEAST_INDENT;
    return { ...piece, column, end: column + LEAST_INDENT };
  });
}

/** Returns where the rows and heads that begin with a line end. Any other line is a block of its own. */
function blockEnd(lines: readonly Line[], first: number): number {
  let end = first + 1;
  if (!isRow(lines[first]) && !isHead(lines[first])) return end;
  for (let i = first + 1, empty = 0; i < lines.length && empty < MOST_EMPTY; i++) {
    const line = lines[i];
    const [only, second] = line?.pieces ?? [];
    if (only && !second && !line?.isRule && only.text.length > MOST_LABEL && !NOTE.test(only.text)) break;
    empty = only ? 0 : empty + 1;
    if (isRow(line) || line?.isRule) end = i + 1;
  }
  return end;
}

/** Returns whether rules or bars draw the columns of a block. */
function isTable(block: readonly Line[]): boolean {
  const isDrawn = ({ isRule, pieces }: Line) => pieces.length > 1 && (isRule || pieces[0]?.text === BAR);
  return block.length > 2 && block.some(isDrawn);
}

function isRow(line: Line | undefined): boolean {
  return line !== undefined && !line.isRule && line.pieces.length > 1;
}

/** Returns whether a line may be the head over several columns, which is not at the left edge. */
function isHead(line: Line | undefined): boolean {
  const [only, second] = line?.pieces ?? [];
  return only !== undefined && !second && line?.isRule === false && only.column >= LEAST_INDENT;
}

function writeLine(line: Line | undefined, writer: Writer): Cell[] {
  writer.write(" ");
  return (line?.pieces ?? []).flatMap(({ text, column, end, space }) => {
    writer.write(space);
    const at = writer.next();
    writer.write(text);
    return text === BAR ? [] : [{ at, end: writer.next(), column, span: end - column }];
  });
}

function writeTable(lines: readonly Line[], writer: Writer): Table {
  const rows: { cells: Cell[] }[] = [];
  const at = writer.next();
  let above: readonly Span[] = [];
  /** A label that may go on in the next line. */
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
    if (label && first && (GOES_ON.test(text) || first.column === label.column + 1)) {
      rows.pop();
      cells[0] = { at: label.at, end: first.end, column: label.column, span: label.span };
    }
    const below = lines.slice(i + 1, i + 1 + HEAD_LINES).find(({ isRule }) => isRule)?.pieces ?? [];
    const rule = below.length > 1 ? below : above;
    const labelCell: Cell | undefined = cells[0];
    const isLabel = figures.length === 0 && !text.endsWith(":");
    label = isLabel && labelCell && labelCell.column < LEAST_INDENT ? labelCell : null;
    const groups = below.length > 1 ? grouped(cells, below) : null;
    // A label begins at the left edge, where the first rule may be drawn above it.
    rows.push({
      cells: groups ?? cells.map((cell) => (cell.column < 2 ? { ...cell, column: 0 } : reaching(cell, rule))),
    });
  }
  return { at, end: writer.next(), rows };
}

/** Returns a cell with the column and span of the rules that it touches. */
function reaching(cell: Cell, rules: readonly Span[]): Cell {
  const own = rules.filter(({ column, end }) => column < cell.column + cell.span && cell.column < end);
  const column = Math.min(cell.column, ...own.map(({ column }) => column));
  return { ...cell, column, span: Math.max(cell.column + cell.span, ...own.map(({ end }) => end)) - column };
}

/**
 * Returns heads that each stand over the middle of as many rules, as "4Q" over two columns. Returns null when
 * they do not.
 */
function grouped(heads: readonly Cell[], rules: readonly Span[]): Cell[] | null {
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
