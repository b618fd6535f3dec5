import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LedgerEntry } from "#contract/ledger.ts";
import type { TrackRecord } from "#contract/record.ts";
import { type Instance, startInstance } from "../../scripts/instance.ts";
import { newLedgerSigningKey } from "../../scripts/setup/ledger-key.mjs";
import { anEmail, Outsider } from "../attack/support/outsider.ts";

const OPERATOR = anEmail();
const settings = {
  SEASON_FROM: "2025-08-01",
  SAMPLE_COMPANIES: "240",
  OPERATORS: OPERATOR,
  AUTH_SECRET: randomBytes(32).toString("base64url"),
  LEDGER_SIGNING_KEY: newLedgerSigningKey("restored.example/ledger"),
};
const folder = mkdtempSync(join(tmpdir(), "beatcast-backup-"));
let first: Instance;
let second: Instance | undefined;

beforeAll(async () => {
  first = await startInstance("before-restore", settings);
});
afterAll(async () => {
  await first.kill();
  await second?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const tool = (...words: string[]) =>
  execFileSync(process.execPath, ["scripts/run.mjs", "tool", ...words], { encoding: "utf8" });

async function tick({ url }: Instance, at: string, cron = "17 * * * *"): Promise<void> {
  const { status, body } = await new Outsider(url).call("POST", "/api/dev/jobs", { cron, at });
  expect([status, body]).toEqual([200, expect.objectContaining({ failed: 0 })]);
}

async function entriesOf({ url }: Instance): Promise<LedgerEntry[]> {
  const found: LedgerEntry[] = [];
  for (;;) {
    const after = found.at(-1)?.seq ?? 0;
    const { body } = await new Outsider(url).call("GET", `/api/track-record/ledger?after=${after}`);
    const entries = body.entries as LedgerEntry[];
    if (entries.length === 0) return found;
    found.push(...entries);
  }
}

async function countsOf({ url }: Instance): Promise<TrackRecord["counts"]> {
  const { body } = await new Outsider(url).call("GET", "/api/track-record");
  return body.counts as TrackRecord["counts"];
}

const REMINDERS = "4-54/10 * * * *";

/** Returns the moment twelve hours before the first report of a person's predictions. */
function halfADayBeforeTheNext(entries: readonly LedgerEntry[]): string {
  const reports = entries.flatMap(({ body }) =>
    body.type === "lock" && body.kind === "analysis" ? [body.reportsAt] : [],
  );
  return new Date(Date.parse(reports.toSorted()[0] ?? "") - 12 * 3_600_000).toISOString();
}

const verify = ({ url }: Instance, ...words: string[]) =>
  execFileSync(process.execPath, ["public/ledger-verifier.mjs", "--url", url, ...words], {
    encoding: "utf8",
  });

it("what one instance had in the middle of a season goes on in an empty one: accounts, calls, ledger, and nothing twice", async () => {
  const [email, person] = [anEmail(), new Outsider(first.url)];
  await person.signUp(email);
  await person.confirm(email);
  await tick(first, "2026-11-02T19:17:00Z");
  await tick(first, "2026-11-02T20:17:00Z");
  await tick(first, "2026-11-02T21:17:00Z");
  await tick(first, "2026-11-05T20:17:00Z");
  await tick(first, "2026-11-05T21:17:00Z");
  for (const symbol of ["AAPL", "KO"])
    expect((await person.analyze(symbol, { "idempotency-key": `before-${symbol}` })).status).toBe(200);
  await tick(first, "2026-11-05T22:17:00Z");
  const before = { entries: await entriesOf(first), counts: await countsOf(first) };
  expect(before.counts.settled).toBeGreaterThan(0);
  expect(before.counts.pending).toBeGreaterThan(0);
  verify(first, "--save", join(folder, "checkpoint"));
  const reminderAt = halfADayBeforeTheNext(before.entries);
  await tick(first, reminderAt, REMINDERS);
  const mails = (await person.mails(email)).map(({ subject }) => subject);
  const reminders = mails.filter((subject) => / reports soon$/.test(subject));
  expect(reminders.length).toBeGreaterThan(0);
  expect(new Set(reminders).size).toBe(reminders.length);
  await first.kill();

  tool("backup", "--to", join(folder, "copy"), "--local", first.state);
  second = await startInstance("after-restore", settings, (state) => {
    tool("restore", "--from", join(folder, "copy"), "--local", state);
  });

  // Signs in with the earlier session and with the password.
  const [back, anew] = [new Outsider(second.url), new Outsider(second.url)];
  back.token = person.token;
  expect((await back.profile()).email).toBe(email);
  const signedIn = await anew.signIn(email);
  expect(signedIn.status).toBe(200);
  anew.token = String(signedIn.body.token);

  // The ledger, which is stored in another object now.
  expect(await entriesOf(second)).toEqual(before.entries);
  expect(await countsOf(second)).toEqual(before.counts);

  // The counted calls, after an operator has had them counted again.
  const operator = new Outsider(second.url);
  await operator.signUp(OPERATOR);
  await operator.confirm(OPERATOR);
  expect((await back.call("POST", "/api/review/lost-counters", {})).status).toBe(404);
  expect((await operator.call("POST", "/api/review/lost-counters", {})).status).toBe(200);
  await expect.poll(() => anew.callsUsed(), { timeout: 10_000 }).toBe(2);
  const repeated = await anew.analyze("KO", { "idempotency-key": "before-KO" });
  expect(repeated.status).toBe(200);
  expect(await anew.callsUsed()).toBe(2);
  expect((await anew.analyze("NVDA")).status).toBe(200);
  expect(await anew.callsUsed()).toBe(3);

  // The season: what was due is not locked, settled or sent again, and what follows is.
  await tick(second, "2026-11-05T22:17:00Z");
  await tick(second, reminderAt, REMINDERS);
  const again = await entriesOf(second);
  expect(again.slice(0, before.entries.length)).toEqual(before.entries);
  expect(again.slice(before.entries.length).map(({ body }) => body.type === "lock" && body.kind)).toEqual([
    "analysis",
  ]);
  const sent = (await anew.mails(email)).map(({ subject }) => subject);
  expect(sent.toSorted()).toEqual(mails.toSorted());
  for (const at of ["2026-11-06T21:17:00Z", "2026-11-09T23:17:00Z"]) await tick(second, at);
  const after = await entriesOf(second);
  const ids = after.map(({ body }) => body.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(again.length);
  expect((await countsOf(second)).settled).toBeGreaterThan(before.counts.settled);
  expect(verify(second, "--since", join(folder, "checkpoint"))).toBe(`ledger valid: ${ids.length} entries\n`);
});
