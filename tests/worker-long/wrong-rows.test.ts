import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Part, ScheduledReport } from "#contract/market-data.ts";
import { addIsoDays } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { openDatabase } from "#platform/db/client.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { settle } from "#record/settle.ts";
import { readSourceFaults } from "#season/source-faults.ts";
import { readCurrent, readRange } from "#season/sync.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { randomFrom } from "../../scripts/model/random.ts";
import { ledgerOf, settleDeps } from "../worker/record/a-record.ts";

const db = openDatabase(env.DB);
const SOURCE = "Sample market";
const [FROM, TO] = ["2026-04-20", "2026-05-01"];

type Break = (row: ScheduledReport) => ScheduledReport[];
/** What a source does to a share of its rows. Each row is broken in the same way whenever it is read. */
const breaks: readonly Break[] = [
  (row) => [row, { ...row, reportDate: addIsoDays(row.reportDate, 1) }],
  (row) => [{ ...row, reportDate: addIsoDays(row.reportDate, 6) }, row],
  (row) => (row.reportedEps === null ? [row] : [{ ...row, reportedEps: 0, revenue: undefined }]),
  (row) => (row.reportedEps === null ? [row] : [{ ...row, reportedEps: row.reportedEps * 150 }]),
  (row) => (row.reportedEps === null ? [row] : [row, { ...row, reportedEps: row.reportedEps * 0.6 - 0.2 }]),
  (row) =>
    row.reportedEps === null ? [row] : [row, { ...row, consensusEps: (row.consensusEps ?? 0) * 1.6 }],
  (row) => (row.reportedEps === null ? [row] : [{ ...row, consensusEps: 0 }]),
];

/** The sample market's calendar as a source without quarter ends lists it, with a share of its rows broken. */
function aSource(share: number): MarketData {
  const market = sampleMarket();
  return {
    ...market,
    reports: async (from, to, now): Promise<Part<ScheduledReport[]>> => {
      const part = await market.reports(from, to, now);
      if (part.state === "missing") return part;
      const rows = part.data.map((row) => ({ ...row, fiscalQuarterEnd: null }));
      return { ...part, data: rows.flatMap((row) => brokenRow(row, share)) };
    },
  };
}

function brokenRow(row: ScheduledReport, share: number): ScheduledReport[] {
  const seed = [...`${row.symbol}${row.reportDate}`].reduce(
    (sum, letter) => sum * 31 + letter.charCodeAt(0),
    7,
  );
  const random = randomFrom(seed);
  if (random() >= share) return [row];
  return breaks[Math.floor(random() * breaks.length)]?.(row) ?? [row];
}

type Ended = {
  symbol: string;
  state: string;
  result: string | null;
  eps: number | null;
  reason: string | null;
};

/** Plays two weeks of a season in the evenings, with locks and settlements, and returns how each lock ended. */
async function play(ledgerId: string, share: number): Promise<Map<string, Ended>> {
  const store = { db, ledgerId };
  const market = aSource(share);
  const sync = (now: Date) => ({ store, market, marketNow: () => now });
  const start = new Date(`${addIsoDays(FROM, -1)}T12:17:00Z`);
  for (let day = "2025-03-20"; day < FROM; day = addIsoDays(day, 30))
    await readRange(sync(start), { firstDay: day, lastDay: addIsoDays(day, 29) });
  const deps = settleDeps(ledgerId, [SOURCE]);
  const newId = () => `prd_${crypto.randomUUID()}`;
  for (let day = addIsoDays(FROM, -1); day <= addIsoDays(TO, 2); day = addIsoDays(day, 1))
    for (const time of ["12:17", "20:17", "23:17"]) {
      const now = new Date(`${day}T${time}:00Z`);
      await readCurrent(sync(now));
      if (day <= TO) {
        const record = {
          db,
          ledgerId,
          ledger: ledgerOf(ledgerId),
          files: env.FILES,
          marketNow: () => now,
          newId,
        };
        await lockUpcomingForecasts(record, await dueLocks(store, "sample", now));
      }
      await settle(deps, now);
    }
  const { results } = await env.DB.prepare(
    `SELECT symbol, state, actual_result AS result, actual_eps AS eps, state_reason AS reason FROM predictions
     WHERE ledger_id = ? AND reports_at < ?`,
  )
    .bind(ledgerId, Date.parse(TO))
    .all<Ended>();
  return new Map(results.map((row) => [row.symbol, row]));
}

/** Each season takes seconds, and many times that on a busy machine. */
const PATIENCE_MS = 600_000;

/** Returns the tickers of which a source sent a wrong row. */
async function namedAsWrong(ledgerId: string): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT DISTINCT symbol FROM source_faults WHERE ledger_id = ?")
    .bind(ledgerId)
    .all<{ symbol: string }>();
  return results.map(({ symbol }) => symbol);
}

describe("a season of which a share of the rows is broken", () => {
  const now = new Date(`${TO}T23:30:00Z`);
  let clean: Map<string, Ended>;
  beforeAll(async () => {
    clean = await play("a clean season", 0);
  }, PATIENCE_MS);

  it("has no faults and settles every prediction when nothing is broken", async () => {
    expect([...clean.values()].filter(({ state }) => state === "settled")).toHaveLength(86);
    expect(clean.size).toBe(86);
    expect(await readSourceFaults({ db, ledgerId: "a clean season" }, now)).toEqual([]);
  });

  it.each([
    { share: 0.03, locks: 86, open: 0 },
    { share: 0.3, locks: 76, open: 7 },
  ])(
    "ends as the clean one, or with open predictions that say why: $open of $locks with a share of $share",
    async ({ share, locks, open }) => {
      const ledgerId = `a season broken by ${share}`;
      const broken = await play(ledgerId, share);
      const named = await namedAsWrong(ledgerId);
      const others = [...broken.values()].filter(({ symbol, state, result, eps }) => {
        const right = clean.get(symbol);
        return state !== "settled" || result !== right?.result || eps !== right?.eps;
      });
      expect([broken.size, others.length]).toEqual([locks, open]);
      expect(others.filter(({ state }) => state === "settled")).toEqual([]);
      for (const { symbol, state, reason } of others) {
        if (state === "review") expect(reason).toMatch(/which is doubtful: .+\.$/);
        expect(named, `${symbol} is ${state}`).toContain(symbol);
      }
      const [most] = await readSourceFaults({ db, ledgerId }, now);
      expect(most).toMatchObject({ source: SOURCE, examples: [{}, {}, {}] });
    },
    PATIENCE_MS,
  );
});
