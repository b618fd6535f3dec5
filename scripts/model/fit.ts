import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { featureNames } from "#analysis/model/features.ts";
import { sigmoid } from "#analysis/model/statistics.ts";
import type { ModelWeights } from "#analysis/model/weights.ts";
import { countBands, fitConfidence, fitPlatt } from "./calibrate.ts";
import { type EarningsEvent, HistoryError, readEvents } from "./events.ts";
import { logLoss } from "./metrics.ts";
import { writeModelCard } from "./model-card.ts";
import { BLEND_TREE_SHARE, fitUntil, trainingSet } from "./train.ts";
import { type Contender, contenders, walkForward } from "./walk-forward.ts";

/** Years before the end of the data that the models are compared and calibrated on, each unseen by its fit. */
const TESTED_YEARS = 8;
/** Newest tested years that the calibration is fitted on. */
const CALIBRATION_YEARS = 4;
const BASE_RATE_YEARS = 2;

/** What each contender is in the weights file. */
const treeShares: Record<Contender, number> = { logistic: 0, trees: 1, blend: BLEND_TREE_SHARE };

const { values } = parseArgs({
  options: {
    history: { type: "string", multiple: true },
    until: { type: "string" },
    out: { type: "string", default: "worker/analysis/model" },
  },
  allowPositionals: true,
  strict: false,
});

function run(): void {
  const files = historyFiles();
  const until = String(values.until ?? "");
  if (files.length === 0 || !/^\d{4}-\d{2}-\d{2}$/.test(until))
    throw new HistoryError(
      "usage: npm run model:fit -- --history FILE [FILE …] --until YYYY-MM-DD [--out FOLDER]",
    );
  const histories = files.map((file) => known(file, until));
  const [first = []] = histories;
  const newest = first.at(-1)?.reportDate ?? until;
  const lastYear = Number(newest.slice(0, 4));
  const set = trainingSet(histories);
  const walk = walkForward(set, first, lastYear - TESTED_YEARS + 1, lastYear, console.log);

  const { examples, logOdds } = walk.forecasts;
  const losses = contenders.map((name) => ({
    name,
    loss: logLoss(logOdds[name].map(sigmoid), examples.labels),
  }));
  const best = losses.reduce((a, b) => (b.loss < a.loss ? b : a)).name;
  const from = examples.events.findIndex(
    (event) => event.reportDate >= `${lastYear - CALIBRATION_YEARS + 1}`,
  );
  const calibration = fitPlatt(logOdds[best].subarray(from), examples.labels.subarray(from));
  const calibrated = logOdds[best].map((value) => sigmoid(calibration.intercept + calibration.slope * value));

  const fitted = fitUntil(set, dayAfter(newest));
  const body = {
    fittedUntil: newest,
    features: featureNames,
    featureMeans: fitted.logistic.means,
    treeShare: treeShares[best],
    logistic: fitted.logistic,
    trees: fitted.trees,
    calibration,
    baseRate: recentBaseRate(first),
    bands: countBands(calibrated, examples.labels),
    confidence: fitConfidence(calibrated),
  };
  const digest = createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 8);
  const weights: ModelWeights = { version: `${newest}.${digest}`, ...body };
  const folder = String(values.out);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "weights.json"), `${JSON.stringify(weights)}\n`);
  writeModelCard(join(folder, "MODEL_CARD.md"), { weights, walk, best, losses, calibrated, histories });
  console.log(`fitted ${weights.version}: ${best}, calibration ${JSON.stringify(calibration)}`);
}

/** `--history A B` and `--history A --history B` both name two files. */
function historyFiles(): string[] {
  const args = process.argv.slice(2);
  return args.filter((arg, i) => {
    if (arg.startsWith("--")) return false;
    const option = args.slice(0, i).findLast((before) => before.startsWith("--"));
    return option === "--history";
  });
}

function known(file: string, until: string): EarningsEvent[] {
  const { events, badRows } = readEvents(file);
  for (const { line, reason } of badRows) console.error(`${file}:${line}: ${reason}; row skipped`);
  return events.filter((event) => event.reportDate <= until);
}

function recentBaseRate(events: readonly EarningsEvent[]): number {
  const newest = Date.parse(events.at(-1)?.reportDate ?? "");
  const recent = events.filter(
    (event) => newest - Date.parse(event.reportDate) < BASE_RATE_YEARS * 365 * 86_400_000,
  );
  return Number(
    (recent.filter((event) => event.epsActual > event.epsEstimate).length / recent.length).toFixed(4),
  );
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

try {
  run();
} catch (error) {
  if (!(error instanceof HistoryError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
