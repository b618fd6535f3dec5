import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { ReleaseItems } from "#contract/company-release.ts";
import { releaseModel } from "#explanation/release-model.ts";
import { parseRelease } from "#season/release/parse-release.ts";
import { mergeReadings, readByModel, readByRules } from "#season/release/read-release.ts";
import { readLabels } from "./labels.ts";
import { Score } from "./score.ts";

const USAGE =
  "npm run -s filings:evaluate -- --releases DIR --labels FILE [--reader rules|model|both] [--only EXPRESSION] [--companies] [--json] [--verbose]";

/** `both` evaluates each reader and what is shown. The model is LLM_MODEL at LLM_BASE_URL, with LLM_API_KEY. */
const { values } = parseArgs({
  options: {
    releases: { type: "string" },
    labels: { type: "string" },
    reader: { type: "string", default: "rules" },
    only: { type: "string" },
    /** Also evaluates the rules company by company, so that one with many releases does not decide. */
    companies: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});
const { releases, labels: labelsFile, reader } = values;
if (!releases || !labelsFile || !["rules", "model", "both"].includes(reader))
  throw new Error(`usage: ${USAGE}`);
const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey } = process.env;
if (reader !== "rules" && (!baseUrl || !model))
  throw new Error(`--reader ${reader} needs LLM_BASE_URL and LLM_MODEL`);
const ask = releaseModel({ kind: "openai_compatible", name: model ?? "", baseUrl: baseUrl ?? "", apiKey });
const MODEL_TIMEOUT_MS = 60_000;

const labels = readLabels(labelsFile).filter(
  ({ file }) => !values.only || new RegExp(values.only).test(file),
);
const scores = { rules: new Score(), model: new Score(), shown: new Score() };
const byCompany = new Map<string, Score>();
let slowestMs = 0;
let unanswered = 0;
let disputed = 0;

for (const [file, rows] of Map.groupBy(labels, ({ file }) => file)) {
  const source = readFileSync(pathOf(releases, file), "utf8");
  const filed = /(\d{4}-\d\d-\d\d)/.exec(basename(file))?.[1] ?? null;
  // The first reading may include the time in which the engine compiles the reader.
  const [first, second] = [timedReading(source, filed), timedReading(source, filed)];
  slowestMs = Math.max(slowestMs, Math.min(first.cpuMs, second.cpuMs));
  const { text, byRules } = second;
  scores.rules.add(file, text, byRules, rows);
  const company = basename(file).split("-")[0] ?? file;
  const own = byCompany.get(company) ?? new Score();
  byCompany.set(company, own);
  own.add(file, text, byRules, rows);
  if (reader !== "rules") await addModel(file, text, { byRules, filed, rows });
}

function timedReading(source: string, filed: string | null) {
  const before = process.cpuUsage();
  const document = parseRelease(source);
  const byRules = readByRules(document, { filed });
  const { user, system } = process.cpuUsage(before);
  return { text: document.text, byRules, cpuMs: (user + system) / 1_000 };
}

async function addModel(
  file: string,
  text: string,
  { byRules, filed, rows }: { byRules: ReleaseItems; filed: string | null; rows: typeof labels },
): Promise<void> {
  const byModel = await readByModel(ask, text, { filed, timeoutMs: MODEL_TIMEOUT_MS });
  if (!byModel) unanswered++;
  scores.model.add(file, text, { guidance: [], growth: [], reported: [], ...byModel, outlook: [] }, rows);
  const both = mergeReadings(byRules, byModel);
  disputed += both.disputed.length;
  scores.shown.add(file, text, both.items, rows);
}

/** Looks at the labeled path, in DIR, and in the usual folders. */
function pathOf(dir: string, file: string): string {
  const name = basename(file);
  const places = [file, name, join("dev", name), join("held", name)].map((place) => join(dir, place));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`${file} is not in ${dir}`);
  return found;
}

const asked = { unanswered, disputed };
const result =
  reader === "both"
    ? {
        reader,
        ...asked,
        slowestMs: Math.round(slowestMs),
        rules: scores.rules.result(),
        model: scores.model.result(),
        shown: scores.shown.result(),
      }
    : {
        reader,
        ...(reader === "model" ? asked : {}),
        ...scores[reader === "model" ? "model" : "rules"].result(),
        slowestMs: Math.round(slowestMs),
      };
const companies = values.companies ? { companies: summaryOf(byCompany) } : {};
if (values.verbose)
  console.log(scores[reader === "model" ? "model" : reader === "both" ? "shown" : "rules"].notes.join("\n"));
console.log(JSON.stringify({ ...result, ...companies }, null, values.json ? 0 : 2));

/** Returns the means over companies, and the companies that have a false item, a missed one or a wrong figure. */
function summaryOf(all: ReadonlyMap<string, Score>) {
  const results = [...all].map(([company, score]) => ({ company, ...score.result() }));
  const meanOf = (shares: readonly (number | null)[]) => {
    const known = shares.filter((share) => share !== null);
    const sum = known.reduce((total, share) => total + share, 0);
    return {
      companies: known.length,
      mean: known.length === 0 ? null : Number((sum / known.length).toFixed(4)),
    };
  };
  const below = (shareOf: (result: (typeof results)[number]) => number | null) =>
    results.filter((result) => (shareOf(result) ?? 1) < 1).map(({ company }) => company);
  return {
    precision: meanOf(results.map(({ guidance }) => guidance.precision)),
    recall: meanOf(results.map(({ guidance }) => guidance.recall)),
    exactOfAnswered: meanOf(results.map(({ reported }) => reported.exactOfAnswered)),
    answeredShare: meanOf(results.map(({ reported }) => reported.answeredShare)),
    withFalseGuidance: below(({ guidance }) => guidance.precision),
    withMissedGuidance: below(({ guidance }) => guidance.recall),
    withWrongFigures: below(({ reported }) => reported.exactOfAnswered),
  };
}
