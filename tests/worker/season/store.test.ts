import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { companyChanges } from "#platform/schema/listings.ts";
import { companyReleases, reportWitnesses } from "#platform/schema/releases.ts";
import { readCalendar } from "#season/calendar/read-calendar.ts";
import { storeCompanies } from "#season/companies.ts";
import { pastReports } from "#season/complete-company.ts";
import type { ReportObservation } from "#season/report.ts";
import { reportsOf } from "#season/store.ts";
import { storeReports } from "#season/store-reports.ts";
import { seen } from "../../unit/season/a-report.ts";

const db = openDatabase(env.DB);
const at = (today: string) => ({ now: new Date(`${today}T12:00:00Z`), today });
const storeOf = (ledgerId: string) => ({ db, ledgerId });
const coming = seen({ reportDate: "2025-05-01", consensusEps: 1.2, analystCount: 9 });

type Version = { quarter: string; days: string; date: string; consensus: number };
const versionsOf = async (ledgerId: string) =>
  (
    await env.DB.prepare(
      `SELECT fiscal_quarter_end AS quarter, report_date AS date, consensus_eps AS consensus,
         date(held_from / 1000, 'unixepoch') || ' ' || date(held_until / 1000, 'unixepoch') AS days
       FROM season_revisions WHERE ledger_id = ? ORDER BY held_until`,
    )
      .bind(ledgerId)
      .all<Version>()
  ).results;

