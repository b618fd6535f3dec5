import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { seasonMap } from "#season/season-so-far.ts";
import { call, fetchWorker, origin } from "../api.ts";

const at = new Date("2026-11-20T12:00:00Z");
const db = openDatabase(env.DB);

async function aReport(
  ledgerId: string,
  symbol: string,
  reportDate: string,
  isBeat: boolean | null,
  sector?: string,
) {
  if (sector)
    await db
      .insert(seasonCompanies)
      .values({ ledgerId, symbol, sector, updatedAt: at })
      .onConflictDoNothing();
  await db.insert(seasonReports).values({
    ledgerId,
    symbol,
    fiscalQuarterEnd: reportDate,
    reportDate,
    isQuarterDeclared: true,
    isDayKnown: true,
    isConfirmed: true,
    isImported: false,
    consensusEps: 1,
    reportedEps: isBeat === null ? null : 2,
    isBeat,
    source: "Source",
    firstSeenAt: at,
    changedAt: at,
  });
}

it("counts a quarter by sector and week, from its first to its last day", async () => {
  await aReport("map", "A", "2026-09-30", true, "Energy");
  await aReport("map", "A", "2026-10-01", true, "Energy");
  await aReport("map", "B", "2026-10-04", false, "Energy");
  await aReport("map", "C", "2026-10-05", null, "Energy");
  await aReport("map", "D", "2026-12-31", true);
  await aReport("map", "A", "2027-01-01", null, "Energy");
  const map = await seasonMap({ db, ledgerId: "map" }, "2026-11-20");
  expect(map).toMatchObject({ quarter: "2026-Q4", quarters: ["2026-Q3", "2026-Q4"], reported: 3, beats: 2 });
  expect([map.weeks[0], map.weeks.at(-1), map.weeks.length]).toEqual(["2026-09-28", "2026-12-28", 14]);
  expect(map.sectors).toEqual([
    {
      sector: "Energy",
      cells: [
        { week: "2026-09-28", reports: 2, reported: 2, beats: 1 },
        { week: "2026-10-05", reports: 1, reported: 0, beats: 0 },
      ],
    },
    { sector: "Other", cells: [{ week: "2026-12-28", reports: 1, reported: 1, beats: 1 }] },
  ]);
});

it("goes back to the first stored report and no further", async () => {
  await aReport("past", "A", "2024-12-30", true);
  const quarters = ["2024-Q4", "2025-Q1", "2025-Q2"];
  const store = { db, ledgerId: "past" };
  expect(await seasonMap(store, "2025-05-01", "2024-Q4")).toMatchObject({
    quarter: "2024-Q4",
    quarters,
    beats: 1,
  });
  expect(await seasonMap(store, "2025-05-01", "1999-Q1")).toMatchObject({ quarter: "2025-Q2", beats: 0 });
  expect(await seasonMap({ db, ledgerId: "empty" }, "2025-05-01")).toMatchObject({
    quarters: ["2025-Q2"],
    sectors: [],
  });
});

it("is open to everyone, says nothing of a probability, and refuses what is no quarter", async () => {
  const answer = await fetchWorker(`${origin}/api/season-map`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toMatch(/robability|edge|baseRate/);
  for (const quarter of ["2026", "2026-Q5", "2026-Q1' OR 1=1"])
    expect((await call("GET", `/api/season-map?quarter=${encodeURIComponent(quarter)}`)).status).toBe(400);
});
