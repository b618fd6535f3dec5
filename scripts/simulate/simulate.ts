import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import { type ArchiveRow, archiveStatement } from "../model/archive-events.ts";
import { newLedgerSigningKey } from "../setup/ledger-key.mjs";
import { checkMonth, databaseBytes, type Verifier } from "./checks.ts";
import { eventOf } from "./company-changes.ts";
import { type MarketFault, serveSimulatedMarket } from "./market.ts";
import { type Crowd, isClockChange, liveDay, note, payOpenInvoices, signUp, type Tally } from "./people.ts";
import { randomOf } from "./random.ts";
import { type Deployment, openRuntime, type Runtime, type Used } from "./runtime.ts";

const HOURLY = "17 * * * *";
const OFTEN = "4-54/10 * * * *";
type Round = { at: string; on: readonly number[]; crons: readonly string[]; jobs: readonly string[] };
const WEEKDAYS = [1, 2, 3, 4, 5];
const DAILY = [0, ...WEEKDAYS, 6];
/**
 * UTC. The hourly jobs before reports, and what reads and settles them after; those of every ten minutes twice; of hours in which one
 * job alone is due, that one: all jobs of all hours would be many times the work, and find nothing due. Nobody reports on a weekend,
 * and Sunday's round locks Monday's reports.
 */
const ROUNDS: readonly Round[] = [
  { at: "02:17", on: DAILY, crons: [], jobs: ["past"] },
  { at: "04:17", on: DAILY, crons: [], jobs: ["audit"] },
  { at: "05:17", on: DAILY, crons: [], jobs: ["calibration-watch"] },
  { at: "11:17", on: DAILY, crons: [], jobs: ["changes"] },
  { at: "12:24", on: DAILY, crons: [OFTEN], jobs: [] },
  { at: "20:17", on: WEEKDAYS, crons: [HOURLY], jobs: [] },
  { at: "23:17", on: WEEKDAYS, crons: [], jobs: ["calendar", "settlement", "locks"] },
  { at: "23:17", on: [0], crons: [HOURLY], jobs: [] },
  { at: "23:17", on: [6], crons: [], jobs: ["settlement", "locks", "reconciliation"] },
  { at: "23:34", on: DAILY, crons: [OFTEN], jobs: [] },
];
/**
 * The first Monday of January of the next leap year, so that each run has its leap day. It lies in the future
 * because objects set alarms in real time, and an alarm in the past would ring at once.
 */
const START = Date.UTC(4 * Math.floor(new Date().getUTCFullYear() / 4 + 1), 0, 4);
/**
 * In production these run daily: analysts' ranges, a request to the source for each company, and all open data
 * written anew.
 */
const ON_TUESDAYS = ["archive", "open-data"];
const TUESDAY = 2;
const PARTS = ["database", "files", "ledger"] as const;
/** Days between two failures, on average. */
const SOURCE_FAILS = 25;
const PART_FAILS = 60;
const ALL_STANDS_STILL = 200;
const KILL_CHANCE = 0.15;
/**
 * The product logs this for an operator, who hears of each: a dispute, and a season that turns out differently than
 * predicted.
 */
const disputed = /"a payment is disputed"/;
const watchAlarm = /"job":"calibration watch"/;

type Asked = { years: number; companies: number; people: number; seed: number };
type YearUse = Used & { analyses: number; databaseBytes: number; seconds: number };
type Simulated = {
  events: Record<string, number>;
  breaches: string[];
  years: YearUse[];
  months: number;
  entries: number;
  seconds: number;
  /** The settled reports of the store, as a refit reads them. */
  reports: ArchiveRow[];
};

const root = join(import.meta.dirname, "..", "..");

