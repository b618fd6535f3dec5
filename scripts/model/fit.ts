import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, tellBadRows } from "./command.ts";
import { type EarningsEvent, HistoryError, readEvents } from "./events.ts";
import { fitModel } from "./fit-model.ts";

const USAGE = "usage: npm run model:fit -- --history FILE [FILE …] --until YYYY-MM-DD [--out FOLDER]";

function main(): void {
  const { values, positionals } = parseArgs({
    options: {
      history: { type: "string", multiple: true, default: [] },
      until: { type: "string", default: "" },
      out: { type: "string", default: "worker/analysis/model" },
    },
    // `--history A B` names two files, as `--history A --history B` does.
    allowPositionals: true,
  });
  const { until, out } = values;
  const files = [...values.history, ...positionals];
  if (files.length === 0 || !/^\d{4}-\d{2}-\d{2}$/.test(until)) throw new HistoryError(USAGE);
  const { weights, card } = fitModel(
    files.map((file) => knownUntil(file, until)),
    console.log,
  );
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "weights.json"), `${JSON.stringify(weights)}\n`);
  writeFileSync(join(out, "MODEL_CARD.md"), card);
  console.log(`fitted ${weights.version}: trees' share ${weights.treeShare}`);
}

function knownUntil(file: string, until: string): EarningsEvent[] {
  const { events, badRows } = readEvents(file);
  tellBadRows(file, badRows);
  return events.filter((event) => event.reportDate <= until);
}

runCommand(main);
