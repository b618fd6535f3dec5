import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { CompanyChange } from "#contract/company-change.ts";
import type { Part } from "#contract/market-data.ts";
import { DAY_MS } from "#contract/time.ts";
import { livePart } from "#market/port.ts";
import { listRecord } from "#record/list-record.ts";
import { applyChange, readUnappliedChanges, resolveCompanyChange } from "#season/identity/apply-change.ts";
import { readChanges } from "#season/identity/read-changes.ts";
import { resolveTickers } from "#season/identity/tickers.ts";
import { reportsOf } from "#season/store.ts";
import { storeCompanyIds } from "#season/witness/company-ids.ts";
import { accountsAt, notify } from "../../accounts/at-a-time.ts";
import { aConfirmedPerson } from "../../api.ts";
import {
  aMarketOf,
  eve,
  figureOf,
  lockRound,
  nextEve,
  night,
  renamed,
  rows,
  say,
  settleAt,
  whereIs,
} from "./a-changed-market.ts";

const said = { source: "a source" };
const outcomes = async (
  market: Awaited<ReturnType<typeof aMarketOf>>,
  outcome: "settled" | "void" | "pending",
) =>
  (await listRecord(market.db, market.ledgerId, { outcome, limit: 25 })).items.map(
    ({ stock, actualResult, actualEps, stateReason }) => ({
      symbol: stock.symbol,
      actualResult,
      actualEps,
      stateReason,
    }),
  );
const ended = (ticker: string, by: string | null = null): CompanyChange => ({
  kind: "ended",
  ticker,
  how: by ? "bought" : "delisted",
  by,
  day: "2026-10-16",
  ...said,
});

describe("a company that is gone before its report", () => {
  it("its lock is void once its report was due, with the reason named; the ticker leads to it until another takes it", async () => {
    const market = await aMarketOf("live gone", "TWTR", "AAA");
    await lockRound(market);
    expect(await applyChange(market, ended("TWTR", "X Holdings"), { now: eve })).toEqual({ kind: "apply" });
    // The keeper of the ledger cannot void predictions that are unwelcome.
    expect(await settleAt(market, eve)).toBe(0);
    expect(await outcomes(market, "pending")).toHaveLength(2);
    expect(await settleAt(market, new Date(night.getTime() + DAY_MS))).toBe(1);
    expect(await outcomes(market, "void")).toEqual([
      {
        symbol: "TWTR",
        actualResult: null,
        actualEps: null,
        stateReason:
          "The company left its exchange on 2026-10-16, before its report. A filing names X Holdings as its buyer.",
      },
    ]);
    expect((await resolveTickers(market, ["TWTR"])).get("TWTR")?.symbol).toBe("TWTR-2026");
    expect(await whereIs("live gone", "TWTR")).toEqual([]);
    expect(await applyChange(market, ended("TWTR"), { now: eve })).toEqual({ kind: "nothing" });
    await say(
      market,
      new Date(eve.getTime() + 40 * DAY_MS),
      figureOf("TWTR", { reportDate: "2026-12-10", reportedEps: null }),
    );
    expect(await reportsOf(market, "TWTR")).toHaveLength(1);
    expect(await reportsOf(market, "TWTR-2026")).toHaveLength(8);
  });

  it("one whose report came before its last day settles", async () => {
    const market = await aMarketOf("live reported", "TWTR");
    await lockRound(market);
    await say(market, night, figureOf("TWTR"));
    const after = new Date(night.getTime() + 10 * DAY_MS);
    await applyChange(market, { ...ended("TWTR"), day: "2026-10-26" }, { now: after });
    expect(await settleAt(market, after)).toBe(1);
    expect(await outcomes(market, "settled")).toMatchObject([{ symbol: "TWTR", actualResult: "beat" }]);
  });

  it("its past that the source repeats months later stays its own: the old ticker is nobody's until somebody reports under it", async () => {
    const market = await aMarketOf("live repeated", "TWTR", "AAA");
    await applyChange(market, ended("TWTR"), { now: eve });
    const later = new Date(eve.getTime() + 90 * DAY_MS);
    const before = await reportsOf(market, "TWTR-2026");
    const repeated = before.map(({ reportDate, fiscalQuarterEnd, consensusEps, reportedEps }) =>
      figureOf("TWTR", { reportDate, fiscalQuarterEnd, consensusEps, reportedEps }),
    );
    await say(market, later, ...repeated);
    expect(await whereIs("live repeated", "TWTR")).toEqual([]);
    expect(await reportsOf(market, "TWTR-2026")).toHaveLength(before.length);
    // A report of a later day belongs to another company.
    await say(market, later, figureOf("TWTR", { reportDate: "2027-02-10", reportedEps: null }));
    expect(await reportsOf(market, "TWTR")).toHaveLength(1);
  });

  it("waits three days for a change of ticker, and for review while its exchange lists it", async () => {
    const market = await aMarketOf("live lists", "AAA");
    expect(await applyChange(market, { ...ended("AAA"), day: "2026-10-18" }, { now: eve })).toEqual({
      kind: "wait",
    });
    await env.DB.batch([
      env.DB.prepare("UPDATE season_companies SET exchange = 'NYSE' WHERE ledger_id = 'live lists'"),
      env.DB.prepare(
        "INSERT INTO season_listings (ledger_id, exchange, asked_at, read_at, companies, problem) VALUES ('live lists', 'NYSE', ?, ?, 1, NULL)",
      ).bind(eve.getTime(), eve.getTime()),
    ]);
    expect(await applyChange(market, ended("AAA"), { now: eve })).toEqual({
      kind: "doubtful",
      reason: "Its exchange still listed AAA on 2026-10-19.",
    });
    expect(await rows("live lists", "SELECT id, state FROM company_changes WHERE ledger_id = ?")).toEqual([
      { id: "ended AAA 2026-10-16", state: "doubtful" },
    ]);
  });

  it("its watchers hear of it once", async () => {
    const market = await aMarketOf("live told", "TWTR");
    const { user } = await aConfirmedPerson();
    await env.DB.prepare(
      "INSERT INTO watchlist (user_id, ledger_id, symbol, created_at) VALUES (?, 'live told', 'TWTR', 1)",
    )
      .bind(user.id)
      .run();
    await applyChange(market, ended("TWTR", "X Holdings"), { now: eve });
    const of = { store: market };
    const accounts = accountsAt(eve);
    for (let i = 0; i < 2; i++) await notify(accounts, { left: 10 }, [user.id], of);
    expect(await rows("live told", "SELECT kind, symbol, subject FROM alerts WHERE ledger_id = ?")).toEqual([
      { kind: "company_ended", symbol: "TWTR-2026", subject: "2026-10-16" },
    ]);
    const { results } = await env.DB.prepare(
      "SELECT subject, text FROM outbox WHERE recipient = ? AND subject LIKE 'TWTR%'",
    )
      .bind(user.email)
      .all<{ subject: string; text: string }>();
    expect(results.map(({ subject }) => subject)).toEqual(["TWTR is no longer listed"]);
    expect(results[0]?.text).toContain(
      "TWTR is no longer listed. TWTR-2026 left its exchange on Oct 16; a filing names X Holdings as its buyer. Open predictions of reports after that day end void.",
    );
  });
});

