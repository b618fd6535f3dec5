import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isoDay } from "#contract/time.ts";
import { runCommand, tellBadRows, valuesOf } from "./command.ts";
import { companyFacts } from "./company-facts.ts";
import { type EarningsEvent, HistoryError, readEvents } from "./events.ts";
import { fitModel } from "./fit-model.ts";
import { judgeProblem, judgmentOf, judgmentsIn } from "./judge.ts";

const USAGE =
  "usage: npm run tool -- model-fit --history FILE [FILE …] --until YYYY-MM-DD [--sectors FILE] [--closes FILE …] [--out FOLDER] [--judge NAME]";

async function main(): Promise<void> {
  const { values, tokens } = parseArgs({
    options: {
      history: { type: "string", multiple: true, default: [] },
      until: { type: "string", default: "" },
      sectors: { type: "string" },
      closes: { type: "string", multiple: true, default: [] },
      judge: { type: "string" },
      out: { type: "string", default: "worker/model" },
    },
    allowPositionals: true,
    tokens: true,
  });
  const { until, out } = values;
  const files = valuesOf(tokens, "history");
  if (files.length === 0 || !/^\d{4}-\d{2}-\d{2}$/.test(until)) throw new HistoryError(USAGE);
  // Checked first, because the fit takes minutes.
  const problem = values.judge === undefined ? null : judgeProblem(values.judge, until);
  if (problem) throw new HistoryError(problem);
  const facts = companyFacts({ sectors: values.sectors, closes: valuesOf(tokens, "closes") });
  const { weights, tested, cardWith } = await fitModel(
    files.map((file) => facts(knownUntil(file, until))),
    console.log,
  );
  mkdirSync(out, { recursive: true });
  const cardFile = join(out, "MODEL_CARD.md");
  const judgments = existsSync(cardFile) ? judgmentsIn(readFileSync(cardFile, "utf8")) : [];
  if (values.judge) {
    const day = isoDay(new Date());
    const line = judgmentOf(tested, { version: weights.version, who: values.judge.trim(), day }, judgments);
    if (line) judgments.push(line);
    else console.error(`${weights.version} was judged before; its year is opened once a version`);
  }
  writeFileSync(join(out, "weights.json"), `${JSON.stringify(weights)}\n`);
  writeFileSync(cardFile, cardWith(judgments));
  console.log(`fitted ${weights.version}`);
}

function knownUntil(file: string, until: string): EarningsEvent[] {
  const { events, badRows } = readEvents(file);
  tellBadRows(file, badRows);
  return events.filter((event) => event.reportDate <= until);
}

await runCommand(main);
