// npm run tool -- history-import FILE [--source NAME] [--companies-only] [--remote] imports a history file. It
// respects MARKET_CLOCK.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, tellBadRows } from "../model/command.ts";
import { HistoryError, readEvents } from "../model/events.ts";
import { companyStatements, importStatements } from "./import-statements.ts";

const DATABASE = "beatcast";

function main(): void {
  const { values, positionals } = parseArgs({
    options: {
      source: { type: "string" },
      "companies-only": { type: "boolean", default: false },
      remote: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file || positionals.length > 1)
    throw new HistoryError(
      "usage: npm run tool -- history-import FILE [--source NAME] [--companies-only] [--remote]",
    );
  const { events, badRows } = readEvents(file);
  const areReports = !values["companies-only"];
  const statementsOf = areReports ? importStatements : companyStatements;
  const { statements, loaded, refused } = statementsOf(events, {
    source: values.source ?? basename(file),
    ledgerId: process.env.MARKET_CLOCK ? `live ${process.env.MARKET_CLOCK}` : "live",
    now: new Date(),
  });
  tellBadRows(file, badRows);
  for (const symbol of refused) console.error(`${file}: "${symbol}" is no ticker; its rows are skipped`);
  const place = values.remote ? ["--remote"] : ["--local", "--persist-to", stateFolder()];
  const folder = mkdtempSync(join(tmpdir(), "beatcast-import-"));
  try {
    const script = join(folder, "import.sql");
    writeFileSync(script, statements.join("\n"));
    wrangler("migrations", "apply", DATABASE, ...place);
    wrangler("execute", DATABASE, ...place, "--yes", "--file", script);
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(
    `imported ${loaded} ${areReports ? "quarters" : "companies"} of ${file}; ${badRows.length} bad rows skipped`,
  );
}

function stateFolder(): string {
  return process.env.BEATCAST_STATE ?? ".wrangler/state";
}

function wrangler(...args: string[]): void {
  const env = { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" };
  try {
    execFileSync("wrangler", ["d1", ...args], { env, stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new HistoryError(`wrangler d1 ${args[0]} failed:\n${stdout}${stderr}`);
  }
}

runCommand(main);
