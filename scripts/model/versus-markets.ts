import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import Papa from "papaparse";
import { z } from "zod";
import { isoDay } from "#contract/time.ts";
import { checkedWeights } from "#model/weights.ts";
import { runCommand, valuesOf } from "./command.ts";
import { companyFacts } from "./company-facts.ts";
import { forecastsOf } from "./evaluate.ts";
import { HistoryError, readEvents } from "./events.ts";
import { NEAR_MS, pairsOf, questionRowSchema, studyOf } from "./versus-study.ts";

const USAGE =
  "usage: npm run -s tool -- markets --questions FILE --history FILE [FILE …] [--sectors FILE] [--closes FILE …] [--weights FILE] [--write]";
const STUDY = "worker/model/versus-study.json";

/**
 * Compares the shipped model, or that of `--weights`, with past prices of a prediction market on the questions of a
 * file, and prints figures only. Nothing is fitted but one shift of the price's log-odds, always on the earlier
 * months.
 */
function main(): void {
  const { values, tokens } = parseArgs({
    options: {
      questions: { type: "string" },
      history: { type: "string", multiple: true, default: [] },
      sectors: { type: "string" },
      closes: { type: "string", multiple: true, default: [] },
      weights: { type: "string", default: "worker/model/weights.json" },
      write: { type: "boolean", default: false },
    },
    allowPositionals: true,
    tokens: true,
  });
  const histories = valuesOf(tokens, "history");
  if (values.questions === undefined || histories.length === 0) throw new HistoryError(USAGE);
  const { data } = Papa.parse(readFileSync(values.questions, "utf8").trim(), { header: true });
  const questions = z.array(questionRowSchema).parse(data);
  const days = questions.map(({ slug_day }) => slug_day).toSorted();
  const weights = checkedWeights(JSON.parse(readFileSync(values.weights, "utf8")));
  const company = companyFacts({ sectors: values.sectors, closes: valuesOf(tokens, "closes") });
  const forecasts = forecastsOf(
    histories.map((file) => company(readEvents(file).events)),
    { from: shifted(days[0], -NEAR_MS), to: shifted(days.at(-1), NEAR_MS), weights },
  );
  const pairs = pairsOf(questions, forecasts);
  const study = studyOf(pairs, questions.length, weights);
  if (values.write) writeFileSync(STUDY, `${JSON.stringify(study, null, 2)}\n`);
  console.log(JSON.stringify(study, null, 2));
}

function shifted(day: string | undefined, ms: number): string {
  return isoDay(Date.parse(day ?? "") + ms);
}

await runCommand(main);
