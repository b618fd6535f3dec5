import { type Amount, currencyOf } from "./amounts.ts";
import type { ReleaseDocument } from "./parse-release.ts";
import type { Cell, Table } from "./plain-tables.ts";
import { type ColumnHeading, readColumnHeadings, UNKNOWN_COLUMN_HEADING } from "./table-heads.ts";

/** A number that fills a table cell, as written. `head` is what its column headings say. */
export type Figure = {
  value: number;
  hasCents: boolean;
  /** The currency sign in the same cell or in the previous cell. */
  sign: string | null;
  at: number;
  end: number;
  head: ColumnHeading;
};
/** A table row with figures. `section` is the nearest label above it in a row without figures. */
export type FigureRow = {
  label: string;
  section: string;
  /** The text of the headings that span all figures of the row. */
  title: string;
  at: number;
  figures: readonly Figure[];
};
/** A table that has rows with figures. `caption` is the text directly before the table. */
export type Grid = { at: number; end: number; caption: string; rows: readonly FigureRow[] };

/** How many characters before a table are read as its caption. */
const MAX_CAPTION_CHARS = 300;
/** Matches a cell that is one number, with an optional currency sign, minus sign and parentheses. */
const NUMBER_TEXT =
  /^(?:(US\$|[A-Z]{1,2}\$|\$|€|£|¥|RMB|NT\$) ?)?(\(|[-−–])? ?(?:(\$|€|£|¥) ?)?(\()?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+) ?\)?$/;
/** Matches the asterisks around a bold cell in a table drawn with vertical bars, as in "**490,830**". */
const BOLD_MARKS = /^\*\*|\*\*$/g;
/** Matches a percentage in a cell. A row with only percentages has neither figures nor column headings. */
const PERCENTAGE = /\d\W{0,2}%/;
/** Matches a label that continues the previous row's label, such as "Per diluted share" after "Net income". */
const PER_SHARE_LABEL = /^[-–—•\s]*per (?:[\w–-]+ ){0,3}(?:share|unit)\W*\d?\)?$/i;
/** Matches a cell that is only a currency sign, with an optional opening parenthesis. */
const CURRENCY_SIGN_CELL = /^(?:US\$|[A-Z]{0,2}\$|€|£|¥|RMB) ?\(?$/;

/** Returns the tables of a release that have rows with figures, with the column headings of each figure. */
export function figureTablesOf({ text, tables }: Pick<ReleaseDocument, "text" | "tables">): Grid[] {
  return tables.flatMap((table, i) => {
    const before = Math.max(tables[i - 1]?.end ?? 0, table.at - MAX_CAPTION_CHARS, 0);
    const grid = { at: table.at, end: table.end, caption: text.slice(Math.min(before, table.at), table.at) };
    const rows = figureRowsOf(text, table, grid.caption);
    return rows.length > 0 ? [{ ...grid, rows }] : [];
  });
}

export type TextCell = Cell & { text: string };
/** A table row with figures. `heads` are the rows of column headings above it, from top to bottom. */
export type BodyRow = {
  label: string;
  section: string;
  at: number;
  cells: readonly TextCell[];
  heads: readonly TextCell[][];
};

/** Returns the rows of a table for which `hasFigures` is true, with the labels and headings above them. */
export function rowsWithFigures(
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
      .map((cell) => ({ ...cell, text: text.slice(cell.at, cell.end).trim().replace(BOLD_MARKS, "") }))
      .filter(({ text }) => text !== "");
    const [first] = own;
    if (!first) continue;
    if (hasFigures(own)) {
      isBelowHeads = true;
      const hasLabel = isLabel(first.text);
      const above = rows.at(-1)?.label ?? section;
      rows.push({
        label: !hasLabel ? section : PER_SHARE_LABEL.test(first.text) ? `${above} ${first.text}` : first.text,
        section: hasLabel ? section : "",
        at: first.at,
        cells: own,
        heads,
      });
    } else if (own.length > 1 && own.slice(1).some(({ text }) => PERCENTAGE.test(text))) {
      isBelowHeads = true;
    } else if (isBelowHeads && !isHeadingRow(own)) {
      if (own.length === 1) section = first.text;
    } else {
      // Column headings below figures replace the earlier column headings.
      if (isBelowHeads) heads = [];
      isBelowHeads = false;
      section = first.column === 0 && own.length === 1 ? first.text : "";
      heads.push(own);
    }
  }
  return rows;
}

/** Returns whether the text of a row's first cell is a label, such as "Revenue" or "Q1". */
export function isLabel(text: string): boolean {
  return /[a-z]{2}|^(?:Q[1-4]|[1-4]Q)\b/i.test(text);
}

function figureRowsOf(text: string, table: Table, caption: string): FigureRow[] {
  const headingsByText = new Map<string, ColumnHeading>();
  const columnHeadingOf = (over: readonly string[], titles: readonly string[]) => {
    const key = [...titles, "", ...over].join("|");
    const head = headingsByText.get(key) ?? readColumnHeadings(over, titles, caption);
    headingsByText.set(key, head);
    return head;
  };
  const hasFigures = (cells: readonly TextCell[]) => numbersIn(cells).some(({ isYear }) => !isYear);
  return rowsWithFigures(text, table, hasFigures).map(({ label, section, at, cells, heads }) => {
    const numbers = numbersIn(cells);
    const over = headingsAboveFigures(
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
        return { ...number, head: own ? columnHeadingOf(own, over.titles) : UNKNOWN_COLUMN_HEADING };
      }),
    };
  });
}

