import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { Guidance, ReleaseItems, ReportedFigure } from "#contract/company-release.ts";
import { releaseModel } from "#explanation/release-model.ts";
import { canonicalText } from "#season/release/canonical-text.ts";
import { mergeReadings } from "#season/release/merge-readings.ts";
import { readByModel } from "#season/release/read-by-model.ts";
import { readByRules } from "#season/release/read-release.ts";
import { type Label, readLabels } from "./labels.ts";

/**
 * npm run -s filings:evaluate -- --releases DIR --labels FILE [--reader rules|model|both] [--json] [--verbose]
 * A model is asked at LLM_BASE_URL for LLM_MODEL, with LLM_API_KEY.
 */
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
const { releases, labels: labelsFile, verbose } = values;
if (!releases || !labelsFile)
  throw new Error(
    "usage: npm run -s filings:evaluate -- --releases DIR --labels FILE [--reader rules|model|both] [--json] [--verbose]",
  );
const { reader } = values;
if (!["rules", "model", "both"].includes(reader)) throw new Error(`unknown reader: ${reader}`);
const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey } = process.env;
if (reader !== "rules" && (!baseUrl || !model))
  throw new Error("--reader model needs LLM_BASE_URL and LLM_MODEL");
const ask = releaseModel({ kind: "openai_compatible", name: model ?? "", baseUrl: baseUrl ?? "", apiKey });
const MODEL_TIMEOUT_MS = 60_000;
let unanswered = 0;
let disputed = 0;

const guided = ["eps_gaap", "eps_adjusted", "revenue"];
const reportedMetrics = ["reported_eps_gaap", "reported_eps_adjusted", "reported_revenue"];

const labels = readLabels(labelsFile).filter(
  ({ file }) => !values.only || new RegExp(values.only).test(file),
);
const count = {
  items: 0,
  right: 0,
  labels: 0,
  found: 0,
  placed: 0,
  actions: 0,
  rightActions: 0,
  without: 0,
  falseWithout: 0,
  unquoted: 0,
};
const reported = { labels: 0, answered: 0, exact: 0, unlabelled: 0 };
let slowestMs = 0;
const notes: string[] = [];

for (const [file, rows] of Map.groupBy(labels, ({ file }) => file)) {
  const text = canonicalText(readFileSync(pathOf(releases, file), "utf8"));
  const before = process.cpuUsage();
  const filed = /(\d{4}-\d\d-\d\d)/.exec(basename(file))?.[1] ?? null;
  const byRules = readByRules(text, { filed });
  const { user, system } = process.cpuUsage(before);
  slowestMs = Math.max(slowestMs, (user + system) / 1_000);
  const items = await itemsOf(byRules, text, filed);
  count.unquoted += unquoted(items, text);
  if (rows.some(({ metric }) => metric === "none")) {
    count.without++;
    count.falseWithout += items.guidance.length;
  }
  judgeGuidance(
    file,
    items.guidance,
    rows.filter(({ metric }) => guided.includes(metric)),
  );
  judgeReported(
    file,
    items.reported,
    rows.filter(({ metric }) => reportedMetrics.includes(metric)),
  );
}

async function itemsOf(byRules: ReleaseItems, text: string, filed: string | null): Promise<ReleaseItems> {
  if (reader === "rules") return byRules;
  const byModel = await readByModel(ask, text, { filed, timeoutMs: MODEL_TIMEOUT_MS });
  if (!byModel) unanswered++;
  if (reader === "model") return { guidance: [], reported: [], ...byModel, outlook: [] };
  const both = mergeReadings(byRules, byModel);
  disputed += both.disputed.length;
  return both.items;
}

