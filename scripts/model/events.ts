import { readFileSync } from "node:fs";
import Papa from "papaparse";
import { withDottedShareClass } from "#contract/symbol.ts";
import { isoDay } from "#contract/time.ts";
import type { LabelFamily } from "#model/history.ts";
import type { PastConsensus } from "#model/revisions.ts";
import { coverageOfColumns, familyOfColumns } from "./families.ts";

export type EarningsEvent = {
  symbol: string;
  reportDate: string;
  session: "pre" | "post" | null;
  epsEstimate: number;
  epsActual: number;
  sector: string | null;
  industry: string | null;
  country: string | null;
  family: LabelFamily;
  /** The trend before the report's day, or 0 without a price. */
  trend: number;
  /** `seasons` means that the file's first row is not the company's first report. */
  coverage: "continuous" | "seasons";
  /** The guidance midpoint minus the consensus at the lock. Only the store has it. */
  guidanceAgainstConsensus?: number | null;
  /** The range of the estimates and the number of analysts at the lock. Only the store has it. */
  estimates?: { low: number | null; high: number | null; analysts: number | null } | null;
  /** The consensus before the lock, from the store or from a vendor that was compared with it. */
  revisions?: PastConsensus | null;
};

/** A share of the consensus. */
export const LARGE_SURPRISE = 0.15;

/** Returns false for a consensus of zero. */
export function isLargeSurprise({ epsActual, epsEstimate }: EarningsEvent): boolean {
  // Compares whole ten-thousandths, because 1.15 - 1 is slightly less than 0.15 in binary.
  const surprise = Math.round(1e4 * Math.abs(epsActual - epsEstimate));
  const estimate = Math.round(1e4 * Math.abs(epsEstimate));
  return estimate !== 0 && surprise >= LARGE_SURPRISE * estimate;
}

export type BadRow = { line: number; reason: string };

const REQUIRED = ["symbol", "report_date", "eps_estimate", "eps_actual"] as const;
const ESTIMATE_ALIAS = "eps_avg";
/** Fits refuse to guess. Commands that only measure say that they did. */
const UNMARKED_FAMILY = "alphavantage";

/** Other values say nothing about when to lock. */
const sessions: Readonly<Record<string, "pre" | "post">> = {
  bmo: "pre",
  pre: "pre",
  amc: "post",
  post: "post",
};

export class HistoryError extends Error {
  override readonly name = "HistoryError";
}

type History = {
  /** Sorted by day and symbol. */
  events: EarningsEvent[];
  badRows: BadRow[];
  /** True when nobody stated the family and no column marks it. */
  isFamilyGuessed: boolean;
  /** True when the last row is invalid and has no line break, as after a download that broke off. */
  isCutOff: boolean;
};

/** Throws HistoryError without a required column or a usable row. */
export function readEvents(file: string, family?: LabelFamily): History {
  const text = textOf(file);
  const [names = [], ...rows] = csvRows(text);
  const header = names.map((name) => name.trim());
  const marked = family ?? familyOfColumns(header);
  const coverage = coverageOfColumns(header);
  if (!header.includes("eps_estimate") && header.includes(ESTIMATE_ALIAS))
    header[header.indexOf(ESTIMATE_ALIAS)] = "eps_estimate";
  checkColumns(file, header);
  const column = (name: string) => header.indexOf(name);
  const at = { symbol: column("symbol"), date: column("report_date"), session: column("session") };
  const company = { sector: column("sector"), industry: column("industry"), country: column("country") };
  const eps = { estimate: column("eps_estimate"), actual: column("eps_actual") };

  const events: EarningsEvent[] = [];
  const badRows: BadRow[] = [];
  rows.forEach((cells, i) => {
    if (cells.every((cell) => cell.trim() === "")) return;
    const event = {
      symbol: (cells[at.symbol] ?? "").trim(),
      reportDate: (cells[at.date] ?? "").trim(),
      session: sessions[(cells[at.session] ?? "").trim()] ?? null,
      epsEstimate: numberOf(cells[eps.estimate]),
      epsActual: numberOf(cells[eps.actual]),
      sector: cells[company.sector]?.trim() || null,
      industry: cells[company.industry]?.trim() || null,
      country: cells[company.country]?.trim() || null,
      family: marked ?? UNMARKED_FAMILY,
      trend: 0,
      coverage,
    };
    const reason = badness(event);
    if (reason) badRows.push({ line: i + 2, reason });
    else events.push(event);
  });
  if (events.length === 0) {
    const [first] = badRows;
    throw new HistoryError(
      `${file} has no usable row${first ? `; line ${first.line}: ${first.reason}` : ""}`,
    );
  }
  events.sort((a, b) => compare(a.reportDate, b.reportDate) || compare(a.symbol, b.symbol));
  const isCutOff = !text.endsWith("\n") && badRows.at(-1)?.line === rows.length + 1;
  return { events, badRows, isFamilyGuessed: marked === null, isCutOff };
}

export function textOf(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : code;
    throw new HistoryError(`${file} cannot be read: ${reason}`);
  }
  if (text.includes("\0")) throw new HistoryError(`${file} is no text; a history file is CSV`);
  if (text.trim() === "") throw new HistoryError(`${file} is empty`);
  return text;
}

function checkColumns(file: string, header: readonly string[]): void {
  const missing = REQUIRED.filter((name) => !header.includes(name));
  if (missing.length > 0) {
    const found = header.join(", ").slice(0, 200);
    const separator = [";", "\t", "|"].find((one) => header[0]?.includes(one));
    const hint = separator ? "; its columns are not separated by commas" : "";
    throw new HistoryError(`${file}: column ${missing.join(", ")} is missing; it has ${found}${hint}`);
  }
  const twice = REQUIRED.find((name) => header.indexOf(name) !== header.lastIndexOf(name));
  if (twice) throw new HistoryError(`${file}: column ${twice} stands twice`);
}

/** Keeps empty rows, so an index is a line unless a cell spans two. */
export function csvRows(text: string): string[][] {
  return Papa.parse<string[]>(text, { delimiter: "," }).data;
}

function badness(event: EarningsEvent): string | null {
  if (!event.symbol) return "no symbol";
  if (!isDay(event.reportDate)) return `report_date "${event.reportDate.slice(0, 20)}" is not a day`;
  if (!Number.isFinite(event.epsEstimate)) return "eps_estimate is not a number";
  if (!Number.isFinite(event.epsActual)) return "eps_actual is not a number";
  return null;
}

/** BF-B, bf.b and BF/B are all BF.B. */
export function symbolOf(text: string): string {
  return withDottedShareClass(text.trim().toUpperCase().replace("/", "."));
}

/** "2024-02-30" is no day. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && isoDay(at) === text;
}

function numberOf(cell: string | undefined): number {
  return cell === undefined || cell.trim() === "" ? Number.NaN : Number(cell);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
