// npm run -s season:rehearse -- --events FILE[,FILE] [--history FILE …] --from DATE --to DATE [--fault 429|500|html|badjson]
// [--source FILE] [--json]: plays past days against a Worker with fresh state, and compares what is on record.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { shippedWeights } from "#analysis/model/weights.ts";
import type { LedgerEntry } from "#contract/ledger.ts";
import type { RecordItem, RecordList, TrackRecord } from "#contract/record.ts";
import { reader, readLedger, verifyLedger } from "#ledger-verifier";
import { SAME_REPORT_DAYS } from "#season/report.ts";
import { DAY_MS, isoDay } from "#worker/time.ts";
import { freePort, startInstance } from "../instance.ts";
import { forecastsOf } from "../model/evaluate.ts";
import { readEvents } from "../model/events.ts";
import { auc, brier, calibrationError, deciles } from "../model/metrics.ts";
import { FAULTS, type Fault, serveInFront } from "./failing-source.ts";

const HOURLY = "17 * * * *";
/** Moments of a day (UTC): before the locks, at them, and after the day's figures. */
const ROUNDS = ["20:17", "23:17"];
/** With a source that fails every other call each round needs another. */
const ROUNDS_WITH_FAULT = ["12:17", "13:17", "20:17", "21:17", "22:17", "23:17"];
/** Days after the last report on which what came late is settled. */
const DAYS_AFTER = 2;
const root = join(import.meta.dirname, "..", "..");

const { values } = parseArgs({
  options: {
    events: { type: "string" },
    history: { type: "string", multiple: true, default: [] },
    from: { type: "string" },
    to: { type: "string" },
    fault: { type: "string" },
    source: { type: "string", default: join(root, "..", "shared", "recordings", "season.mjs") },
    json: { type: "boolean", default: false },
  },
});
const { events, from, to } = values;
const fault = FAULTS.find((one) => one === values.fault) ?? null;
if (!events || !from || !to || (values.fault !== undefined && fault === null)) {
  console.error(
    "usage: npm run -s season:rehearse -- --events FILE[,FILE] [--history FILE …] --from DATE --to DATE [--fault 429|500|html|badjson] [--source season.mjs] [--json]",
  );
  process.exit(1);
}
if (!existsSync(values.source)) {
  console.error(`${values.source}: the server that plays a season is missing; name it with --source`);
  process.exit(1);
}
const tell = (text: string) => (values.json ? process.stderr : process.stdout).write(`${text}\n`);
await rehearse(
  events.split(",").map((file) => resolve(file)),
  { from, to, fault, seasonServer: values.source },
);

type Asked = { from: string; to: string; fault: Fault | null; seasonServer: string };

