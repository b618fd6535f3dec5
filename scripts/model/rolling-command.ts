// npm run tool -- model-rolling walks forward as production would, with a refit every few months, each from earlier
// data alone.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { featureTiers } from "#contract/rules.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { LABEL_FAMILIES } from "#model/history.ts";
import { checkedWeights, type FeatureTier, type ModelWeights } from "#model/weights.ts";
import { runCommand, valuesOf } from "./command.ts";
import { companyFacts } from "./company-facts.ts";
import { forecastsOf } from "./evaluate.ts";
import { type EarningsEvent, HistoryError, isDay } from "./events.ts";
import { figuresOf } from "./figures.ts";
import { fitModel } from "./fit-model.ts";
import type { ForecastEvent } from "./forecast-row.ts";
import { readHistories, statedFiles } from "./inputs.ts";

const USAGE =
  "usage: npm run tool -- model-rolling --family NAME FILE … [--family NAME FILE …] --from DATE --to DATE [--refit-months 6] [--sectors FILE] [--closes FILE …] [--out FOLDER] [--resume] [--json]";

async function main(): Promise<void> {
  const { values, tokens } = parseArgs({
    options: {
      family: { type: "string", multiple: true },
      history: { type: "string", multiple: true },
      from: { type: "string", default: "" },
      to: { type: "string", default: "" },
      "refit-months": { type: "string", default: "6" },
      sectors: { type: "string" },
      closes: { type: "string", multiple: true, default: [] },
      out: { type: "string", default: "dist/rolling" },
      resume: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
    allowPositionals: true,
    tokens: true,
  });
  const { from, to, out, json } = values;
  const months = Number(values["refit-months"]);
  const files = statedFiles(tokens);
  if (files.length === 0 || !isDay(from) || !isDay(to) || from > to || !(months >= 1))
    throw new HistoryError(USAGE);
  const facts = companyFacts({ sectors: values.sectors, closes: valuesOf(tokens, "closes") });
  const histories = readHistories(files, facts).map(({ events }) => events);
  if (!values.resume) rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const tell = (line: string) => (json ? console.error(line) : console.log(line));
  const rows: RollingRow[] = [];
  let seconds = 0;
  for (const span of spansOf(from, to, months)) {
    const startedAt = Date.now();
    const weights = await weightsBefore(histories, span.from, join(out, `${span.from}.json`));
    seconds += (Date.now() - startedAt) / 1_000;
    for (const featureTier of featureTiers)
      rows.push(
        ...forecastsOf(histories, { ...span, weights, featureTier }).map((row) => ({
          ...row,
          asked: featureTier,
        })),
      );
    tell(`${span.from} to ${span.to}: ${weights.version}, ${Math.round(seconds)} s of fitting so far`);
  }
  const tables = tablesOf(rows);
  if (json)
    console.log(
      JSON.stringify({ from, to, refitMonths: months, fitSeconds: Math.round(seconds), ...tables }),
    );
  else
    for (const [name, table] of Object.entries(tables)) {
      console.log(name);
      console.table(table);
    }
}

type Span = { from: string; to: string };

/** From one refit to the day before the next. */
function spansOf(from: string, to: string, months: number): Span[] {
  const spans: Span[] = [];
  for (let start = from; start <= to; ) {
    const next = new Date(`${start}T00:00:00Z`);
    next.setUTCMonth(next.getUTCMonth() + months);
    const end = isoDay(next.getTime() - DAY_MS);
    spans.push({ from: start, to: end < to ? end : to });
    start = isoDay(next);
  }
  return spans;
}

/** Fits as production would on that day. Weights of an earlier run are read from the folder. */
async function weightsBefore(
  histories: readonly (readonly EarningsEvent[])[],
  day: string,
  file: string,
): Promise<ModelWeights> {
  if (existsSync(file)) return checkedWeights(JSON.parse(readFileSync(file, "utf8")));
  const before = histories
    .map((events) => events.filter((event) => event.reportDate < day))
    .filter((events) => events.length > 0);
  const { weights } = await fitModel(before, () => undefined);
  writeFileSync(file, JSON.stringify(weights));
  return weights;
}

type RollingRow = ForecastEvent & { asked: FeatureTier };

function tablesOf(rows: readonly RollingRow[]) {
  const figures = (some: readonly RollingRow[]) => {
    const { n, beatShare, auc, brier, ece } = figuresOf(
      some.map(({ event, isBeat, probability }) => ({ event, isBeat, beatProbability: probability })),
    );
    return { n, beats: beatShare, auc, brier, ece };
  };
  const table = <Key extends string>(keys: readonly Key[], keyOf: (row: RollingRow) => Key) =>
    keys.flatMap((key) =>
      featureTiers.flatMap((featureTier) => {
        const some = rows.filter((row) => row.asked === featureTier && keyOf(row) === key);
        return some.length === 0 ? [] : [{ key, featureTier, ...figures(some) }];
      }),
    );
  const yearOf = (row: RollingRow) => row.event.reportDate.slice(0, 4);
  return {
    all: table(["all"], () => "all"),
    byYear: table([...new Set(rows.map(yearOf))].sort(), yearOf),
    byFamily: table(LABEL_FAMILIES, ({ event }) => event.family),
  };
}

await runCommand(main);
