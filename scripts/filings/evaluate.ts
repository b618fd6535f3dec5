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
  "npm run -s filings:evaluate -- --releases DIR --labels FILE [--reader rules|model|both] [--only EXPRESSION] [--json] [--verbose]";

/** `both` evaluates each reader and what is shown. The model is LLM_MODEL at LLM_BASE_URL, with LLM_API_KEY. */
const { values } = parseArgs({
  options: {
    releases: { type: "string" },
    labels: { type: "string" },
    reader: { type: "string", default: "rules" },
    only: { type: "string" },
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
if (values.verbose)
  console.log(scores[reader === "model" ? "model" : reader === "both" ? "shown" : "rules"].notes.join("\n"));
console.log(values.json ? JSON.stringify(result) : JSON.stringify(result, null, 2));
