import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { storeCompanies } from "#season/companies.ts";
import { findReported } from "#season/reported.ts";
import { storeReports } from "#season/store-reports.ts";
import { storeCompanyIds } from "#season/witness/company-ids.ts";
import { type Filings, FilingsUnavailable } from "#season/witness/filings.ts";
import { dueWitnesses } from "#season/witness/witness.ts";
import { witnessReport } from "#season/witness/witness-report.ts";
import { seen } from "../../../unit/season/a-report.ts";
import { db } from "../../record/a-record.ts";

const subject = { symbol: "AAPL", fiscalQuarterEnd: "2026-09-30" };
const reportedAt = new Date("2026-10-29T21:00:00Z");
const hoursLater = (hours: number) => new Date(reportedAt.getTime() + hours * 3_600_000);
const release = {
  accession: "0000320193-26-000100",
  isAmendment: false,
  acceptedText: "2026-10-29T20:30:28.000Z",
  filingDate: "2026-10-29",
};

/** Imitates the SEC with these filings. Everything else is unavailable. */
function aSec(told: Partial<Filings> = {}) {
  const asked: string[] = [];
  const silent = (what: string) => async () => {
    asked.push(what);
    throw new FilingsUnavailable("shut out", 600);
  };
  const filings: Filings = {
    companyIds: silent("ids"),
    company: silent("company"),
    releases: silent("releases"),
    header: silent("header"),
    exhibit: silent("exhibit"),
    facts: silent("facts"),
    recentFilers: silent("recentFilers"),
    documentUrl: (cik, accession, file) => `https://sec.example/${cik}/${accession}/${file}`,
    ...told,
  };
  return { filings, asked };
}

const page = (text: string) =>
  `<html><p>Fourth quarter adjusted diluted EPS of $${text}.</p><p>Fourth quarter adjusted EPS were $${text}.</p></html>`;
const filed = (text: string): Partial<Filings> => ({
  releases: async () => [release],
  header: async () => ({
    acceptedAt: new Date("2026-10-29T20:30:28Z"),
    exhibits: [{ type: "EX-99.1", file: "a.htm" }],
  }),
  exhibit: async () => page(text),
  facts: async () => null,
});

let ledgerId = "";
beforeEach(async () => {
  ledgerId = crypto.randomUUID();
  const store = { db, ledgerId };
  const report = { ...subject, reportDate: "2026-10-29", consensusEps: 1.8, reportedEps: 1.91 };
  const moment = { now: reportedAt, today: "2026-10-29" };
  await storeReports(store, [seen(report)], moment);
  const nobody = {
    exchange: null,
    sector: null,
    industry: null,
    country: null,
    currency: null,
    price: null,
    marketCap: null,
  };
  await storeCompanies(store, [{ symbol: "AAPL", name: "Apple", ...nobody }], reportedAt);
  await storeCompanyIds({
    ...store,
    filings: aSec({ companyIds: async () => new Map([["AAPL", "0000320193"]]) }).filings,
  });
});

const run = (filings: Filings, now: Date) => witnessReport({ db, ledgerId, filings }, subject, now);
const row = () =>
  env.DB.prepare("SELECT * FROM report_witnesses WHERE ledger_id = ?")
    .bind(ledgerId)
    .first<Record<string, unknown>>();
const heard = async (now: Date) =>
  (await findReported({ db, ledgerId, sources: ["Source"], hasFilings: true }, [subject], now))[0]?.witness;
const due = (now: Date) => dueWitnesses(db, ledgerId, { now, limit: 10 });