it("a split between lock and report: the figure is brought to the shares of the lock, and says so", async () => {
  const market = await aMarketOf("live split", "NVDA");
  await lockRound(market);
  await applyChange(
    market,
    { kind: "split", ticker: "NVDA", factor: 10, day: "2026-10-20", ...said },
    { now: night },
  );
  await say(market, night, figureOf("NVDA", { consensusEps: 0.1, reportedEps: 0.11 }));
  expect(await settleAt(market, night)).toBe(1);
  expect(await outcomes(market, "settled")).toEqual([
    {
      symbol: "NVDA",
      actualResult: "beat",
      actualEps: 1.1,
      stateReason: "After the 10-for-1 split 0.11 a share is 1.1 in shares of the lock.",
    },
  ]);
});

it("a spin-off: the parent goes on, and the child begins without history under a ticker that was used before", async () => {
  const market = await aMarketOf("live spun", "GE", "GEV");
  await lockRound(market);
  await applyChange(market, renamed("GEV", "OLD"), { now: eve });
  const child: CompanyChange = {
    ...{
      kind: "listed",
      ticker: "GEV",
      name: "GE Vernova",
      cik: "0001996810",
      parent: "GE",
      day: "2026-10-19",
    },
    ...said,
  };
  expect(await applyChange(market, child, { now: eve })).toEqual({ kind: "wait" });
  const tomorrow = new Date(eve.getTime() + DAY_MS + 1);
  expect(await applyChange(market, child, { now: tomorrow })).toEqual({ kind: "apply" });
  expect(await reportsOf(market, "GEV")).toEqual([]);
  expect(await reportsOf(market, "GE")).toHaveLength(9);
  expect(
    await rows(
      "live spun",
      "SELECT symbol, cik FROM season_companies WHERE ledger_id = ? AND cik IS NOT NULL",
    ),
  ).toEqual([{ symbol: "GEV", cik: "0001996810" }]);
  await say(market, night, figureOf("GE"));
  expect(await settleAt(market, night)).toBe(1);
});