/** Returns whether a row below figures has new column headings, which name periods such as "2024" or "Q1". */
function isHeadingRow(cells: readonly TextCell[]): boolean {
  const words = cells.filter(({ column }) => column > 0).map(({ text }) => text);
  const named = words.length > 0 ? words : cells.length === 1 ? cells.map(({ text }) => text) : [];
  return (
    named.some((text) =>
      /\b(?:ended|months|weeks|quarters?)\b|\b20\d\d\b|\bQ[1-4]\b|^(?:non-)?GAAP$/i.test(text),
    ) && !cells.some(({ text }) => PERCENTAGE.test(text))
  );
}

/** The column headings above the figures of one row. */
type RowHeadings = {
  /** The headings that span all figures, from top to bottom. */
  titles: string[];
  /** The other headings above each figure, or null when the table does not show which figure they belong to. */
  columns: string[][] | null;
};

/**
 * Returns the column headings above each figure of a row. A heading belongs to the figures whose columns overlap
 * its own. If the columns do not show this, a row with as many headings as figures assigns them left to right.
 */
export function headingsAboveFigures(heads: readonly TextCell[][], figures: readonly Cell[]): RowHeadings {
  const isOver = (head: Cell, figure: Cell) =>
    head.column < figure.column + figure.span && figure.column < head.column + head.span;
  const rows = heads
    .map((row) =>
      row.filter(
        (head) => head.column > 0 || lacksLabelCell(row) || figures.some((figure) => isOver(head, figure)),
      ),
    )
    .filter((row) => row.length > 0);
  const n = figures.length;
  const isTitle = (row: readonly TextCell[]) =>
    row.length === 1 && (n === 1 || figures.every((figure) => row.some((head) => isOver(head, figure))));
  // A heading above the column of labels, such as "Three months ended March 31," or "2025 Outlook", is a title.
  const aboveLabels = heads.flat().filter((head) => head.column === 0 && !rows.flat().includes(head));
  const titles = [...aboveLabels, ...rows.filter(isTitle).flat()].map(({ text }) => text);
  const over = rows.filter((row) => !isTitle(row));
  if (over.length === 0) return { titles, columns: figures.map(() => []) };
  const leaf = over.findLastIndex((row) => {
    const leaves = figures.map((figure) => row.filter((head) => isOver(head, figure)));
    return leaves.every(({ length }) => length === 1) && new Set(leaves.flat()).size === n;
  });
  if (leaf >= 0) {
    // In a row without a heading directly above a figure, the nearest heading to the left is used.
    const textsOver = (figure: Cell) =>
      over.flatMap((row, i) => {
        const own = row.filter((head) => isOver(head, figure));
        const left = i < leaf ? row.findLast((head) => head.column > 0 && head.column < figure.column) : null;
        return (own.length > 0 ? own : left ? [left] : []).map(({ text }) => text);
      });
    return { titles, columns: figures.map(textsOver) };
  }
  // A column "Actual 2024" may have one heading while the columns under "2025 Guidance" have two.
  const paths = figures.map((figure) => over.flatMap((row) => row.filter((head) => isOver(head, figure))));
  const texts = paths.map((path) => path.map(({ text }) => text));
  const areDistinct = new Set(texts.map((own) => own.join("|"))).size === n;
  // Two figures may share the heading "Range" when another heading, such as "Growth", stands beside it.
  const isBeside = (head: TextCell) => head.column > 0 && !figures.some((figure) => isOver(head, figure));
  if (texts.every(({ length }) => length > 0) && (areDistinct || over.flat().some(isBeside)))
    return { titles, columns: texts };
  if (over.every((row) => row.length !== n) || over.some((row) => n % row.length !== 0))
    return { titles, columns: null };
  const inOrder = (i: number) => over.map((row) => row[Math.floor((i * row.length) / n)]?.text ?? "");
  return { titles, columns: figures.map((_, i) => inOrder(i)) };
}

/** Returns whether a row of headings has no cell above the label column, so its first cell is above figures. */
function lacksLabelCell(row: readonly TextCell[]): boolean {
  return row.length > 1 && row.every(({ text }) => /\b(?:months|weeks|quarter|year) ended\b/i.test(text));
}

/** Returns a number in a table cell as an amount of money without a unit (`scale` is null). */
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

/** Returns the numbers in the cells of a row, without percentages and footnote marks. */
export function numbersIn(cells: readonly TextCell[]): NumberCell[] {
  const hasCents = cells.some(({ text }) => /^\W*\d*\.\d\d\W*$/.test(text));
  return cells.flatMap((cell, i): NumberCell[] => {
    const match = NUMBER_TEXT.exec(cell.text);
    // In a row with a figure that has cents, "(1)" is a footnote mark.
    if (!match || cell.text.length > 24 || (hasCents && /^\(\d\)$/.test(cell.text))) return [];
    const before = cells[i - 1]?.text ?? "";
    const after = cells[i + 1]?.text ?? "";
    if (/^\)? ?%/.test(after)) return [];
    const [, sign, minus, inner, bracket, digits = ""] = match;
    const isSigned = CURRENCY_SIGN_CELL.test(before);
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
