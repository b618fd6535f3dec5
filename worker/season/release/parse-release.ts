import { Parser } from "htmlparser2";
import { EXHIBIT_MAX_LENGTH } from "#contract/company-release.ts";
import { tablesInFlatText } from "./flat-tables.ts";
import { type Cell, type Table, writePlainText } from "./plain-tables.ts";
import { visibleTagTracker } from "./seen-tags.ts";

/**
 * A release as a reader sees it. Every quote and character offset refers to `text`, which has single spaces and no
 * tags. `blocks` are the offsets where paragraphs, headings, list items and table rows start.
 */
export type ReleaseDocument = { text: string; tables: readonly Table[]; blocks: readonly number[] };

/** The names of tags that may occur inside a word. Every other tag separates words. */
const INLINE_TAGS = new Set("span b i u font a sup sub em strong small big ins s".split(" "));
const BLOCK_TAGS = new Set("div p li h1 h2 h3 h4 h5 h6".split(" "));
/** Parsing stops at deeper nested tags, to avoid quadratic time. Real releases are nested less than 60 deep. */
const MAX_TAG_DEPTH = 500;

/**
 * Parses a release (HTML or plain text) into its visible text, its tables and the offsets of its blocks. Takes
 * linear time.
 */
export function parseRelease(source: string): ReleaseDocument {
  const raw = source.slice(0, EXHIBIT_MAX_LENGTH);
  const writer = textWriter();
  if (!isMarkup(raw)) {
    const { tables, blocks } = writePlainText(raw, writer);
    return withFlatTables(writer.text(), tables, blocks);
  }
  const tables = tableBuilder(writer.next);
  const seen = visibleTagTracker();
  const blocks: number[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      if (depth > MAX_TAG_DEPTH) return parser.pause();
      if (!seen.open(name, attributes)) return;
      if (!isInline(name)) writer.write(" ");
      if (name === "tr" || (BLOCK_TAGS.has(name) && !tables.isOpen())) blocks.push(writer.next());
      tables.open(name, attributes);
    },
    ontext(text) {
      if (seen.isSeen()) writer.write(text);
    },
    onclosetag(name) {
      depth--;
      if (!seen.close()) return;
      tables.close(name);
      if (!isInline(name)) writer.write(" ");
    },
  });
  parser.write(raw);
  parser.end();
  const text = writer.text();
  return withFlatTables(text, tables.done(text.length), blocks);
}

/** Adds the tables that `tablesInFlatText` finds outside of the given tables, which must be sorted by offset. */
function withFlatTables(text: string, tables: readonly Table[], blocks: readonly number[]): ReleaseDocument {
  let [next, lastTableEnd] = [0, 0];
  const outsideTables = tablesInFlatText(text).filter(({ at, end }) => {
    for (let table = tables[next]; table && table.at < end; table = tables[++next])
      lastTableEnd = Math.max(lastTableEnd, table.end);
    return lastTableEnd <= at;
  });
  return { text, tables: [...tables, ...outsideTables].toSorted((a, b) => a.at - b.at), blocks };
}

function isMarkup(raw: string): boolean {
  return /<(?:html|body|div|p|table|font|tr|td|br)\b/i.test(raw);
}

function isInline(name: string): boolean {
  return INLINE_TAGS.has(name) || name.startsWith("ix:");
}

/** Collects text and collapses its white space. `next` returns the offset that the next word will have. */
function textWriter() {
  const parts: string[] = [];
  let length = 0;
  let hasSpace = false;
  return {
    next: () => (length > 0 && hasSpace ? length + 1 : length),
    write(raw: string) {
      const text = raw.replace(/[\u200b\ufeff\u00ad\u200c]/g, "").replace(/\s+/g, " ");
      const words = text.trim();
      if (text.startsWith(" ")) hasSpace = true;
      if (words === "") return;
      const part = length > 0 && hasSpace ? ` ${words}` : words;
      parts.push(part);
      length += part.length;
      hasSpace = text.endsWith(" ");
    },
    text: () => parts.join(""),
  };
}

/** The most cells spanning several rows that are tracked at a time, so that parsing takes linear time. */
const MAX_ROWSPAN_CELLS = 100;

/** A cell that also covers the next `rows` rows. */
type RowspanCell = { column: number; span: number; rows: number };
type OpenTable = {
  at: number;
  rows: { cells: Cell[] }[];
  cell: Cell | null;
  column: number;
  rowspanCells: RowspanCell[];
};

/** Returns the first column at or after `column` that no cell of an earlier row covers. */
function freeColumn(column: number, rowspanCells: readonly RowspanCell[]): number {
  const taken = rowspanCells.find((one) => one.column <= column && column < one.column + one.span);
  return taken ? freeColumn(taken.column + taken.span, rowspanCells) : column;
}

/** Returns the number in a "colspan" or "rowspan" attribute, but at least 1 and at most 100. */
function spanOf(written: string | undefined): number {
  return Math.min(100, Math.max(1, Number.parseInt(written ?? "1", 10) || 1));
}

/** Collects tables. A table inside a cell of another table becomes a separate table. */
function tableBuilder(next: () => number) {
  const open: OpenTable[] = [];
  const tables: Table[] = [];
  const endCell = (table: OpenTable) => {
    if (table.cell) table.cell.end = Math.max(table.cell.at, next());
    table.cell = null;
  };
  const endTable = () => {
    const table = open.pop();
    if (!table) return;
    endCell(table);
    if (table.rows.length > 0) tables.push({ at: table.at, end: next(), rows: table.rows });
  };
  return {
    open(name: string, { colspan, rowspan }: Record<string, string>) {
      if (name === "table") open.push({ at: next(), rows: [], cell: null, column: 0, rowspanCells: [] });
      const table = open.at(-1);
      if (!table) return;
      if (name === "tr") {
        table.rows.push({ cells: [] });
        table.column = 0;
        table.rowspanCells = table.rowspanCells
          .map((one) => ({ ...one, rows: one.rows - 1 }))
          .filter(({ rows }) => rows >= 0);
      }
      if (name !== "td" && name !== "th") return;
      endCell(table);
      const row = table.rows.at(-1);
      if (!row) return;
      const span = spanOf(colspan);
      const column = freeColumn(table.column, table.rowspanCells);
      table.cell = { at: next(), end: next(), column, span };
      table.column = column + span;
      row.cells.push(table.cell);
      const rows = spanOf(rowspan) - 1;
      if (rows > 0 && table.rowspanCells.length < MAX_ROWSPAN_CELLS)
        table.rowspanCells.push({ column, span, rows });
    },
    close(name: string) {
      const table = open.at(-1);
      if (table && (name === "td" || name === "th" || name === "tr")) endCell(table);
      if (name === "table") endTable();
    },
    isOpen: () => open.length > 0,
    done(length: number): Table[] {
      while (open.length > 0) endTable();
      return tables
        .map((table) => ({ ...table, end: Math.min(table.end, length) }))
        .toSorted((a, b) => a.at - b.at);
    },
  };
}
