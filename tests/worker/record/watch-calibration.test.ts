import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDeps } from "#app/deps.ts";
import type { Drift } from "#contract/drift.ts";
import { openDatabase } from "#platform/db/client.ts";
import { calibrationDriftOfRecord, watchCalibration } from "#record/watch-calibration.ts";
import { aCarrier, accountsAt, notify } from "../accounts/at-a-time.ts";
import { aConfirmedPerson, aPerson, call, origin } from "../api.ts";
import { type SettledRecord, settleRecord } from "./settle-record.ts";

const db = openDatabase(env.DB);
/**
 * On this Monday week 47 (to November 22) is the newest complete week, and its thirteen weeks begin on August 24.
 */
const monday = new Date("2026-11-23T05:17:00Z");
let ledgerId = "";
let ledgers = 0;

beforeEach(() => {
  ledgerId = `drift ${ledgers++}`;
});
afterEach(() => void vi.restoreAllMocks());

const settled = (some: SettledRecord) => settleRecord(ledgerId, some);
const watch = (at = monday) => watchCalibration({ db, ledgerId }, at);
const newest = async () => (await calibrationDriftOfRecord({ db, ledgerId })).newest;
const weekAfter = (weeks: number) => new Date(monday.getTime() + weeks * 7 * 86_400_000);

/** Makes a season that is far off in one sector and right in another. */
async function aDriftedSeason() {
  await settled({ day: "2026-11-20", n: 200, beats: 80 });
  await settled({ day: "2026-11-20", n: 200, beats: 140, sector: "Utilities" });
}

const ENERGY = "Energy: 40.0% of 200 beat, 70.0% were predicted to.";
const ALL = "All sectors: 55.0% of 400 beat, 70.0% were predicted to.";

describe("the weekly watch of drift", () => {
  it("finds what is off in all and by sector, once a week, in the thirteen weeks that are over", async () => {
    await aDriftedSeason();
    await settled({ day: "2026-08-23", n: 300, beats: 0, sector: "Healthcare" });
    await settled({ day: "2026-11-23", n: 300, beats: 0, sector: "Technology" });
    expect(await watch()).toEqual([ENERGY, ALL]);
    expect(await newest()).toMatchObject({
      week: "2026-W47",
      firstDay: "2026-08-24",
      lastDay: "2026-11-22",
      n: 400,
      groupsTested: 3,
      findings: [
        { sector: "Energy", kind: "level", n: 200, beatShare: 0.4, since: "2026-W47" },
        { sector: "", kind: "level", n: 400, beatShare: 0.55, since: "2026-W47" },
      ],
    });
    expect(await watch()).toEqual([]);
    expect(await watch(new Date("2026-11-29T05:17:00Z"))).toEqual([]);
  });

  it("says since when a finding stands, and calls it news once; a week without it begins anew", async () => {
    await aDriftedSeason();
    expect(await watch()).toEqual([ENERGY, ALL]);
    expect(await watch(weekAfter(1))).toEqual([]);
    expect((await newest())?.findings.map(({ since }) => since)).toEqual(["2026-W47", "2026-W47"]);
    expect(await watch(weekAfter(13))).toEqual([]);
    expect((await newest())?.findings).toEqual([]);
    await settled({ day: "2027-02-25", n: 200, beats: 80 });
    expect(await watch(weekAfter(14))).toEqual([
      "All sectors: 40.0% of 200 beat, 70.0% were predicted to.",
      ENERGY,
    ]);
  });

  it("finds nothing where predictions are right, few or none", async () => {
    await settled({ day: "2026-11-20", n: 300, beats: 210 });
    await settled({ day: "2026-11-20", n: 99, beats: 55, sector: "Utilities" });
    expect(await watch()).toEqual([]);
    expect(await newest()).toMatchObject({ n: 399, groupsTested: 2, findings: [], proposals: [] });
    ledgerId = `${ledgerId} empty`;
    expect(await newest()).toBeNull();
    expect(await watch()).toEqual([]);
    expect(await newest()).toMatchObject({ n: 0, groupsTested: 0, findings: [], proposals: [] });
  });

  it("proposes a recalibration with its evidence and a version, and changes no prediction", async () => {
    for (const day of ["2026-09-15", "2026-10-15", "2026-11-15"]) {
      await settled({ day, n: 200, beats: 90, probability: 0.6 });
      await settled({ day, n: 200, beats: 130, probability: 0.8 });
    }
    const stored =
      "SELECT group_concat(id || beat_probability || model_version) AS all_rows FROM predictions";
    const before = await env.DB.prepare(stored).first();
    expect(await watch()).toEqual([
      "All sectors: 55.0% of 1200 beat, 70.0% were predicted to.",
      "Energy: 55.0% of 1200 beat, 70.0% were predicted to.",
    ]);
    const [proposal, ...others] = (await newest())?.proposals ?? [];
    expect(others).toEqual([]);
    // ln(0.45/0.55) is −0.20067 at ln(0.6/0.4), and ln(0.65/0.35) is 0.61904 at ln(0.8/0.2).
    expect(proposal).toMatchObject({ modelVersion: "v1", n: 1200, slope: 0.83573, intercept: -0.53953 });
    expect(proposal?.version).toMatch(/^v1\.r[0-9a-f]{8}$/);
    expect(proposal?.tested).toMatchObject({
      n: 400,
      brier: { before: expect.closeTo(0.26, 9), after: expect.closeTo(0.2375, 9) },
    });
    expect(await env.DB.prepare(stored).first()).toEqual(before);
  });

  it("writes one row though it comes twice at once", async () => {
    await aDriftedSeason();
    const both = await Promise.all([watch(), watch()]);
    expect(both.flat().toSorted()).toEqual([ALL, ENERGY].toSorted());
  });
});

