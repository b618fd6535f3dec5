import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { featureTiers } from "#contract/rules.ts";
import { checkedWeights, type FeatureTier } from "#model/weights.ts";
import { runCommand, tellBadRows, valuesOf } from "./command.ts";
import { companyFacts } from "./company-facts.ts";
import { type BaseRateKind, type Evaluation, evaluate } from "./evaluate.ts";
import { HistoryError, isDay } from "./events.ts";
import { familyNamed } from "./inputs.ts";

const USAGE =
  "usage: npm run -s model:evaluate -- --history FILE [FILE …] --from DATE --to DATE [--feature-tier NAME | --history-depth N] [--family NAME] [--base-rate class|constant] [--sectors FILE] [--closes FILE …] [--of-record] [--json]";
const BASE_RATES: readonly BaseRateKind[] = ["class", "constant"];

function main(): void {
  const { values, tokens } = parseArgs({
    options: {
      history: { type: "string", multiple: true, default: [] },
      from: { type: "string", default: "1900-01-01" },
      to: { type: "string", default: "9999-12-31" },
      "history-depth": { type: "string" },
      "feature-tier": { type: "string" },
      family: { type: "string" },
      "base-rate": { type: "string", default: "class" },
      weights: { type: "string", default: "worker/model/weights.json" },
      sectors: { type: "string" },
      closes: { type: "string", multiple: true, default: [] },
      "of-record": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
    allowPositionals: true,
    tokens: true,
  });
  const files = valuesOf(tokens, "history");
  if (files.length === 0) throw new HistoryError(USAGE);
  for (const name of ["from", "to"] as const)
    if (!isDay(values[name])) throw new HistoryError(`--${name} takes a day as 2024-01-31`);
  if (values.from > values.to) throw new HistoryError("--from lies after --to");
  const depth = values["history-depth"] === undefined ? undefined : Number(values["history-depth"]);
  if (depth !== undefined && !(depth >= 0))
    throw new HistoryError("--history-depth takes a number of quarters");
  const result = evaluate(files, {
    from: values.from,
    to: values.to,
    ...(depth === undefined ? {} : { historyDepth: depth }),
    featureTier:
      values["feature-tier"] === undefined
        ? undefined
        : oneOf<FeatureTier>("--feature-tier", featureTiers, values["feature-tier"]),
    family: values.family === undefined ? undefined : familyNamed(values.family),
    baseRate: oneOf<BaseRateKind>("--base-rate", BASE_RATES, values["base-rate"]),
    isByTier: values["feature-tier"] === undefined && depth === undefined,
    isOfRecord: values["of-record"],
    company: companyFacts({ sectors: values.sectors, closes: valuesOf(tokens, "closes") }),
    weights: checkedWeights(JSON.parse(readFileSync(values.weights, "utf8"))),
  });
  for (const file of files)
    tellBadRows(
      file,
      result.badRows.filter((row) => row.file === file),
    );
  for (const file of result.guessedFamilies)
    console.error(
      `${file}: no column marks its label family, so alphavantage is assumed; --family states it`,
    );
  if (values.json) console.log(JSON.stringify(result));
  else printTable(result);
}

/** Returns the one of `names` that an option's value is, with dashes or underscores. Throws a HistoryError for any other value. */
function oneOf<T extends string>(option: string, names: readonly T[], value: string): T {
  const found = names.find((name) => name === value.replaceAll("-", "_"));
  if (!found) throw new HistoryError(`${option} takes one of ${names.join(", ")}`);
  return found;
}

function printTable({
  deciles,
  byConfidence,
  baselines,
  badRows,
  guessedFamilies: _,
  tiers,
  byTier,
  missing,
  ...figures
}: Evaluation): void {
  console.table(figures);
  console.table(deciles);
  console.table(byConfidence);
  console.table(baselines);
  console.table(tiers);
  if (byTier) console.table(byTier);
  console.table(Object.fromEntries(Object.entries(missing).filter(([, share]) => share > 0)));
  if (badRows.length > 0) console.log(`${badRows.length} bad rows skipped`);
}

await runCommand(main);