async function rehearse(files: string[], { from, to, fault, seasonServer }: Asked): Promise<void> {
  const startedAt = performance.now();
  const clock = `${from}T00:17:00.000Z`;
  const port = await freePort();
  const season = spawn(
    process.execPath,
    [seasonServer, "--events", files.join(","), "--port", String(port), "--now", clock],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await once(season.stdout, "data");
  const seasonUrl = `http://127.0.0.1:${port}`;
  const front = await serveInFront(seasonUrl, fault);
  const known = files.flatMap((file) => readEvents(file).events);
  const firstDay = known.map(({ reportDate }) => reportDate).sort()[0] ?? from;
  const state = join(root, "test-results", "rehearsal");
  const server = await startInstance(
    "rehearsal",
    {
      MARKET_DATA: "fmp",
      FMP_API_KEY: "rehearsal",
      FMP_BASE_URL: front.url,
      MARKET_CLOCK: clock,
      MARKET_CLOCK_SET_AT: new Date().toISOString(),
      SEASON_FROM: firstDay,
    },
    () => {
      for (const file of values.history) importHistory(file, state, clock);
    },
  );
  try {
    let failed = 0;
    const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + DAYS_AFTER;
    // The day before the first one: its evening locks the first day's reports.
    for (let day = -1; day <= days; day++) {
      const date = isoDay(Date.parse(from) + day * DAY_MS);
      for (const time of fault ? ROUNDS_WITH_FAULT : ROUNDS) {
        const at = `${date}T${time}:00.000Z`;
        await fetch(`${seasonUrl}/__clock`, { method: "POST", body: at });
        failed += (await post(server.url, "/api/dev/jobs", { cron: HOURLY, at })).failed;
      }
      const { counts } = await get<TrackRecord>(server.url, "/api/track-record");
      tell(
        `${date}: ${counts.settled} settled, ${counts.pending} open, ${counts.review} in review, ${counts.void} void`,
      );
    }
    const result = await compare(server.url, files, { from, to });
    console.log(
      JSON.stringify({
        ...result,
        failedJobs: failed,
        calls: front.calls,
        seconds: Math.round((performance.now() - startedAt) / 1000),
      }),
    );
  } finally {
    await server.kill();
    season.kill();
    front.close();
  }
}

function importHistory(file: string, state: string, clock: string): void {
  execFileSync(process.execPath, ["scripts/history/import.ts", resolve(file)], {
    cwd: root,
    env: {
      ...process.env,
      BEATCAST_STATE: state,
      MARKET_CLOCK: clock,
      PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}`,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** What is on record beside what was reported, and beside the model's own evaluation of the same events. */
async function compare(url: string, files: readonly string[], { from, to }: { from: string; to: string }) {
  const items = await recordOf(url);
  const { entries, published } = await readLedger(reader(url));
  const verdict = await verifyLedger(entries, published);
  const locks = (entries as LedgerEntry[]).flatMap(({ body }) => (body.type === "lock" ? [body] : []));
  const played = onceEach(files.flatMap((file) => readEvents(file).events));
  const wanted = played.filter(({ reportDate }) => reportDate >= from && reportDate <= to);
  const past = values.history.map((file) => readEvents(file).events);
  const lab = new Map(
    forecastsOf([...past, played], { from, to, weights: shippedWeights() }).map((row) => [row.event, row]),
  );
  const found = wanted.map((event) => ({ event, own: items.filter((item) => isOf(item, event)) }));
  const settled = found.flatMap(({ event, own: [item] }) => {
    const evaluated = lab.get(event);
    const beatProbability = item?.beatProbability ?? null;
    return item?.actualResult && beatProbability !== null && evaluated
      ? [{ item: { ...item, beatProbability }, evaluated }]
      : [];
  });
  const labels = Uint8Array.from(settled, ({ item }) => Number(item.actualResult === "beat"));
  const labLabels = Uint8Array.from(settled, ({ evaluated }) => Number(evaluated.isBeat));
  const figures = (probabilities: Float64Array, outcomes: Uint8Array) => ({
    brier: brier(probabilities, outcomes),
    auc: auc(probabilities, outcomes),
    ece: calibrationError(deciles(probabilities, outcomes)),
  });
  const ofRecord = Float64Array.from(settled, ({ item }) => item.beatProbability);
  const ofLab = Float64Array.from(settled, ({ evaluated }) => evaluated.probability);
  const baseRates = Float64Array.from(settled, ({ item }) => item.baseRate);
  const differences = ofRecord.map((probability, i) => Math.abs(probability - (ofLab[i] ?? 0))).toSorted();
  return {
    reports: wanted.length,
    locked: found.filter(({ own }) => own.length > 0).length,
    settled: settled.length,
    void: items.filter((item) => item.state === "void").length,
    review: items.filter((item) => item.state === "review").length,
    missing: found.filter(({ own }) => own.length === 0).length,
    missed: found
      .filter(({ own }) => own.length === 0)
      .map(({ event }) => `${event.symbol} ${event.reportDate}`)
      .slice(0, 40),
    duplicates: found.filter(({ own }) => own.length > 1).length,
    lockedLate: locks.filter(({ time, reportsAt }) => time >= reportsAt).length,
    ledgerValid: verdict.isValid,
    ...figures(ofRecord, labels),
    brierBaseRate: brier(baseRates, labels),
    /** The model's own evaluation of the very same events, and how far single predictions lie from it. */
    evaluate: {
      n: settled.length,
      ...figures(ofLab, labLabels),
      otherOutcomes: labels.filter((label, i) => label !== labLabels[i]).length,
      medianDifference: differences[Math.floor(differences.length / 2)],
      maxDifference: differences.at(-1),
    },
  };
}

function isOf({ stock, reportDate }: RecordItem, event: { symbol: string; reportDate: string }): boolean {
  const days = Math.abs(Date.parse(reportDate ?? "") - Date.parse(event.reportDate)) / DAY_MS;
  return stock.symbol === event.symbol && days < SAME_REPORT_DAYS;
}

async function recordOf(url: string): Promise<RecordItem[]> {
  const items: RecordItem[] = [];
  for (const outcome of ["settled", "void", "review", "pending"]) {
    let next: string | null = null;
    do {
      const before: string = next ? `&before=${encodeURIComponent(next)}` : "";
      const page: RecordList = await get(
        url,
        `/api/track-record/predictions?outcome=${outcome}&limit=100${before}`,
      );
      items.push(...page.items);
      next = page.next;
    } while (next);
  }
  return items;
}

/** Each report once: vendors date the same one some days apart, and the store merges what lies so near. */
function onceEach<Event extends { symbol: string; reportDate: string }>(events: readonly Event[]): Event[] {
  const reports: Event[] = [];
  const lastDays = new Map<string, number>();
  for (const event of events.toSorted((a, b) => (a.reportDate < b.reportDate ? -1 : 1))) {
    const day = Date.parse(event.reportDate);
    if (day - (lastDays.get(event.symbol) ?? 0) < SAME_REPORT_DAYS * DAY_MS) continue;
    lastDays.set(event.symbol, day);
    reports.push(event);
  }
  return reports;
}

async function get<Body>(url: string, path: string): Promise<Body> {
  const answer = await fetch(new URL(path, url));
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

async function post(url: string, path: string, body: object): Promise<{ failed: number }> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { failed: number };
}