describe("the store of quarterly reports", () => {
  it("writes a report once, and nothing when it is seen unchanged", async () => {
    const store = storeOf("once");
    expect(await storeReports(store, [coming], at("2025-04-20"))).toMatchObject({
      changed: 1,
      statements: 4,
    });
    expect(await storeReports(store, [coming], at("2025-04-21"))).toMatchObject({
      changed: 0,
      rowsWritten: 0,
    });
    expect(await reportsOf(store, "ACME")).toMatchObject([
      { fiscalQuarterEnd: "2025-03-31", reportDate: "2025-05-01", consensusEps: 1.2, isBeat: null },
    ]);
  });

  it("keeps what a report said before each change, under the quarter's name of then", async () => {
    const store = storeOf("revised");
    await storeReports(store, [coming], at("2025-04-20"));
    await storeReports(store, [{ ...coming, consensusEps: 1.25 }], at("2025-04-21"));
    await storeReports(
      store,
      [{ ...coming, consensusEps: 1.25, reportDate: "2025-05-02" }],
      at("2025-04-22"),
    );
    await storeReports(store, [{ ...coming, consensusEps: 1.3 }], at("2025-04-23"));
    await storeReports(store, [{ ...coming, consensusEps: 1.31 }], at("2025-04-23"));
    await storeReports(
      store,
      [{ ...coming, consensusEps: 1.31, fiscalQuarterEnd: "2025-02-28" }],
      at("2025-04-24"),
    );
    const quarter = "2025-03-31";
    // 1.3 was overwritten at the very moment at which it arrived.
    expect(await versionsOf("revised")).toEqual([
      { quarter, days: "2025-04-20 2025-04-21", date: "2025-05-01", consensus: 1.2 },
      { quarter, days: "2025-04-21 2025-04-22", date: "2025-05-01", consensus: 1.25 },
      { quarter, days: "2025-04-22 2025-04-23", date: "2025-05-02", consensus: 1.25 },
      { quarter, days: "2025-04-23 2025-04-24", date: "2025-05-01", consensus: 1.31 },
    ]);
    expect(await reportsOf(store, "ACME")).toHaveLength(1);
  });

  it("by two runs at once holds one report, though each works out another quarter", async () => {
    const store = storeOf("twice");
    const declared = { ...coming, fiscalQuarterEnd: "2025-02-28" };
    await Promise.all(
      [coming, declared, coming, declared].map((sighting) =>
        storeReports(store, [sighting], at("2025-04-20")),
      ),
    );
    expect(await reportsOf(store, "ACME")).toHaveLength(1);
    await storeReports(store, [declared], at("2025-04-21"));
    expect(await reportsOf(store, "ACME")).toMatchObject([{ fiscalQuarterEnd: "2025-02-28" }]);
  });

  it("keeps a figure that came while an older answer was being written", async () => {
    const store = storeOf("raced");
    await storeReports(store, [coming], at("2025-05-02"));
    await Promise.all([
      storeReports(store, [{ ...coming, reportedEps: 1.3 }], at("2025-05-02")),
      storeReports(store, [{ ...coming, consensusEps: 1.1 }], at("2025-05-02")),
    ]);
    expect(await reportsOf(store, "ACME")).toMatchObject([{ reportedEps: 1.3 }]);
  });

  it("has one version of each moment, though an earlier run writes after a later one", async () => {
    const store = storeOf("overtaken");
    const moment = (minute: number) => ({
      now: new Date(Date.UTC(2025, 3, 20, 12, minute)),
      today: "2025-04-20",
    });
    await storeReports(store, [coming], moment(0));
    await storeReports(store, [{ ...coming, consensusEps: 1.3 }], moment(20));
    await storeReports(store, [{ ...coming, consensusEps: 1.25 }], moment(10));
    for (const [minute, consensus] of [
      [0, 1.2],
      [15, 1.2],
      [20, 1.25],
    ] as const) {
      const then = { at: moment(minute).now, entries: 0 };
      const rows = await readCalendar(store, { from: "2025-04-01", to: "2025-06-01" }, then);
      expect(
        rows.map(({ report }) => report.consensusEps),
        String(minute),
      ).toEqual([consensus]);
    }
  });

  it("moves the whole history of a company that split, also what lies years before the days seen", async () => {
    const store = storeOf("split");
    const quarters = (factor: number): ReportObservation[] =>
      Array.from({ length: 12 }, (_, i) =>
        seen({
          reportDate: new Date(Date.parse("2022-01-31") + i * 91 * 86_400_000).toISOString().slice(0, 10),
          consensusEps: factor,
          reportedEps: 1.1 * factor,
        }),
      );
    await storeReports(store, quarters(1), at("2025-01-20"));
    await storeReports(store, quarters(0.5).slice(-1), at("2025-01-20"));
    const stored = await reportsOf(store, "ACME");
    expect(stored.map(({ reportedEps }) => reportedEps)).toEqual(Array(12).fill(0.55));
  });

  it("judges an unlikely figure by the company's whole history and by its filings", async () => {
    const store = storeOf("unlikely");
    const quarter = (reportDate: string, reportedEps: number, consensusEps = 1.2) =>
      seen({ reportDate, consensusEps, reportedEps });
    const past = [
      quarter("2023-10-26", -9.1),
      quarter("2024-01-25", 1.1),
      quarter("2024-04-25", 1.3),
      quarter("2024-07-25", 1.2),
    ];
    await storeReports(store, past, at("2024-08-01"));
    await storeReports(store, [quarter("2024-10-24", 13.4)], at("2024-10-25"));
    expect(await reportsOf(store, "ACME")).toMatchObject([
      { reportedEps: 13.4, isBeat: true, doubt: null },
      ...past.toReversed().map(({ reportedEps }) => ({ reportedEps })),
    ]);
    const zero = quarter("2025-01-23", 0);
    await storeReports(store, [zero], at("2025-01-24"));
    expect((await reportsOf(store, "ACME"))[0]).toMatchObject({ reportedEps: null, isBeat: null });
    const items = {
      guidance: [],
      reported: [{ metric: "eps", basis: "adjusted", value: 0, currency: "USD", quote: "$0.00", offset: 3 }],
      outlook: [],
      growth: [],
    };
    await db.insert(companyReleases).values({
      ledgerId: "unlikely",
      symbol: "ACME",
      accession: "0000000000-25-000001",
      file: "ex991.htm",
      isAmendment: false,
      filingDate: "2025-01-24",
      acceptedAt: new Date("2025-01-24T12:00:00Z"),
      items: JSON.stringify(items),
      readAt: new Date("2025-01-24T12:05:00Z"),
    });
    await storeReports(store, [zero, { ...zero, reportDate: "2025-01-24" }], at("2025-01-25"));
    expect((await reportsOf(store, "ACME"))[0]).toMatchObject({
      reportDate: "2025-01-24",
      reportedEps: 0,
      isBeat: false,
    });
  });

  it("ends the doubt about a result once a release confirms it, so that the model reads it again", async () => {
    const store = storeOf("confirmed");
    const days = ["2024-04-25", "2024-07-25", "2024-10-24"];
    const usual = days.map((reportDate) => seen({ reportDate, consensusEps: -0.14, reportedEps: -0.12 }));
    const gain = seen({ reportDate: "2025-01-23", consensusEps: -0.15, reportedEps: 2.32 });
    await storeReports(store, [...usual, gain], at("2025-01-24"));
    const newest = async () => (await reportsOf(store, "ACME"))[0];
    expect(await newest()).toMatchObject({ reportedEps: 2.32, doubt: "other_basis", isBeat: null });
    expect(pastReports(await reportsOf(store, "ACME"), "2025-01-24")).toHaveLength(3);
    const now = new Date("2025-01-24T12:00:00Z");
    const witness = {
      ledgerId: "confirmed",
      symbol: "ACME",
      fiscalQuarterEnd: "2024-12-31",
      reportedEps: 2.32,
      finding: "confirmed" as const,
      releasedFrom: new Date("2025-01-23T21:05:00Z"),
      releasedTo: new Date("2025-01-23T21:05:00Z"),
      exhibitBasis: "gaap" as const,
      attempts: 1,
      firstLookedAt: now,
      lookedAt: now,
    };
    await db.insert(reportWitnesses).values(witness);
    await storeReports(store, [gain], at("2025-01-25"));
    expect(await newest(), "the release may state an adjusted EPS too").toMatchObject({
      doubt: "other_basis",
    });
    await db
      .update(reportWitnesses)
      .set({ exhibitBasis: "adjusted" })
      .where(eq(reportWitnesses.ledgerId, "confirmed"));
    await storeReports(store, [gain], at("2025-01-25"));
    expect(await newest()).toMatchObject({ reportedEps: 2.32, doubt: null, isBeat: true });
    expect(pastReports(await reportsOf(store, "ACME"), "2025-01-25")).toHaveLength(4);
    expect(await storeReports(store, [gain], at("2025-01-26"))).toMatchObject({ changed: 0, statements: 5 });
  });

  it("doubts a result whose estimate is in shares of before a split that was carried out", async () => {
    const store = storeOf("split between");
    const change = { kind: "split", ticker: "ACME", factor: 4, day: "2025-04-10", source: "Source" };
    const row = { ticker: "ACME", kind: "split", day: "2025-04-10", change, state: "applied" } as const;
    const usual = seen({ reportDate: "2025-01-23", consensusEps: 0.68, reportedEps: 0.7 });
    await db
      .insert(companyChanges)
      .values({ ledgerId: "split between", id: "split ACME", seenAt: new Date(1), ...row } as never);
    await storeReports(store, [usual, { ...coming, consensusEps: 2.8, reportedEps: 0.71 }], at("2025-05-02"));
    expect(await reportsOf(store, "ACME")).toMatchObject([
      { reportedEps: 0.71, consensusEps: 2.8, doubt: "other_shares", isBeat: null },
      { reportedEps: 0.7, doubt: null, isBeat: true },
    ]);
  });

  it("takes a whole day of a busy season in few statements", async () => {
    const store = storeOf("busy");
    const reports = Array.from({ length: 2_500 }, (_, i) => ({ ...coming, symbol: `C${i}` }));
    const first = await storeReports(store, reports, at("2025-04-20"));
    expect(first).toMatchObject({ seen: 2_500, changed: 2_500, statements: 12 });
    expect(first.rowsWritten / 2_500).toBeLessThanOrEqual(6);
    expect(await storeReports(store, reports, at("2025-04-20"))).toMatchObject({
      statements: 3,
      rowsWritten: 0,
    });
  });

  it("knows a company by what was last said of it, and writes nothing when that is the same", async () => {
    const store = storeOf("companies");
    const company = { symbol: "ACME", name: "Acme", exchange: null, sector: "Energy", industry: null };
    const rest = { country: null, currency: "USD", price: 10, marketCap: null };
    await storeCompanies(store, [{ ...company, ...rest }], new Date(1));
    await storeCompanies(store, [{ ...company, ...rest, name: null, industry: "Oil" }], new Date(2));
    await storeCompanies(store, [{ ...company, ...rest }], new Date(3));
    const row = await env.DB.prepare(
      "SELECT company_name, sector, industry, currency, price, updated_at FROM season_companies WHERE ledger_id = 'companies'",
    ).first();
    expect(row).toEqual({
      company_name: "Acme",
      sector: "Energy",
      industry: "Oil",
      currency: "USD",
      price: 10,
      updated_at: 2,
    });
  });
});
