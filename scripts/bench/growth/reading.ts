import { DAY_MS } from "#contract/time.ts";
import { openDatabase } from "#platform/db/client.ts";
import { archivePredictions } from "#record/archive/move.ts";
import { openPlace } from "../../backup/place.ts";
import type { Instance } from "../../instance.ts";
import { median, openDatabaseOf } from "../filled-instance.ts";

const YEARS = 5;
const TIMES = 25;

const paths: Record<string, string> = {
  "first page": "/api/predictions",
  "oldest page": "/api/predictions?direction=asc",
  "page 40": "/api/predictions?page=40",
  "one ticker": "/api/predictions?symbol=KO",
  "by probability": "/api/predictions?sort=probability",
  "wrong ones of a year": "/api/predictions?outcome=wrong&from=2024-01-01&to=2024-12-31",
  dashboard: "/api/dashboard",
};

type Reading = { filed: number; hot: number; medianMs: Record<string, number> };

/** Reads five years over HTTP. */
export async function measureReading(instance: Instance, aYear: number): Promise<Reading> {
  await instance.kill();
  const sqlite = openDatabaseOf(instance);
  addHistory(sqlite, aYear);
  sqlite.close();
  const place = await openPlace(instance.state);
  const store = { db: openDatabase(place.db), files: place.files };
  const now = new Date();
  const cutoff = new Date(now.getTime() - 200 * DAY_MS);
  for (let after: string | null = ""; after !== null; )
    after = await archivePredictions(store, after, cutoff, now);
  await place.close();
  await instance.start();
  const token = await signIn(instance.url);
  const medianMs: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths)) medianMs[name] = await timeOf(instance.url + path, token);
  const counted = await fetch(`${instance.url}/api/predictions?pageSize=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { total } = (await counted.json()) as { total: number };
  await instance.kill();
  const after = openDatabaseOf(instance);
  const { n } = after.prepare("SELECT sum(n) AS n FROM past_predictions").get() as { n: number };
  after.close();
  return { filed: n, hot: total - n, medianMs };
}

function addHistory(sqlite: ReturnType<typeof openDatabaseOf>, aYear: number): void {
  const columns = (
    sqlite.prepare("SELECT name FROM pragma_table_info('predictions')").all() as { name: string }[]
  ).map(({ name }) => name);
  const start = Date.now() - YEARS * 365 * DAY_MS;
  const step = Math.floor((365 * DAY_MS) / aYear);
  const at = `${start} + n.value * ${step}`;
  const own: Record<string, string> = {
    id: `'prd_' || printf('%012x', ${at}) || substr(lower(hex(randomblob(32))), 1, 20)`,
    request_key: "lower(hex(randomblob(18)))",
    lock_id: "'ana_' || lower(hex(randomblob(16)))",
    created_at: at,
    reports_at: `${at} + ${5 * DAY_MS}`,
    settled_at: `${at} + ${6 * DAY_MS}`,
  };
  const cells = columns.map((name) => own[name] ?? `s.${name}`);
  sqlite.exec(`WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${YEARS * aYear}),
      sample AS (SELECT p.*, row_number() OVER () - 1 AS place FROM predictions AS p
        WHERE p.state = 'settled' AND p.user_id = (SELECT id FROM users WHERE email = 'demo@example.com'))
    INSERT INTO predictions (${columns}) SELECT ${cells} FROM n
      JOIN sample AS s ON s.place = n.value % (SELECT count(*) FROM sample)`);
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: "demo@example.com", password: "beatcast demo" }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function timeOf(url: string, token: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const startedAt = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
