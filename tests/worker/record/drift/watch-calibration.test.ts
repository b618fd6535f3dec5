import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { openAlarms, watchCalibration } from "#record/drift/watch-calibration.ts";
import { call } from "../../api.ts";
import { type SettledRecord, settleRecord } from "./settle-record.ts";

const db = openDatabase(env.DB);
const now = new Date("2026-11-20T05:17:00Z");
let ledgerId = "";
let ledgers = 0;

beforeEach(() => {
  ledgerId = `calibration ${ledgers++}`;
});

const settled = (some: SettledRecord) => settleRecord(ledgerId, some);

const alarms = async () => (await openAlarms(db, now)).filter((alarm) => alarm.ledgerId === ledgerId);
const checks = async () =>
  (
    await env.DB.prepare(
      `SELECT month, dimension, key, n, beat_share AS beatShare, mean_probability AS meanProbability, slope, alarm
       FROM calibration_checks WHERE ledger_id = ? ORDER BY month, dimension, key`,
    )
      .bind(ledgerId)
      .all()
  ).results;

describe("the watch of calibration", () => {
  it("stores calibration of the month, whole and by class, sector and model", async () => {
    await settled({ n: 40, beats: 28 });
    expect(await watchCalibration({ db, ledgerId }, now)).toEqual([]);
    const groups = [
      ["all", "", 40],
      ["class", "large, profitable", 20],
      ["class", "profitable", 20],
      ["model", "v1", 40],
      ["sector", "Energy", 40],
    ];
    expect((await checks()).map(({ dimension, key, n }) => [dimension, key, n])).toEqual(groups);
    expect((await checks())[0]).toEqual({
      ...{ month: "2026-11", dimension: "all", key: "", n: 40, beatShare: 0.7, slope: null, alarm: null },
      meanProbability: expect.closeTo(0.7, 9),
    });
    expect(await alarms()).toEqual([]);
  });

  it("raises an alarm once, as long as it lasts it stays in the list", async () => {
    await settled({ n: 200, beats: 80 });
    await settled({ n: 200, beats: 140, sector: "Utilities" });
    const raised = await watchCalibration({ db, ledgerId }, now);
    expect(raised).toContain("2026-11, all: 55.0% of 400 beat, 70.0% were predicted to");
    expect(raised).toContain("2026-11, sector Energy: 40.0% of 200 beat, 70.0% were predicted to");
    expect(raised.some((alarm) => alarm.includes("Utilities"))).toBe(false);
    expect(await watchCalibration({ db, ledgerId }, now)).toEqual([]);
    expect(await alarms()).toHaveLength(raised.length);
    await settled({ n: 3, beats: 3, sector: "Materials" });
    expect(await watchCalibration({ db, ledgerId }, now)).toEqual([]);
    expect((await checks())[0]).toMatchObject({ dimension: "all", n: 403 });
  });

  it("looks at this month and the one before, each alone, and keeps older ones", async () => {
    await settled({ month: "2026-09", n: 150, beats: 0 });
    await settled({ month: "2026-10", n: 150, beats: 105 });
    const october = new Date("2026-10-20T05:17:00Z");
    expect((await watchCalibration({ db, ledgerId }, october)).length).toBeGreaterThan(0);
    expect(await watchCalibration({ db, ledgerId }, now)).toEqual([]);
    expect(await alarms()).toEqual([]);
    const months = (await checks()).filter(({ dimension }) => dimension === "all");
    expect(months.map(({ month, beatShare }) => [month, beatShare])).toEqual([
      ["2026-09", 0],
      ["2026-10", 0.7],
    ]);
  });

  it("counts neither another market's predictions nor a user's, nor what is not settled", async () => {
    await settled({ n: 10, beats: 5 });
    await env.DB.prepare("UPDATE predictions SET state = 'void' WHERE ledger_id = ? AND is_correct")
      .bind(ledgerId)
      .run();
    await watchCalibration({ db, ledgerId }, now);
    expect((await checks())[0]).toMatchObject({ n: 5, beatShare: 0 });
    expect(await watchCalibration({ db, ledgerId: `${ledgerId} other` }, now)).toEqual([]);
  });
});

it("an alarm of this month or the last is in the answer of /api/health", async () => {
  const health = async () => (await call("GET", "/api/health")).body;
  await env.DB.prepare("DELETE FROM calibration_checks").run();
  expect(await health()).toMatchObject({ ok: true, calibration: "ok" });
  const add = (month: string) =>
    env.DB.prepare(
      `INSERT INTO calibration_checks (ledger_id, month, dimension, key, n, beat_share, mean_probability, share_error, alarm, checked_at)
       VALUES ('live', ?1, 'all', '', 200, 0.5, 0.7, 0.03, 'an alarm', 0)`,
    )
      .bind(month)
      .run();
  await add("2020-01");
  expect(await health()).toMatchObject({ ok: true, calibration: "ok" });
  await add(new Date().toISOString().slice(0, 7));
  expect(await health()).toMatchObject({ ok: true, calibration: "alarm" });
});
