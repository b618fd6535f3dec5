import Papa from "papaparse";
import { number } from "#contract/format.ts";
import {
  BAD_SYMBOL_MESSAGE,
  symbolSchema,
  withDottedShareClass,
  withSpacedShareClass,
} from "#contract/symbol.ts";
import { importRules } from "#contract/watchlist.ts";
import { AppError } from "#platform/errors.ts";

type ReadTickers = {
  tickers: { symbol: string; line: number }[];
  unread: { line: number; text: string; reason: string }[];
};

/** Headings of the ticker column. When a file has several of them, the first in this list is used. */
const columnNames = [
  "symbol",
  "ticker",
  "ticker symbol",
  "stock symbol",
  "symbol/cusip",
  "instrument",
  "underlying",
  "kürzel",
  "symbole",
];
/**
 * The heading is looked for in this many rows, because brokers write the account and the date above the table.
 */
const MAX_PREAMBLE_ROWS = 20;
const delimiters = [",", ";", "\t"] as const;
const MAX_TEXT = 80;

/**
 * Returns the tickers in a broker's CSV file or a list of tickers, and the lines in which none was found.
 * Throws `invalid_request` for a file that is not text, is too long, contains formulas or is empty.
 */
export function readTickers(bytes: Uint8Array): ReadTickers {
  const text = textOf(bytes);
  if (text.split("\n").length > importRules.maxLines)
    throw refused(`The file has more than ${number(importRules.maxLines)} lines.`);
  const rows = rowsOf(text);
  const formula = rows.find(({ cells }) => cells.some(isFormula));
  if (formula) throw refused(`Line ${formula.line} holds a formula. Nothing of the file was imported.`);
  const table = tableOf(rows);
  const read: ReadTickers = { tickers: [], unread: [] };
  const seenTickers = new Set<string>();
  for (const { line, text: cellText, word } of table ? cellsOf(table) : wordsOf(text)) {
    if (word === "") {
      read.unread.push({ line, text: cellText, reason: "It names no ticker." });
      continue;
    }
    const parsed = symbolSchema.safeParse(word);
    if (!parsed.success) {
      read.unread.push({ line, text: cellText, reason: BAD_SYMBOL_MESSAGE });
      continue;
    }
    const symbol = withDottedShareClass(parsed.data);
    if (!seenTickers.has(symbol)) read.tickers.push({ symbol, line });
    seenTickers.add(symbol);
  }
  if (read.tickers.length === 0 && read.unread.length === 0)
    throw refused("There is no ticker in it. Paste tickers, or a file with a column named Symbol or Ticker.");
  return read;
}

function refused(message: string): AppError {
  return new AppError("invalid_request", message);
}

/**
 * Decodes UTF-8, or UTF-16 with a byte-order mark, which spreadsheets write. Throws `invalid_request` for other
 * bytes.
 */
function textOf(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text file has
    if (/[\u0000-\u0008\u000e-\u001f]/.test(text)) throw new TypeError("control characters");
    return text.replaceAll(/\r\n?/g, "\n");
  } catch {
    throw refused("The file is no text. Export it as CSV.");
  }
}

type CsvRow = { line: number; cells: string[] };

function rowsOf(text: string): CsvRow[] {
  // Brokers write spaces before a quoted cell, but the library expects the quote at the beginning of the cell.
  const csv = text.replace(/(^|[,;\t]) {1,20}"/gm, '$1"');
  const rows: CsvRow[] = [];
  let [line, at] = [1, 0];
  Papa.parse<string[]>(csv, {
    delimiter: delimiterOf(csv),
    newline: "\n",
    step({ data, meta: { cursor } }) {
      const cells = data.map((cell) => cell.trim());
      if (cells.some((cell) => cell !== "")) rows.push({ line, cells });
      line += csv.slice(at, cursor).split("\n").length - 1;
      at = cursor;
    },
  });
  return rows;
}

/**
 * Returns the most frequent delimiter in the first lines. The library guesses wrong when a two-column table
 * follows a text.
 */
function delimiterOf(csv: string): string {
  const unquoted = csv
    .split("\n", MAX_PREAMBLE_ROWS)
    .join("\n")
    .replaceAll(/"[^"]*"/g, "");
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/**
 * Returns whether a spreadsheet would run the cell as a formula. Negative amounts (-12.50) and short positions
 * (-AAPL) are no formulas.
 */
function isFormula(cell: string): boolean {
  return /^[=@]/.test(cell) || (/^[+-]/.test(cell) && /[(!|]/.test(cell));
}

type Table = { rows: readonly CsvRow[]; column: number };

function tableOf(rows: readonly CsvRow[]): Table | null {
  for (const [at, { cells }] of rows.slice(0, MAX_PREAMBLE_ROWS).entries()) {
    const names = cells.map((cell) => cell.toLowerCase());
    const name = columnNames.find((columnName) => names.includes(columnName));
    if (name && (cells.length > 1 || at === 0))
      return { rows: rows.slice(at + 1), column: names.indexOf(name) };
  }
  return null;
}

type Word = { line: number; text: string; word: string };

function cellsOf({ rows, column }: Table): Word[] {
  return rows.map(({ line, cells }) => ({
    line,
    text: cells
      .filter((cell) => cell !== "")
      .join(", ")
      .slice(0, MAX_TEXT),
    word: withSpacedShareClass(cells[column] ?? ""),
  }));
}

function wordsOf(text: string): Word[] {
  return text.split("\n").flatMap((line, at) =>
    line
      .replaceAll('"', " ")
      .split(/[\t,;]+/)
      .flatMap((entry) => withSpacedShareClass(entry.trim()).split(/\s+/))
      .filter((word) => word !== "")
      .map((word) => ({ line: at + 1, text: word.slice(0, MAX_TEXT), word: word.replace(/^\$/, "") })),
  );
}
