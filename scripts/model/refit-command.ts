// npm run model:refit: fits candidate weights on history files and the store's reports. They ship only when a person
// approves the comparison with the shipped ones on the newest season.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isoDay } from "#contract/time.ts";
import { checkedWeights } from "#model/weights.ts";
import { readArchive } from "./archive-events.ts";
import { runCommand, tellBadRows, valuesOf } from "./command.ts";
import { companyFacts } from "./company-facts.ts";
import { HistoryError, readEvents } from "./events.ts";
import { judgmentsIn } from "./judge.ts";
import { readEstimates, withEstimates } from "./past-estimates.ts";
import { refit } from "./refit.ts";
import { approved } from "./refit-report.ts";

const USAGE =
  "usage: npm run model:refit -- --history FILE [FILE …] [--sectors FILE] [--closes FILE …] [--estimates FILE] [--remote] [--out FOLDER], then npm run model:refit -- --approve NAME [--out FOLDER]";
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
  if (values.approve !== undefined) return approve(values.out, values.approve.trim());
  if (files.length === 0) throw new HistoryError(USAGE);
  const facts = companyFacts({ sectors: values.sectors, closes: valuesOf(tokens, "closes") });
  const read = files.map((file) => {
    const { events, badRows } = readEvents(file);
    tellBadRows(file, badRows);
    return facts(events);
  });
  const ledgerId = process.env.MARKET_CLOCK ? `live ${process.env.MARKET_CLOCK}` : "live";
  const stored = readArchive(values.remote ? "remote" : "local", ledgerId, facts);
  console.log(`${stored.flat().length} reports of the store`);
  const estimates = values.estimates === undefined ? new Map() : readEstimates(values.estimates);
  const joined = withEstimates({ files: read, archive: stored }, estimates);
  if (estimates.size > 0) console.table(joined.comparisons);
  const day = isoDay(new Date());
  const shipped = weightsIn(SHIPPED);
  const { weights, cardWith, report } = await refit({
    files: joined.files,
    archive: joined.archive,
    shipped,
    day,
    report: console.log,
  });
  mkdirSync(values.out, { recursive: true });
  writeFileSync(join(values.out, "weights.json"), `${JSON.stringify(weights)}\n`);
  const judgments = judgmentsIn(readFileSync(join(SHIPPED, "MODEL_CARD.md"), "utf8"));
  writeFileSync(join(values.out, "MODEL_CARD.md"), cardWith(judgments));
  writeFileSync(join(values.out, "REPORT.md"), report);
  console.log(`${report}\nWritten to ${values.out}; nothing is shipped before --approve NAME.`);
}

/** Signs the report and ships the candidate's weights and card. */
function approve(out: string, who: string): void {
  const reportFile = join(out, "REPORT.md");
  if (who === "" || !existsSync(reportFile)) throw new HistoryError(USAGE);
  const { version } = weightsIn(out);
  const day = isoDay(new Date());
  let report: string;
  try {
    report = approved(readFileSync(reportFile, "utf8"), { version, who, day });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new HistoryError(error.message);
  }
  writeFileSync(reportFile, report);
  copyFileSync(join(out, "weights.json"), join(SHIPPED, "weights.json"));
  copyFileSync(join(out, "MODEL_CARD.md"), join(SHIPPED, "MODEL_CARD.md"));
  console.log(`shipped ${version}, approved by ${who}`);
}

function weightsIn(folder: string) {
  return checkedWeights(JSON.parse(readFileSync(join(folder, "weights.json"), "utf8")));
}

await runCommand(main);