describe("two classes of shares", () => {
  const alphabet = new Map([
    ["GOOGL", "0001652044"],
    ["GOOG", "0001652044"],
    ["FWONK", "0001560385"],
    ["FWONA", "0001560385"],
  ]);
  const filings = { companyIds: async () => alphabet, company: async () => null };
  const noList = {
    changes: async () => ({ state: "missing", reason: "unsupported", detail: "", source: "" }) as const,
  };
  const identified = async (ledgerId: string, ...symbols: string[]) => {
    const market = await aMarketOf(ledgerId, ...symbols);
    await storeCompanyIds({ ...market, filings: filings as never });
    return market;
  };

  it("with one report become one company once nothing of the other is open; its ticker leads to it, its list adds nothing", async () => {
    const market = await identified("live classes", "GOOG", "GOOGL");
    await lockRound(market);
    const read = (now: Date) => readChanges({ store: market, market: noList, filings, now });
    expect(await read(eve)).toEqual({ apply: 0, nothing: 0, wait: 1, doubtful: 0 });
    await say(market, night, figureOf("GOOG"), figureOf("GOOGL"));
    expect(await settleAt(market, night)).toBe(2);
    expect(await read(night)).toEqual({ apply: 1, nothing: 0, wait: 0, doubtful: 0 });
    expect((await resolveTickers(market, ["GOOG"])).get("GOOG")).toEqual({ symbol: "GOOGL", earlier: [] });
    expect(await whereIs("live classes", "GOOG")).toEqual([]);
    const next = { reportDate: "2027-01-19", reportedEps: null };
    await say(market, nextEve, figureOf("GOOG", next), figureOf("GOOGL", next));
    expect(await lockRound(market, nextEve)).toMatchObject({ locked: 1 });
  });

  it("with figures of their own, as tracking shares have, stay two", async () => {
    const market = await aMarketOf("live tracking", "FWONA", "FWONK");
    for (const [i, reportDate] of ["2026-07-21", "2026-04-21", "2026-01-20", "2025-10-21"].entries())
      await say(market, eve, figureOf("FWONA", { reportDate, reportedEps: 2 + i }));
    await storeCompanyIds({ ...market, filings: filings as never });
    expect(await readChanges({ store: market, market: noList, filings, now: eve })).toMatchObject({
      apply: 0,
      nothing: 1,
    });
  });
});

