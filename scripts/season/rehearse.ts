// npm run -s season:rehearse -- --events FILE[,FILE] [--history FILE …] --from DATE --to DATE [--fault
// 429|500|html|badjson] [--sectors FILE] [--closes FILE] [--source FILE] [--as-of] [--json]
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { TrackRecord } from "#contract/record.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { getJson, runJobs } from "../drive.ts";
import { freePort, startInstance } from "../instance.ts";
import { companyFacts } from "../model/company-facts.ts";
import { readEvents } from "../model/events.ts";
import { newLedgerSigningKey } from "../setup/ledger-key.mjs";
import { compareWithEvaluation } from "./compare.ts";
import { endStateOf } from "./end-state.ts";
import { FAULTS, type Fault, serveInFront } from "./failing-source.ts";
import { playedQuotes } from "./played-quotes.ts";
import { type Note, noteOf, walkAsOf } from "./walk-as-of.ts";

/** UTC times before the locks, at the locks, and after the figures. */
const ROUNDS = ["20:17", "23:17"];
/** The first round reads the past. */
const FIRST_ROUND = "12:17";
/** Days after the last report, for late settlements. */
const DAYS_AFTER = 2;
const root = join(import.meta.dirname, "..", "..");

const { values } = parseArgs({
  options: {
    events: { type: "string" },
    history: { type: "string", multiple: true, default: [] },
    from: { type: "string" },
    to: { type: "string" },
    fault: { type: "string" },
    sectors: { type: "string" },
    closes: { type: "string" },
    source: { type: "string", default: join(root, "..", "shared", "recordings", "season.mjs") },
    json: { type: "boolean", default: false },
    // With this option, each round's moment is read again afterward and compared.
    "as-of": { type: "boolean", default: false },
  },
});
const { events, from, to } = values;
const fault = FAULTS.find((one) => one === values.fault) ?? null;
if (!events || !from || !to || (values.fault !== undefined && fault === null)) {
  console.error(
    "usage: npm run -s season:rehearse -- --events FILE[,FILE] [--history FILE …] --from DATE --to DATE [--fault 429|500|html|badjson] [--sectors FILE] [--closes FILE] [--source season.mjs] [--as-of] [--json]",
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
  const known = files.flatMap((file) => readEvents(file).events);
  const past = values.history.flatMap((file) => readEvents(file).events);
  const { sectors, closes } = values;
  const played = playedQuotes({ sectors, closes, events: [...past, ...known] });
  const front = await serveInFront(seasonUrl, fault ? [fault] : [], played);
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
      LEDGER_SIGNING_KEY: newLedgerSigningKey("rehearsal.example/ledger"),
    },
    () => {
      for (const file of values.history) importHistory(file, state, clock);
      // The recorded source has only reports, so companies come from the files.
      for (const file of files) importHistory(file, state, clock, "--companies-only");
    },
  );
  try {
    let failed = 0;
    const notes: Note[] = [];
    const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + DAYS_AFTER;
    // The first day's reports are locked the evening before.
    for (let day = -1; day <= days; day++) {
      const date = isoDay(Date.parse(from) + day * DAY_MS);
      for (const time of day < 0 ? [FIRST_ROUND, ...ROUNDS] : ROUNDS) {
        const at = `${date}T${time}:00.000Z`;
        await fetch(`${seasonUrl}/__clock`, { method: "POST", headers: { connection: "close" }, body: at });
        failed += (await runJobs(server.url, at)).failed;
        if (values["as-of"]) notes.push(await noteOf(server.url, at));
      }
      const { counts } = await getJson<TrackRecord>(server.url, "/api/track-record");
      tell(
        `${date}: ${counts.settled} settled, ${counts.pending} open, ${counts.review} in review, ${counts.void} void`,
      );
    }
    // A long comparison would close the connection, so the ledger is read first.
    const endState = await endStateOf((path) => getJson<unknown>(server.url, path));
    const result = await compareWithEvaluation({
      url: server.url,
      seasonUrl,
      events: files,
      history: values.history,
      company: companyFacts({ sectors, closes: closes === undefined ? [] : [closes] }),
      from,
      to,
    });
    if (values["as-of"]) {
      await server.kill();
      // The clock is set after the last round.
      const ahead = (days + 1) * DAY_MS;
      await server.start({ MARKET_CLOCK_SET_AT: new Date(Date.now() - ahead).toISOString() });
    }
    console.log(
      JSON.stringify({
        ...result,
        ...(values["as-of"] ? { asOf: await walkAsOf(server.url, notes) } : {}),
        endState,
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

function importHistory(file: string, state: string, clock: string, ...options: string[]): void {
  execFileSync(process.execPath, ["scripts/history/import.ts", resolve(file), ...options], {
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
