// npm run tool -- past-estimates --symbols FILE --out FILE reads Alpha Vantage with one call per company. It
// resumes, for keys that allow 25 calls a day.
import { appendFileSync, existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { runCommand } from "../model/command.ts";
import { csvRows, HistoryError, symbolOf, textOf } from "../model/events.ts";
import { PAST_ESTIMATE_COLUMNS, rowOf } from "../model/past-estimates.ts";
import { readPastEstimates } from "./alpha-vantage.ts";

const USAGE =
  "usage: ALPHA_VANTAGE_API_KEY=… npm run tool -- past-estimates --symbols FILE --out FILE [--pause SECONDS]";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      symbols: { type: "string", default: "" },
      out: { type: "string", default: "" },
      pause: { type: "string", default: "1" },
    },
  });
  const key = process.env.ALPHA_VANTAGE_API_KEY;
  const pauseMs = 1_000 * Number(values.pause);
  if (!key || !values.symbols || !values.out || !(pauseMs >= 0)) throw new HistoryError(USAGE);
  const rows = csvRows(textOf(values.symbols));
  const at = Math.max(0, rows[0]?.indexOf("symbol") ?? 0);
  const named = rows.map((row) => symbolOf(row[at] ?? "")).filter((name) => name && name !== "SYMBOL");
  if (!existsSync(values.out)) appendFileSync(values.out, `${PAST_ESTIMATE_COLUMNS.join(",")}\n`);
  const done = new Set(csvRows(textOf(values.out)).map(([name = ""]) => name));
  for (const symbol of new Set(named)) {
    if (done.has(symbol)) continue;
    const answer = await readPastEstimates({ fetch, key, symbol, now: new Date() });
    if ("isOk" in answer) {
      if (answer.reason === "rate_limited") throw new HistoryError(`${answer.detail}; run it again later`);
      console.error(`${symbol}: ${answer.detail}`);
      continue;
    }
    // A company without an answer gets a line too; otherwise it would be requested again.
    const lines = answer.length > 0 ? answer.map(rowOf) : [[symbol]];
    appendFileSync(values.out, lines.map((cells) => `${cells.join(",")}\n`).join(""));
    console.log(`${symbol}: ${answer.length} quarters`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

await runCommand(main);
