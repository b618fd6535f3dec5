// npm run tool -- model-refit fits candidate weights on history files and the store's reports. They ship only when
// a person approves the comparison with the shipped weights on the newest season.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isoDay } from "#contract/time.ts";
import { approve, makeFolder, weightsIn } from "./approve-refit.ts";
import { readArchive } from "./archive-events.ts";
import { runCommand, tellBadRows, valuesOf } from "./command.ts";
import { companyFacts } from "./company-facts.ts";
import { HistoryError, readEvents } from "./events.ts";
import { judgmentsIn } from "./judge.ts";
import { readEstimates, withEstimates } from "./past-estimates.ts";
import { refit } from "./refit.ts";

const USAGE =
  "usage: npm run tool -- model-refit --history FILE [FILE …] [--sectors FILE] [--closes FILE …] [--estimates FILE] [--remote] [--out FOLDER], then npm run tool -- model-refit --approve NAME [--out FOLDER]";
const SHIPPED = "worker/model";

async function main(): Promise<void> {
  const { values, tokens } = parseArgs({
    options: {
      history: { type: "string", multiple: true, default: [] },
      remote: { type: "boolean", default: false },
      out: { type: "string", default: "dist/refit" },
      sectors: { type: "string" },
      closes: { type: "string", multiple: true, default: [] },
      estimates: { type: "string" },
      approve: { type: "string" },
    },
    allowPositionals: true,
    tokens: true,
  });
  const files = valuesOf(tokens, "history");
  if (values.approve !== undefined) return approve(values.out, SHIPPED, values.approve.trim());
  if (files.length === 0) throw new HistoryError(USAGE);
  const shipped = weightsIn(SHIPPED);
  const judgments = judgmentsIn(readFileSync(join(SHIPPED, "MODEL_CARD.md"), "utf8"));
  // Created first, because the fit takes minutes.
  makeFolder(values.out);
  const facts = companyFacts({ sectors: values.sectors, closes: valuesOf(tokens, "closes") });
  const read = files.map((file) => {
    const { events, badRows } = readEvents(file);
    tellBadRows(file, badRows);
    return facts(events);
  });
  const ledgerId = process.env.MARKET_CLOCK ? `live ${process.env.MARKET_CLOCK}` : "live";
  const stored = readArchive(values.remote ? "remote" : "local", ledgerId, facts);
  console.log(`${stored.flat().length} reports of the store`);
  const joined = withEstimates({ files: read, archive: stored }, estimatesIn(values.estimates));
  if (values.estimates !== undefined) {
    console.log(`${joined.claimed} reports have a value of ${values.estimates}`);
    console.table(joined.comparisons);
  }
  const { weights, cardWith, report } = await refit({
    files: joined.files,
    archive: joined.archive,
    shipped,
    day: isoDay(new Date()),
    report: console.log,
  });
  writeFileSync(join(values.out, "weights.json"), `${JSON.stringify(weights)}\n`);
  writeFileSync(join(values.out, "MODEL_CARD.md"), cardWith(judgments));
  // Written last, because nothing is approved without it.
  writeFileSync(join(values.out, "REPORT.md"), report);
  console.log(`${report}\nWritten to ${values.out}; nothing is shipped before --approve NAME.`);
}

function estimatesIn(file: string | undefined) {
  if (file === undefined) return new Map();
  const { estimates, badRows } = readEstimates(file);
  tellBadRows(file, badRows);
  return estimates;
}

await runCommand(main);
