// npm run tool -- model-additions walks forward without and with the sectors, each without and with the share's
// trend, and prints what each addition gains alone and both together.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { featureTiers } from "#contract/rules.ts";
import { LABEL_FAMILIES, type LabelFamily } from "#model/history.ts";
import type { FeatureTier } from "#model/weights.ts";
import { testedForecasts } from "./assess.ts";
import { differenceOf } from "./clustered.ts";
import { runCommand, valuesOf } from "./command.ts";
import { companyFacts } from "./company-facts.ts";
import { type EarningsEvent, HistoryError } from "./events.ts";
import { figuresOf } from "./figures.ts";
import { fitDataOf } from "./fit-table.ts";
import { readHistories, statedFiles } from "./inputs.ts";
import { splitForJudge } from "./judge.ts";
import { sizeCasesOf } from "./size-cases.ts";
import { type FitSettings, SHIPPED_FIT } from "./train.ts";
import { walkForward } from "./walk-forward.ts";

const USAGE =
  "usage: npm run -s tool -- model-additions --family NAME FILE … [--family NAME FILE …] --sectors FILE --closes FILE [FILE …] [--whole] [--threads 2] [--out FOLDER]; what is in the folder is not fitted again";
/** The first year serves calibration. The judge's year stays closed. */
const YEARS = [2018, 2022] as const;
const END = "2023-01-01";
/** A quarter of the work of the shipped fit, because only differences matter here. */
const LIGHT_FIT: FitSettings = {
  ...SHIPPED_FIT,
  treeSeeds: [1],
  boosting: { ...SHIPPED_FIT.boosting, trees: 225, learningRate: 0.06 },
  netSeeds: [1],
};

type Row = {
  event: EarningsEvent;
  isBeat: boolean;
  featureTier: FeatureTier;
  without: number;
  withTrend: number;
};

async function main(): Promise<void> {
  const { values, tokens } = parseArgs({
    options: {
      family: { type: "string", multiple: true },
      history: { type: "string", multiple: true },
      sectors: { type: "string" },
      closes: { type: "string", multiple: true, default: [] },
      whole: { type: "boolean", default: false },
      threads: { type: "string", default: "2" },
      out: { type: "string", default: "dist/additions" },
    },
    allowPositionals: true,
    tokens: true,
  });
  const [files, closes] = [statedFiles(tokens), valuesOf(tokens, "closes")];
  const threads = Number(values.threads);
  if (files.length === 0 || !values.sectors || closes.length === 0 || !(threads >= 1))
    throw new HistoryError(USAGE);
  mkdirSync(values.out, { recursive: true });
  const histories = readHistories(files, companyFacts({ closes: [] }), "2022-12-31").map(
    ({ events }) => events,
  );
  const walked = async (name: string, sectors?: string) => {
    const file = join(values.out, `${name}.json`);
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Row[];
    const settings = { ...(values.whole ? SHIPPED_FIT : LIGHT_FIT), threads };
    const rows = await walkedRows(histories.map(companyFacts({ sectors, closes })), settings);
    writeFileSync(file, JSON.stringify(rows));
    return rows;
  };
  const plain = await walked("without-sectors");
  const known = await walked("with-sectors", values.sectors);
  printTables(plain, known);
}

async function walkedRows(
  histories: readonly (readonly EarningsEvent[])[],
  settings: FitSettings,
): Promise<Row[]> {
  const data = fitDataOf(histories, `${YEARS[0]}-01-01`);
  const { walk } = await walkForward(data.table, YEARS, { end: END, untils: [] }, settings, console.error);
  const cases = sizeCasesOf(data.histories.events, ({ reportDate }) => reportDate >= `${YEARS[0]}-01-01`);
  const withTrend = testedForecasts(walk, { ...data, cases });
  const blind = { ...data.table, trends: new Float64Array(data.table.n) };
  const without = testedForecasts(walk, { ...data, cases, table: blind });
  return featureTiers.flatMap((featureTier) =>
    splitForJudge(withTrend[featureTier]).chosenOn.map(({ event, isBeat, beatProbability }, i) => ({
      event,
      isBeat,
      featureTier,
      without: without[featureTier][i]?.beatProbability as number,
      withTrend: beatProbability,
    })),
  );
}

type Variants = Record<"neither" | "sectors" | "trend" | "both", number>;
type Compared = { event: EarningsEvent; isBeat: boolean; featureTier: FeatureTier } & Variants;

function printTables(plain: readonly Row[], known: readonly Row[]): void {
  if (plain.length !== known.length)
    throw new HistoryError("the two walks are of other files; empty the folder");
  const rows = plain.map(({ event, isBeat, featureTier, without, withTrend }, i): Compared => {
    const other = known[i] as Row;
    const variants = { neither: without, trend: withTrend, sectors: other.without, both: other.withTrend };
    return { event, isBeat, featureTier, ...variants };
  });
  const families: readonly (LabelFamily | "all")[] = ["all", ...LABEL_FAMILIES];
  for (const family of families)
    for (const featureTier of featureTiers) {
      const own = rows.filter(
        (row) => row.featureTier === featureTier && (family === "all" || row.event.family === family),
      );
      if (own.length > 0) console.log(lineOf(`${family}, ${featureTier}`, own));
    }
  for (let year = YEARS[0] + 1; year <= YEARS[1]; year++)
    for (const featureTier of featureTiers) {
      const own = rows.filter(
        (row) => row.featureTier === featureTier && row.event.reportDate.startsWith(`${year}`),
      );
      if (own.length > 0) console.log(lineOf(`${year}, ${featureTier}`, own));
    }
}

/** Prints AUC and Brier score, then the differences in thousandths and ten-thousandths. */
function lineOf(name: string, rows: readonly Compared[]): string {
  const plain = figuresOf(rows.map((row) => ({ ...row, beatProbability: row.neither })));
  const cells = (["sectors", "trend", "both"] as const).map((addition) => {
    const pairs = rows.map((row) => ({
      symbol: row.event.symbol,
      day: row.event.reportDate,
      isBeat: row.isBeat,
      before: row.neither,
      after: row[addition],
    }));
    const { auc, brier } = differenceOf(pairs);
    return `${signed(1e3 * auc.value)} ± ${(1e3 * auc.error).toFixed(1)}, ${signed(1e4 * brier.value)} ± ${(1e4 * brier.error).toFixed(1)}`;
  });
  return `| ${[name, rows.length, `${plain.auc.toFixed(4)}, ${plain.brier.toFixed(4)}`, ...cells].join(" | ")} |`;
}

function signed(value: number): string {
  return `${value >= 0 ? "+" : ""}${value.toFixed(1)}`;
}

await runCommand(main);