function judgeGuidance(file: string, items: readonly Guidance[], own: readonly Label[]): void {
  const rest = [...own];
  for (const item of items) {
    count.items++;
    const metric = item.metric === "revenue" ? "revenue" : `eps_${item.basis}`;
    if (own.some((label) => label.metric === metric && label.periodKind === item.periodKind)) count.placed++;
    const i = rest.findIndex((label) => isSame(item, metric, label));
    const [label] = i < 0 ? [] : rest.splice(i, 1);
    if (!label) {
      notes.push(`${file} FALSE ${metric} ${item.periodKind} ${item.low}..${item.high} | ${item.quote}`);
      continue;
    }
    count.right++;
    count.found++;
    if (label.action === null) continue;
    count.actions++;
    if (item.action === label.action) count.rightActions++;
    else notes.push(`${file} ACTION ${metric} ${item.action} not ${label.action} | ${item.quote}`);
  }
  count.labels += own.length;
  for (const label of rest)
    notes.push(
      `${file} MISSED ${label.metric} ${label.periodKind} ${label.low}..${label.high} | ${label.quote.slice(0, 160)}`,
    );
}

/** Metric, kind of period and both ends. */
function isSame(item: Guidance, metric: string, label: Label): boolean {
  if (metric !== label.metric || item.periodKind !== label.periodKind || label.factor === null) return false;
  const equal = (value: number | null, written: number | null) =>
    value === null || written === null ? value === written : isEqual(value, written * (label.factor ?? 1));
  return equal(item.low, label.low) && equal(item.high, label.high);
}

function judgeReported(file: string, figures: readonly ReportedFigure[], own: readonly Label[]): void {
  for (const label of own) {
    reported.labels++;
    const figure = figures.find(
      (one) => `reported_${one.metric === "revenue" ? "revenue" : `eps_${one.basis}`}` === label.metric,
    );
    if (!figure) {
      notes.push(`${file} UNANSWERED ${label.metric} ${label.low} | ${label.quote.slice(0, 160)}`);
      continue;
    }
    reported.answered++;
    // A table's $836,712 thousand states the headline's $836.7 million: equal to the label's own last digit.
    const inUnit = figure.value / (label.factor ?? 1);
    const half = label.metric === "reported_revenue" ? 0.5 * 10 ** -label.decimals : 0;
    if (Math.abs(inUnit - (label.low ?? Number.NaN)) <= half + 1e-9) reported.exact++;
    else notes.push(`${file} WRONG ${label.metric} ${figure.value} not ${label.low} | ${figure.quote}`);
  }
  reported.unlabelled +=
    figures.length -
    own.filter((label) =>
      figures.some(
        (one) => `reported_${one.metric === "revenue" ? "revenue" : `eps_${one.basis}`}` === label.metric,
      ),
    ).length;
}

/** Items whose quote does not stand at its offset. */
function unquoted({ guidance, reported, outlook }: ReleaseItems, text: string): number {
  return [...guidance, ...reported, ...outlook].filter(({ quote, offset }) => !text.startsWith(quote, offset))
    .length;
}

function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

/** As the labels name it, or by its name alone in DIR or one of the usual folders. */
function pathOf(dir: string, file: string): string {
  const name = basename(file);
  const places = [file, name, join("dev", name), join("held", name)].map((place) => join(dir, place));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`${file} is not in ${dir}`);
  return found;
}

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1e4) / 1e4);
const result = {
  reader,
  ...(reader === "rules" ? {} : { unanswered, disputed }),
  guidance: {
    labels: count.labels,
    items: count.items,
    precision: share(count.right, count.items),
    recall: share(count.found, count.labels),
    // Of items whose metric and kind of period are labelled.
    exactRange: share(count.right, count.placed),
    actions: count.actions,
    actionAccuracy: share(count.rightActions, count.actions),
    releasesWithout: count.without,
    falseItemsWithout: count.falseWithout,
  },
  reported: {
    ...reported,
    exactOfAnswered: share(reported.exact, reported.answered),
    answeredShare: share(reported.answered, reported.labels),
  },
  unquoted: count.unquoted,
  slowestMs: Math.round(slowestMs),
};
if (verbose) console.log(notes.join("\n"));
console.log(values.json ? JSON.stringify(result) : JSON.stringify(result, null, 2));
