import { type Amount, currencyOf } from "./amounts.ts";
import type { ReleaseDocument } from "./parse-release.ts";
import type { Cell, Table } from "./plain-tables.ts";
import { type ColumnHead, columnHeadOf, UNKNOWN_HEAD } from "./table-heads.ts";

/** A number in a cell of its own, as written, with the heads of its column. */
export type Figure = {
  value: number;
  hasCents: boolean;
  /** The currency sign in the cell or in the one before it. */
  sign: string | null;
  at: number;
  end: number;
  head: ColumnHead;
};
/** A row of figures. `section` is the last label above it that has no figures of its own. */
export type FigureRow = {
  label: string;
  section: string;
  /** What stands over all columns of the table. */
  title: string;
  at: number;
  figures: readonly Figure[];
};
export type Grid = { at: number; end: number; caption: string; rows: readonly FigureRow[] };

/** How far above a table its caption and unit are looked for, in characters. */
const CAPTION = 300;
const FIGURE =
  /^(?:(US\$|[A-Z]{1,2}\$|\$|€|£|¥|RMB|NT\$) ?)?(\(|[-−–])? ?(?:(\$|€|£|¥) ?)?(\()?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+) ?\)?$/;
/** Matches the signs around a cell that is bold in a table drawn with bars, as in "**490,830**". */
const BOLD = /^\*\*|\*\*$/g;
/** Matches a cell of percentages. A row of them has neither figures nor heads. */
const PERCENTAGE = /\d\W{0,2}%/;
/** Matches the label of a row that continues the row above it, as "Per diluted share" does below "Net income". */
const PER_ALONE = /^[-–—•\s]*per (?:[\w–-]+ ){0,3}(?:share|unit)\W*\d?\)?$/i;
const SIGN = /^(?:US\$|[A-Z]{0,2}\$|€|£|¥|RMB) ?\(?$/;

/** Returns the tables of a release that have rows of figures, with the heads of each figure's column. */
export function gridsOf({ text, tables }: Pick<ReleaseDocument, "text" | "tables">): Grid[] {
  return tables.flatMap((table, i) => {
    const before = Math.max(tables[i - 1]?.end ?? 0, table.at - CAPTION, 0);
    const grid = { at: table.at, end: table.end, caption: text.slice(Math.min(before, table.at), table.at) };
    const rows = rowsOf(text, table, grid.caption);
    return rows.length > 0 ? [{ ...grid, rows }] : [];
  });
}

export type TextCell = Cell & { text: string };
/** A row that has figures, with the rows of heads above it, from top to bottom. */
export type BodyRow = {
  label: string;
  section: string;
  at: number;
  cells: readonly TextCell[];
  heads: readonly TextCell[][];
};

/** Returns the rows of a table that have figures, as `hasFigures` tells. All other rows are heads or sections. */
export function bodyRows(
  text: string,
  table: Table,
  hasFigures: (cells: readonly TextCell[]) => boolean,
): BodyRow[] {
  const rows: BodyRow[] = [];
  let heads: TextCell[][] = [];
  let section = "";
  let isBelowHeads = false;
  for (const { cells } of table.rows) {
    const own = cells
      .map((cell) => ({ ...cell, text: text.slice(cell.at, cell.end).trim().replace(BOLD, "") }))
      .filter(({ text }) => text !== "");
    const [first] = own;
    if (!first) continue;
    if (hasFigures(own)) {
      isBelowHeads = true;
      const hasLabel = isLabel(first.text);
      const above = rows.at(-1)?.label ?? section;
      rows.push({
        label: !hasLabel ? section : PER_ALONE.test(first.text) ? `${above} ${first.text}` : first.text,
        section: hasLabel ? section : "",
        at: first.at,
        cells: own,
        heads,
      });
    } else if (own.length > 1 && own.slice(1).some(({ text }) => PERCENTAGE.test(text))) {
      isBelowHeads = true;
    } else if (isBelowHeads && !isHeads(own)) {
      if (own.length === 1) section = first.text;
    } else {
      // A second block of heads replaces the first.
      if (isBelowHeads) heads = [];
      isBelowHeads = false;
      section = first.column === 0 && own.length === 1 ? first.text : "";
      heads.push(own);
    }
  }
  return rows;
}

/** Returns whether the first cell of a row is its label, which may be a quarter. */
export function isLabel(text: string): boolean {
  return /[a-z]{2}|^(?:Q[1-4]|[1-4]Q)\b/i.test(text);
}

function rowsOf(text: string, table: Table, caption: string): FigureRow[] {
  const read = new Map<string, ColumnHead>();
  const headOf = (over: readonly string[], titles: readonly string[]) => {
    const key = [...titles, "", ...over].join("|");
    const head = read.get(key) ?? columnHeadOf(over, titles, caption);
    read.set(key, head);
    return head;
  };
  const hasFigures = (cells: readonly TextCell[]) => numbersIn(cells).some(({ isYear }) => !isYear);
  return bodyRows(text, table, hasFigures).map(({ label, section, at, cells, heads }) => {
    const numbers = numbersIn(cells);
    const over = headsOver(
      heads,
      numbers.map(({ cell }) => cell),
    );
    return {
      label,
      section,
      title: over.titles.join(" "),
      at,
      figures: numbers.map(({ cell: _, isYear: __, ...number }, i) => {
        const own = over.columns?.[i];
        return { ...number, head: own ? headOf(own, over.titles) : UNKNOWN_HEAD };
      }),
    };
  });
}

/** Returns whether a row below figures names the periods of the columns below it. */
function isHeads(cells: readonly TextCell[]): boolean {
  const words = cells.filter(({ column }) => column > 0).map(({ text }) => text);
  const named = words.length > 0 ? words : cells.length === 1 ? cells.map(({ text }) => text) : [];
  return (
    named.some((text) => /\b(?:ended|months|weeks|quarters?)\b|\b20\d\d\b|\bQ[1-4]\b/i.test(text)) &&
    !cells.some(({ text }) => text.includes("%"))
  );
}

type Heads = {
  /** Heads over the whole table, from top to bottom. */
  titles: string[];
  /** The heads above each figure, or null when the table does not show which ones they are. */
  columns: string[][] | null;
};

/**
 * Returns the heads above each figure of a row. The cells of a head stand over the figures that their columns
 * span. Where columns do not tell, as many heads as figures stand over them in order.
 */
export function headsOver(heads: readonly TextCell[][], figures: readonly Cell[]): Heads {
  const isOver = (head: Cell, figure: Cell) =>
    head.column < figure.column + figure.span && figure.column < head.column + head.span;
  const rows = heads
    .map((row) =>
      row.filter(
        (head) => head.column > 0 || isWithoutStub(row) || figures.some((figure) => isOver(head, figure)),
      ),
    )
    .filter((row) => row.length > 0);
  const n = figures.length;
  const isTitle = (row: readonly TextCell[]) =>
    row.length === 1 && (n === 1 || figures.every((figure) => row.some((head) => isOver(head, figure))));
  const titles = rows.filter(isTitle).flatMap((row) => row.map(({ text }) => text));
  const over = rows.filter((row) => !isTitle(row));
  if (over.length === 0) return { titles, columns: figures.map(() => []) };
  const leaf = over.findLastIndex((row) => {
    const leaves = figures.map((figure) => row.filter((head) => isOver(head, figure)));
    return leaves.every(({ length }) => length === 1) && new Set(leaves.flat()).size === n;
  });
  if (leaf >= 0) {
    // A head without its span stands over the empty cells to its right too.
    const textsOver = (figure: Cell) =>
      over.flatMap((row, i) => {
        const own = row.filter((head) => isOver(head, figure));
        const left = i < leaf ? row.findLast((head) => head.column > 0 && head.column < figure.column) : null;
        return (own.length > 0 ? own : left ? [left] : []).map(({ text }) => text);
      });
    return { titles, columns: figures.map(textsOver) };
  }
  // "Actual 2024" may be a single head beside three under "2025 Guidance".
  const paths = figures.map((figure) => over.flatMap((row) => row.filter((head) => isOver(head, figure))));
  const texts = paths.map((path) => path.map(({ text }) => text));
  if (texts.every(({ length }) => length > 0) && new Set(texts.map((own) => own.join("|"))).size === n)
    return { titles, columns: texts };
  if (over.every((row) => row.length !== n) || over.some((row) => n % row.length !== 0))
    return { titles, columns: null };
  const inOrder = (i: number) => over.map((row) => row[Math.floor((i * row.length) / n)]?.text ?? "");
  return { titles, columns: figures.map((_, i) => inOrder(i)) };
}

/** Returns whether a row of heads has no cell over the labels, so its first cell stands over figures too. */
function isWithoutStub(row: readonly TextCell[]): boolean {
  return row.length > 1 && row.every(({ text }) => /\b(?:months|weeks|quarter|year) ended\b/i.test(text));
}

/** Returns a number in a cell as an amount without a unit of its own. */
export function amountOf({ value, sign, at, end }: Pick<Figure, "value" | "sign" | "at" | "end">): Amount {
  return {
    low: value,
    high: value,
    isRange: false,
    kind: "money",
    scale: null,
    hasCurrency: sign !== null,
    currency: currencyOf(sign),
    at,
    end,
  };
}

type NumberCell = Omit<Figure, "head"> & { cell: Cell; isYear: boolean };

export function numbersIn(cells: readonly TextCell[]): NumberCell[] {
  const hasCents = cells.some(({ text }) => /^\W*\d*\.\d\d\W*$/.test(text));
  return cells.flatMap((cell, i): NumberCell[] => {
    const match = FIGURE.exec(cell.text);
    // Among figures with cents, "(1)" is the mark of a footnote.
    if (!match || cell.text.length > 24 || (hasCents && /^\(\d\)$/.test(cell.text))) return [];
    const before = cells[i - 1]?.text ?? "";
    const after = cells[i + 1]?.text ?? "";
    if (/^\)? ?%/.test(after)) return [];
    const [, sign, minus, inner, bracket, digits = ""] = match;
    const isSigned = SIGN.test(before);
    const isNegative = minus !== undefined || bracket !== undefined || (isSigned && before.endsWith("("));
    const value = Number(digits.replaceAll(",", ""));
    return [
      {
        value: isNegative ? 0 - value : value,
        hasCents: /\.\d\d/.test(digits),
        sign: sign ?? inner ?? (isSigned ? before.replace("(", "").trim() : null),
        at: cell.at,
        end: after === ")" ? (cells[i + 1]?.end ?? cell.end) : cell.end,
        isYear: /^(?:19|20)\d\d$/.test(digits) && sign === undefined && !isSigned,
        cell,
      },
    ];
  });
}
