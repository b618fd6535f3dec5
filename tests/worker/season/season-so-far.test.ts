import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openDeps } from "#app/deps.ts";
import { runJob } from "#app/jobs/handlers.ts";
import { openDatabase } from "#platform/db/client.ts";
import { seasonCounts, seasonReports } from "#platform/schema/season.ts";
import { countSeason, seasonSoFar } from "#season/season-so-far.ts";

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);

/** Makes a separate store, and the list of statements that it was asked. */
function aStore(ledgerId: string) {
  const asked: string[] = [];
  const counting = new Proxy(env.DB, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      return (sql: string) => {
        asked.push(sql);
        return target.prepare(sql);
      };
    },
  });
  return { store: { db: openDatabase(counting), ledgerId }, asked };
}

/** Adds a report of the season for a new company. */
async function reported(ledgerId: string, symbol: string, isBeat: boolean) {
  await openDatabase(env.DB)
    .insert(seasonReports)
    .values({
      ledgerId,
      symbol,
      fiscalQuarterEnd: "2026-09-30",
      reportDate: "2026-11-18",
      isQuarterDeclared: true,
      isDayKnown: true,
      isConfirmed: true,
      isImported: false,
      consensusEps: 1,
      reportedEps: isBeat ? 2 : 0.5,
      isBeat,
      source: "Source",
      firstSeenAt: at("10:00"),
      changedAt: at("10:00"),
    });
}

it("is counted once an hour, however many ask", async () => {
  const { store, asked } = aStore("hourly");
  await reported("hourly", "A", true);
  expect(await seasonSoFar(store, at("12:00"))).toMatchObject({ reported: 1, beats: 1 });
  await reported("hourly", "B", false);
  asked.length = 0;
  expect(await seasonSoFar(store, at("12:30"))).toMatchObject({ reported: 1, beats: 1 });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/from "season_counts" where/);
  expect(await seasonSoFar(store, at("13:20"))).toMatchObject({ reported: 2, beats: 1 });
});

it("is counted anew with each settlement, on a new day, and where another version left something else", async () => {
  const { store } = aStore("settled");
  await reported("settled", "A", true);
  await seasonSoFar(store, at("12:00"));
  await reported("settled", "B", true);
  expect(await countSeason(store, at("12:10"))).toMatchObject({ reported: 2 });
  expect(await seasonSoFar(store, at("12:20"))).toMatchObject({ reported: 2 });
  await reported("settled", "C", true);
  expect(await seasonSoFar(store, new Date("2026-11-21T05:00:00Z")), "midnight in New York").toMatchObject({
    reported: 3,
  });
  await store.db.update(seasonCounts).set({ counts: '{"reported":9}' });
  expect(await seasonSoFar(store, new Date("2026-11-21T05:01:00Z"))).toMatchObject({ reported: 3 });
});

it("a count that began earlier never replaces a later one", async () => {
  const { store } = aStore("racing");
  await reported("racing", "A", true);
  await countSeason(store, at("12:10"));
  await reported("racing", "B", true);
  await Promise.all([countSeason(store, at("12:20")), countSeason(store, at("12:05"))]);
  const [row] = await store.db.select().from(seasonCounts).where(eq(seasonCounts.ledgerId, "racing"));
  expect(row).toMatchObject({ countedAt: at("12:20") });
});

it("the job that reads the calendar counts what it just read", async () => {
  const { store } = aStore("read");
  const deps = openDeps(env, "http://localhost");
  const record = () => ({ ...deps.record("sample"), ledgerId: "read" as "sample" });
  const now = at("15:00");
  expect(await seasonSoFar(store, now)).toMatchObject({ reported: 0 });
  await runJob(
    { ...deps, marketNow: () => now, record, enqueue: async () => undefined },
    { job: "calendar" },
  );
  expect((await seasonSoFar(store, now)).reported).toBeGreaterThan(0);
});