describe("the email about drift", () => {
  const mail = (mailer: ReturnType<typeof aCarrier>["mailer"], operators: string[], now = monday) =>
    notify(accountsAt(now, mailer), { left: 100 }, undefined, { store: { db, ledgerId }, operators });

  it("goes to operators with a confirmed address, once, with what is new", async () => {
    await aDriftedSeason();
    await watch();
    const [operator, unconfirmed] = [await aConfirmedPerson(), await aPerson()];
    const operators = [operator.email, unconfirmed.email, "nobody@example.com"];
    const { mailer, sent } = aCarrier();
    await Promise.all([mail(mailer, operators), mail(mailer, operators)]);
    await mail(mailer, operators);
    expect(sent.map(({ to }) => to)).toEqual([operator.email]);
    expect(sent[0]?.subject).toBe("Calibration alarm, week 2026-W47");
    expect(sent[0]?.text).toContain(`New this week\n- ${ENERGY}\n- ${ALL}`);
    expect(sent[0]?.text).toContain(`Open the track record: ${origin}/track-record`);
    await watch(weekAfter(1));
    await mail(mailer, operators, weekAfter(1));
    expect(sent).toHaveLength(1);
  });

  it("is tried again where the mailbox did not take it, and is no news after a week", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await aDriftedSeason();
    await watch();
    const operator = await aConfirmedPerson();
    const full = aCarrier(() => true);
    await mail(full.mailer, [operator.email]);
    expect(log).toHaveBeenCalledTimes(1);
    const { mailer, sent } = aCarrier();
    await mail(mailer, [operator.email], new Date(monday.getTime() + 4 * 60_000));
    expect(sent).toEqual([]);
    await mail(mailer, [operator.email], new Date(monday.getTime() + 6 * 60_000));
    expect(sent).toHaveLength(1);
    const late = await aConfirmedPerson();
    await mail(mailer, [late.email], new Date(weekAfter(1).getTime() + 1));
    expect(sent).toHaveLength(1);
  });
});

it("drift is in the answers of the track record and of health while it stands", async () => {
  const deps = openDeps(env, origin);
  const record = deps.record((await deps.market()).dataMode);
  ledgerId = record.ledgerId;
  const drift = async () => (await call<Drift>("GET", "/api/track-record/drift")).body.newest;
  const calibration = async () => (await call("GET", "/api/health")).body.calibration;
  expect(await drift()).toBeNull();
  await aDriftedSeason();
  await watch();
  expect((await drift())?.findings.map(({ sector }) => sector)).toEqual(["Energy", ""]);
  expect(await calibration()).toBe("alarm");
  await watch(weekAfter(14));
  expect((await drift())?.findings).toEqual([]);
  expect(await calibration()).toBe("ok");
});