/** `tell` receives a line per month and each breach of the checks. */
export async function simulate(asked: Asked, tell: (line: string) => void): Promise<Simulated> {
  const startedAt = performance.now();
  const random = randomOf(asked.seed);
  const market = await serveSimulatedMarket(asked.companies, random);
  const folder = `simulation-${process.pid}`;
  const secrets = [randomBytes(32).toString("hex")];
  let deployment: Deployment = {
    modelVersion: null,
    settings: {
      ...{
        APP_ENV: "development",
        APP_URL: "http://localhost",
        MARKET_DATA: "fmp",
        FMP_API_KEY: "simulated",
      },
      FMP_BASE_URL: market.urls[0] ?? "",
      AUTH_SECRET: secrets[0] ?? "",
      SEASON_FROM: isoDay(START - 500 * DAY_MS),
      LEDGER_SIGNING_KEY: newLedgerSigningKey("simulated.example/ledger"),
    },
  };
  const runtime = await openRuntime(deployment);
  const verifier = await frozenVerifier(folder);
  const events: Tally = new Map();
  const crowd: Crowd = {
    runtime,
    market,
    random,
    people: [],
    events,
    secret: () => secrets[0] ?? "",
  };
  const breaches: string[] = [];
  const years: YearUse[] = [];
  let since: string | null = null;
  let hadOutage = false;
  let isBroken: { until: number; fault: MarketFault } | null = null;
  let isAway: { until: number; part: string } | null = null;
  let standsStillUntil = 0;
  let wasCalm = true;
  let yearStartedAt = performance.now();
  try {
    const days = Math.round(asked.years * 365.25);
    for (let n = 0; n < days; n++) {
      const day = new Date(START + n * DAY_MS);
      const date = isoDay(day);
      if (isClockChange(date)) note(events, "changes of the clocks");
      // The first days are calm, because the past is being read.
      if (n > 14) {
        market.turnTo(day);
        for (const change of market.liveOn(n % 365)) note(events, eventOf(change));
        if (random.chance(1 / SOURCE_FAILS)) {
          const hours = random.pick([3, 8, 20, 50]);
          isBroken = {
            until: day.getTime() + hours * HOUR_MS,
            fault: random.pick(["429", "500", "html"] as const),
          };
          note(events, "outages of the source");
        }
        if (random.chance(1 / PART_FAILS)) {
          isAway = { until: day.getTime() + random.pick([5, 12, 24]) * HOUR_MS, part: random.pick(PARTS) };
          note(events, `outages of the ${isAway.part}`);
        }
        if (random.chance(1 / ALL_STANDS_STILL)) {
          standsStillUntil = day.getTime() + random.pick([10, 26, 74]) * HOUR_MS;
          note(events, "times without any job");
        }
      }
      const wanted = Math.min(asked.people, Math.ceil((asked.people * (n + 1)) / Math.min(240, days)));
      for (let tries = 0; crowd.people.length < wanted && tries < 5; tries++)
        await signUp(crowd, new Date(day.getTime() + 13 * HOUR_MS + tries * 60_000));
      let hasLived = false;
      const weekday = day.getUTCDay();
      const skipped = weekday === TUESDAY ? [] : ON_TUESDAYS;
      for (const { at: time, crons, jobs } of ROUNDS.filter(({ on }) => on.includes(weekday))) {
        const at = new Date(`${date}T${time}:00Z`);
        market.turnTo(at);
        const isSourceBroken: boolean = isBroken !== null && isBroken.until > at.getTime();
        market.break(isSourceBroken ? (isBroken?.fault ?? null) : null);
        const away: readonly string[] = isAway !== null && isAway.until > at.getTime() ? [isAway.part] : [];
        const isStill = standsStillUntil > at.getTime();
        hadOutage ||= isSourceBroken || away.length > 0 || isStill;
        if (!hasLived && at.getTime() > day.getTime() + 14 * HOUR_MS) {
          hasLived = true;
          if (!isStill && away.length === 0) {
            await liveDay(crowd, day, isSourceBroken);
            await payOpenInvoices(crowd, new Date(day.getTime() + 19 * HOUR_MS));
          }
        }
        if (isStill) continue;
        const isKilled = n > 14 && away.length === 0 && random.chance(KILL_CHANCE);
        const killed = isKilled ? [1 + random.below(12), 1 + random.below(40)] : [];
        const round = await runtime.round(at, { crons, jobs, skipped, killed, away });
        note(events, "jobs", round.jobs);
        note(events, "kills in the middle of a job", round.kills);
        const alarms = round.errors.filter((one) => watchAlarm.test(one));
        if (alarms.length > 0) note(events, "alarms of the calibration watch", alarms.length);
        const isCalm = away.length === 0 && !isSourceBroken && !isKilled;
        for (const [job, reason] of Object.entries(round.failed))
          if (isCalm) breaches.push(`${date} ${time} ${job} threw ${reason}`);
        if (isCalm && !wasCalm) note(events, "first calm rounds after trouble");
        // What an outage broke is repaired, and reported as such, in the first calm rounds.
        if (isCalm && wasCalm)
          for (const error of round.errors.filter((one) => !disputed.test(one) && !watchAlarm.test(one)))
            breaches.push(`${date} ${time} logged ${error}`);
        wasCalm = isCalm;
      }
      const isMonthEnd = new Date(day.getTime() + DAY_MS).getUTCDate() === 1;
      if (isMonthEnd || n === days - 1) {
        market.break(null);
        const at = new Date(`${date}T23:50:00Z`);
        const found = await checkMonth({ crowd, at, verifier, since, hadOutage });
        breaches.push(...found.map((breach) => `${date} ${breach}`));
        for (const breach of found) tell(`BREACH ${date} ${breach}`);
        since ??= (await runtime.ask(at, "/api/track-record/checkpoint")).text;
        hadOutage = false;
        note(events, "months checked");
        tell(
          `${date}: ${crowd.people.length} people, ${events.get("analyses") ?? 0} analyses, ${((await databaseBytes(runtime)) / 1e6).toFixed(0)} MB, ${found.length} breaches, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
        );
      }
      const yearsOver = Math.floor((n + 1) / 365.25);
      if (yearsOver > years.length || n === days - 1) {
        const before = years.reduce((sum, { analyses }) => sum + analyses, 0);
        years.push({
          ...(await runtime.used()),
          analyses: (events.get("analyses") ?? 0) - before,
          databaseBytes: await databaseBytes(runtime),
          seconds: Math.round((performance.now() - yearStartedAt) / 1000),
        });
        yearStartedAt = performance.now();
      }
      const changed = deploymentOn(n, deployment, { secrets, urls: market.urls, events });
      if (!changed) continue;
      // A key with another name has a log of its own, so whoever checks keeps its first checkpoint from now on.
      if (changed.settings.LEDGER_SIGNING_KEY !== deployment.settings.LEDGER_SIGNING_KEY) since = null;
      deployment = changed;
      await runtime.deploy(deployment);
    }
    const entries = await runtime.db
      .prepare("SELECT max(ledger_seq) AS n FROM predictions")
      .first<number>("n");
    return {
      events: Object.fromEntries([...events].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      breaches,
      years,
      months: events.get("months checked") ?? 0,
      entries: entries ?? 0,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      reports: await storedReports(runtime),
    };
  } finally {
    await runtime.close();
    market.close();
  }
}

async function storedReports({ db }: Runtime): Promise<ArchiveRow[]> {
  const reports: ArchiveRow[] = [];
  for (let page = 0; ; page++) {
    const { results } = await db.prepare(archiveStatement("live", page)).all<ArchiveRow>();
    if (results.length === 0) return reports;
    reports.push(...results);
  }
}

/** A new model is deployed every half year; secrets, signing keys and the source's address change once a year. */
function deploymentOn(
  n: number,
  { settings, modelVersion }: Deployment,
  { secrets, urls, events }: { secrets: string[]; urls: readonly string[]; events: Tally },
): Deployment | null {
  if (n > 0 && n % 365 === 300) {
    secrets.unshift(randomBytes(32).toString("hex"));
    note(events, "secrets exchanged");
    return { modelVersion, settings: { ...settings, AUTH_SECRET: secrets.slice(0, 2).join(",") } };
  }
  if (n > 0 && n % 365 === 130) {
    note(events, "signing keys exchanged");
    return {
      modelVersion,
      settings: { ...settings, LEDGER_SIGNING_KEY: newLedgerSigningKey(`simulated.example/ledger-${n}`) },
    };
  }
  if (n > 0 && n % 365 === 230) {
    note(events, "sources switched");
    const other = urls.find((url) => url !== settings.FMP_BASE_URL) ?? "";
    return { modelVersion, settings: { ...settings, FMP_BASE_URL: other } };
  }
  if (n === 0 || n % 182 !== 0) return null;
  note(events, "deployments of a new model");
  const day = isoDay(START + n * DAY_MS);
  return {
    settings,
    modelVersion: `${day}.${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, "0")}`,
  };
}

/** Returns the public verifier as it was when the simulation began. */
async function frozenVerifier(folder: string): Promise<Verifier> {
  const place = join(root, "test-results", folder);
  mkdirSync(place, { recursive: true });
  const copy = join(place, "verifier-of-year-one.mjs");
  copyFileSync(join(root, "public", "ledger-verifier.mjs"), copy);
  return (await import(pathToFileURL(copy).href)) as Verifier;
}