describe("the witnesses of a report", () => {
  it("are due and awaited once its figure is there, and awaited no longer than 45 minutes", async () => {
    expect(await due(hoursLater(0.1))).toEqual([subject]);
    expect(await heard(hoursLater(0.7))).toMatchObject({ isAwaited: true });
    expect(await heard(hoursLater(0.75))).toMatchObject({ isAwaited: false });
  });

  it("confirm the figure, with the moment of release and the basis of report and company", async () => {
    expect(await run(aSec(filed("1.91")).filings, hoursLater(0.2))).toBeNull();
    expect(await row()).toMatchObject({
      finding: "confirmed",
      reported_eps: 1.91,
      exhibit_basis: "adjusted",
      document_url: "https://sec.example/0000320193/0000320193-26-000100/a.htm",
      released_from: Date.parse("2026-10-29T20:30:28Z"),
      released_to: Date.parse("2026-10-29T20:30:28Z"),
    });
    expect(await heard(hoursLater(0.3))).toMatchObject({
      isAwaited: false,
      isConfirmed: true,
      contradiction: null,
    });
    const basis =
      "SELECT basis FROM season_companies WHERE ledger_id = ?1 UNION ALL SELECT basis FROM season_reports WHERE ledger_id = ?1";
    expect((await env.DB.prepare(basis).bind(ledgerId).all()).results).toEqual([
      { basis: "adjusted" },
      { basis: "adjusted" },
    ]);
  });

  it("contradict it with their own figure", async () => {
    await run(aSec(filed("1.75")).filings, hoursLater(0.2));
    expect((await heard(hoursLater(0.3)))?.contradiction).toEqual({
      eps: 1.75,
      basis: "adjusted",
      since: hoursLater(0.2),
    });
  });

  it("are looked for again after the wait that the SEC asks for, and settle nothing meanwhile", async () => {
    const { filings, asked } = aSec();
    expect(await run(filings, hoursLater(0.2))).toBe(600);
    expect(asked).toEqual(["releases"]);
    expect(await heard(hoursLater(0.21))).toEqual({
      isAwaited: false,
      isConfirmed: false,
      released: null,
      contradiction: null,
    });
    expect(await run(filings, hoursLater(0.25))).toBeNull();
    expect(asked).toEqual(["releases"]);
    expect(await run(aSec(filed("1.91")).filings, hoursLater(0.2 + 600 / 3600))).toBeNull();
    expect(await row()).toMatchObject({ finding: "confirmed", attempts: 2 });
  });

  it("keep what was found before the SEC fell silent", async () => {
    const { facts: _none, ...release } = filed("1.91");
    expect(await run(aSec(release).filings, hoursLater(0.2))).toBe(600);
    expect(await row()).toMatchObject({ finding: "confirmed", gaap_eps: null });
  });

  it("without an 8-K are looked for hourly at first, then daily, and in the end no more", async () => {
    const none = aSec({ releases: async () => [], facts: async () => null }).filings;
    await run(none, hoursLater(0.2));
    expect(await row()).toMatchObject({ finding: "no_release", look_again_at: hoursLater(1.2).getTime() });
    await run(none, hoursLater(100));
    expect(await row()).toMatchObject({ look_again_at: hoursLater(124).getTime() });
    await run(none, hoursLater(24 * 80));
    expect(await row()).toMatchObject({ look_again_at: null });
    expect(await due(hoursLater(24 * 90))).toEqual([]);
  });

  it("get the GAAP figure when its filing comes, and are complete then", async () => {
    await run(aSec(filed("1.91")).filings, hoursLater(0.2));
    const fact = { start: "2026-06-28", end: "2026-09-26", value: 1.85, filed: "2026-10-30", form: "10-K" };
    await run(aSec({ facts: async () => [fact] }).filings, hoursLater(48));
    expect(await row()).toMatchObject({
      finding: "confirmed",
      gaap_eps: 1.85,
      is_gaap_derived: 0,
      gaap_filed: "2026-10-30",
      look_again_at: null,
    });
  });

  it("are looked for anew when the source changes its figure", async () => {
    await run(aSec(filed("1.91")).filings, hoursLater(0.2));
    await env.DB.prepare("UPDATE season_reports SET reported_eps = 1.75 WHERE ledger_id = ?")
      .bind(ledgerId)
      .run();
    await run(aSec(filed("1.91")).filings, hoursLater(0.3));
    expect(await row()).toMatchObject({ finding: "contradicted", reported_eps: 1.75, exhibit_eps: 1.91 });
  });

  it("found by two at once are one row", async () => {
    const { filings } = aSec(filed("1.91"));
    await Promise.all([run(filings, hoursLater(0.2)), run(filings, hoursLater(0.2))]);
    expect(await row()).toMatchObject({ finding: "confirmed" });
  });
});