describe("what EDGAR says", () => {
  const noList = {
    changes: async () => ({ state: "missing", reason: "unsupported", detail: "", source: "" }) as const,
  };
  const meta = { name: "Meta Platforms, Inc.", tickers: ["META"] };

  it("a company's new ticker counts where its filings name it and no longer the old one", async () => {
    const market = await aMarketOf("live edgar", "FB", "AAA");
    const before = new Map([
      ["FB", "0001326801"],
      ["AAA", "0000000001"],
    ]);
    await storeCompanyIds({ ...market, filings: { companyIds: async () => before } as never });
    const after = new Map([
      ["META", "0001326801"],
      ["AAA", "0000000001"],
    ]);
    const read = (company: object) =>
      readChanges({
        store: market,
        market: noList,
        now: eve,
        filings: { companyIds: async () => after, company: async () => company as never },
      });
    expect(await read({ ...meta, tickers: ["FB", "META"] })).toMatchObject({ apply: 0 });
    expect(await read(meta)).toMatchObject({ apply: 1 });
    expect(
      await rows(
        "live edgar",
        "SELECT symbol, company_name AS name FROM season_companies WHERE ledger_id = ? ORDER BY symbol",
      ),
    ).toEqual([
      { symbol: "AAA", name: null },
      { symbol: "META", name: "Meta Platforms, Inc." },
    ]);
  });

  it("many that stay undecided keep no smaller company's new ticker from being seen; notes of a company are no class of it", async () => {
    const market = await aMarketOf("live many", "FB", "GOOGL");
    const named = (first: string, length: number) =>
      Array.from({ length }, (_, n) => first + String.fromCharCode(65 + (n % 26), 65 + Math.floor(n / 26)));
    const [stuck, calm] = [named("X", 90), named("Y", 100)];
    const numberOf = (symbol: string) => `1${String([...stuck, ...calm].indexOf(symbol)).padStart(9, "0")}`;
    await env.DB.prepare(
      `INSERT INTO season_companies (ledger_id, symbol, cik, market_cap, is_active, updated_at)
       SELECT 'live many', value ->> 0, value ->> 1, 1e12, 1, 0 FROM json_each(?)`,
    )
      .bind(
        JSON.stringify([...[...stuck, ...calm].map((one) => [one, numberOf(one)]), ["GOOGN", "0001652044"]]),
      )
      .run();
    await say(market, eve, ...stuck.map((symbol) => figureOf(symbol, { reportDate: "2026-07-21" })));
    const known = new Map([
      ["FB", "0001326801"],
      ["GOOGL", "0001652044"],
      ["GOOGN", "0001652044"],
      ...calm.map((symbol) => [symbol, numberOf(symbol)] as const),
    ]);
    await storeCompanyIds({ ...market, filings: { companyIds: async () => known } as never });
    const after = new Map(known);
    after.delete("FB");
    after.set("META", "0001326801");
    after.set("METAW", "0001326801");
    // Their filings still name the old ticker beside the new one.
    for (const symbol of stuck) after.set(`${symbol}Q`, numberOf(symbol));
    const asked: string[] = [];
    const company = async (cik: string) => {
      asked.push(cik);
      return cik === "0001326801"
        ? { ...meta, tickers: ["META", "METAW"] }
        : { name: "Undecided", tickers: stuck.flatMap((one) => [one, `${one}Q`]) };
    };
    const counts = [];
    for (const day of [0, 1, 2])
      counts.push(
        await readChanges({
          store: market,
          market: noList,
          now: new Date(eve.getTime() + day * 86_400_000),
          filings: { companyIds: async () => after, company: company as never },
        }),
      );
    expect(counts.reduce((sum, { apply }) => sum + apply, 0)).toBe(1);
    expect(counts.map(({ doubtful }) => doubtful)).toEqual([0, 0, 0]);
    expect(asked.length).toBeLessThanOrEqual(3 * 40);
  });

  it("another number under the same ticker changes no company: it waits for an operator", async () => {
    const market = await aMarketOf("live number", "FB", "AAA");
    const list = (fb: string) =>
      new Map([
        ["FB", fb],
        ["AAA", "0000000001"],
      ]);
    await storeCompanyIds({ ...market, filings: { companyIds: async () => list("0001326801") } as never });
    await storeCompanyIds({ ...market, filings: { companyIds: async () => list("0000000099") } as never });
    const filings = { companyIds: async () => list("0000000099"), company: async () => null };
    for (let i = 0; i < 2; i++) await readChanges({ store: market, market: noList, filings, now: eve });
    expect(await rows("live number", "SELECT reason FROM company_changes WHERE ledger_id = ?")).toEqual([
      { reason: "EDGAR gives FB to company 0000000099, and it is 0001326801 here." },
    ]);
    expect(
      await rows("live number", "SELECT cik FROM season_companies WHERE ledger_id = ? ORDER BY symbol"),
    ).toEqual([{ cik: "0000000001" }, { cik: "0001326801" }]);
  });
});

describe("a hostile list", () => {
  const listOf = (changes: CompanyChange[]) => ({
    changes: async (): Promise<Part<CompanyChange[]>> => livePart(changes, "a source", null, eve),
  });
  const read = (market: Awaited<ReturnType<typeof aMarketOf>>, changes: CompanyChange[]) =>
    readChanges({ store: market, market: listOf(changes), filings: null, now: eve });
  const untouched = (ledgerId: string) =>
    rows(
      ledgerId,
      "SELECT symbol FROM season_companies WHERE ledger_id = ? AND company_id IS NULL ORDER BY symbol",
    );

  it("with cycles, two claims, two targets, another's ticker and days ahead moves nobody", async () => {
    const market = await aMarketOf("live hostile", "AA", "BB", "CC", "DD", "EE");
    await lockRound(market);
    const count = await read(market, [
      ...[renamed("AA", "BB"), renamed("BB", "CC"), renamed("CC", "AA")],
      ...[renamed("DD", "ZZ"), renamed("EE", "ZZ")],
      ...[
        renamed("AA", "AA"),
        renamed("EE", "YY", "2026-12-01"),
        renamed("QQ", "AA"),
        renamed("DD", "XX", "2020-01-01"),
      ],
    ]);
    expect(count).toMatchObject({ apply: 0, doubtful: 5 });
    expect(await untouched("live hostile")).toHaveLength(5);
    expect(
      await rows("live hostile", "SELECT id, reason FROM company_changes WHERE ledger_id = ? ORDER BY id"),
    ).toEqual([
      { id: "renamed AA BB 2026-10", reason: "BB has been another company here since 2026-10-01." },
      { id: "renamed BB CC 2026-10", reason: "CC has been another company here since 2026-10-01." },
      { id: "renamed CC AA 2026-10", reason: "AA has been another company here since 2026-10-01." },
      { id: "renamed DD ZZ 2026-10", reason: "EE and DD should become ZZ." },
      { id: "renamed EE ZZ 2026-10", reason: "EE and DD should become ZZ." },
    ]);
  });

  it("onto another company's ticker waits for an operator, and a name alone joins nobody", async () => {
    const market = await aMarketOf("live onto", "AA", "BB");
    await env.DB.prepare("UPDATE season_reports SET first_seen_at = 0 + ? WHERE ledger_id = 'live onto'")
      .bind(eve.getTime() - 100 * DAY_MS)
      .run();
    expect(await applyChange(market, renamed("AA", "BB"), { now: eve })).toEqual({
      kind: "doubtful",
      reason: "BB has been another company here since 2026-07-11.",
    });
    expect(await untouched("live onto")).toHaveLength(2);
  });

  it("of 100,000 rows is refused whole; 100,000 old ones are read past", async () => {
    const market = await aMarketOf("live long", "AA");
    const many = (day: string) =>
      Array.from({ length: 100_000 }, (_, i) =>
        renamed(
          i
            .toString(26)
            .replaceAll(/[0-9]/g, (n) => "QRSTUVWXYZ"[Number(n)] ?? "Q")
            .toUpperCase(),
          "AA",
          day,
        ),
      );
    await expect(read(market, many("2026-10-10"))).rejects.toThrow("too long to be lists of changes");
    expect(await read(market, [...many("2019-10-10"), renamed("AA", "AB")])).toMatchObject({ apply: 1 });
  });
});

