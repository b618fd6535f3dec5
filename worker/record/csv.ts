import type { PredictionListQuery } from "#contract/dashboard.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import { listPredictions } from "./history.ts";

/** Pages are large because each page reads the files of past years again. */
const PAGE_SIZE = 5_000;
/** The largest number of rows in one export. It is more than the largest plan allows in several years. */
const MAX_ROWS = 10_000;

const columns: readonly (readonly [string, (item: PredictionHistoryItem) => string | number | null])[] = [
  ["id", (item) => item.id],
  ["symbol", (item) => item.stock.symbol],
  ["company", (item) => item.stock.name],
  ["analyzed_at", (item) => item.createdAt],
  ["prediction", (item) => item.predictionType],
  ["probability_percent", (item) => item.probability],
  ["beat_probability", (item) => item.beatProbability],
  ["base_rate", (item) => item.baseRate],
  ["confidence", (item) => item.confidence],
  ["fiscal_quarter_end", (item) => item.fiscalQuarterEnd],
  ["report_date", (item) => item.reportDate],
  ["consensus_eps", (item) => item.consensusEps],
  ["actual_eps", (item) => item.actualEps],
  ["currency", (item) => item.currency],
  ["actual_result", (item) => item.actualResult],
  ["is_correct", (item) => (item.isCorrect === null ? null : String(item.isCorrect))],
  ["state", (item) => item.state],
  ["state_reason", (item) => item.stateReason],
  ["data", (item) => item.dataMode],
];

/**
 * Returns all predictions that match the query as CSV (RFC 4180), up to MAX_ROWS. The query's `page` and
 * `pageSize` are ignored.
 */
export async function predictionsCsv(
  store: PredictionStore,
  userId: string,
  query: PredictionListQuery,
): Promise<string> {
  const lines = [columns.map(([name]) => name).join(",")];
  for (let page = 1; lines.length <= MAX_ROWS; page++) {
    const { items } = await listPredictions(store, userId, { ...query, page, pageSize: PAGE_SIZE });
    for (const item of items) lines.push(columns.map(([, read]) => csvCell(read(item))).join(","));
    if (items.length < PAGE_SIZE) break;
  }
  return `${lines.join("\r\n")}\r\n`;
}

/**
 * Returns one escaped cell. A text that begins with `=`, `+`, `-`, `@` or a control character gets a leading
 * apostrophe, because a spreadsheet would run it as a formula.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