describe("an operator", () => {
  it("carries out or dismisses a doubtful change once; tomorrow's list does not ask again", async () => {
    const market = await aMarketOf("live decided", "AA", "BB", "CC");
    const [join, other] = [renamed("AA", "BB"), renamed("CC", "BB", "2026-10-18")];
    for (const change of [join, other]) await applyChange(market, change, { now: eve });
    expect((await readUnappliedChanges(market, 10)).map(({ id }) => id)).toEqual([
      "renamed AA BB 2026-10",
      "renamed CC BB 2026-10",
    ]);
    await resolveCompanyChange(market, { id: "renamed AA BB 2026-10", decision: "carry_out" }, eve);
    await resolveCompanyChange(market, { id: "renamed CC BB 2026-10", decision: "dismiss" }, eve);
    await expect(
      resolveCompanyChange(market, { id: "renamed CC BB 2026-10", decision: "dismiss" }, eve),
    ).rejects.toThrow("no longer waits");
    expect(await reportsOf(market, "BB")).toHaveLength(9);
    for (const change of [join, other])
      expect(await applyChange(market, change, { now: eve })).toEqual({ kind: "nothing" });
    expect(
      await rows("live decided", "SELECT symbol FROM season_companies WHERE ledger_id = ? ORDER BY symbol"),
    ).toEqual([{ symbol: "BB" }, { symbol: "CC" }]);
  });

  it("says that a new number is the same company, or that another company has the ticker now", async () => {
    const market = await aMarketOf("live other", "AA", "BB");
    const list = (cik: string) =>
      ({
        companyIds: async () =>
          new Map([
            ["AA", cik],
            ["BB", cik],
          ]),
      }) as never;
    await storeCompanyIds({ ...market, filings: list("0000000001") });
    const begun = (ticker: string): CompanyChange => ({
      kind: "listed",
      ticker,
      name: null,
      cik: "0000000002",
      parent: null,
      day: "2026-10-19",
      ...said,
    });
    for (const ticker of ["AA", "BB"]) await applyChange(market, begun(ticker), { now: eve });
    await resolveCompanyChange(market, { id: "listed AA 2026-10", decision: "dismiss" }, eve);
    await resolveCompanyChange(market, { id: "listed BB 2026-10", decision: "carry_out" }, eve);
    const tomorrow = new Date(eve.getTime() + DAY_MS + 1);
    expect(await applyChange(market, begun("AA"), { now: tomorrow })).toEqual({ kind: "nothing" });
    expect(await applyChange(market, begun("BB"), { now: tomorrow })).toEqual({ kind: "apply" });
    expect(
      await rows(
        "live other",
        "SELECT symbol, cik FROM season_companies WHERE ledger_id = ? ORDER BY symbol",
      ),
    ).toEqual([
      { symbol: "AA", cik: "0000000002" },
      { symbol: "BB", cik: "0000000002" },
      { symbol: "BB-2026", cik: "0000000001" },
    ]);
    expect(await reportsOf(market, "BB")).toEqual([]);
  });
});
