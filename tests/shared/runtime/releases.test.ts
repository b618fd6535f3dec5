import { env } from "cloudflare:test";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { openDeps } from "#app/deps.ts";
import { runJob } from "#app/jobs/handlers.ts";
import { sha256 } from "#contract/ledger-format.ts";
import type { JobMessage } from "#platform/messages.ts";
import { storeCompanies } from "#season/companies.ts";
import { readGuidance } from "#season/guidance/read-guidance.ts";
import { storeReports } from "#season/store-reports.ts";
import { seen } from "../../unit/season/a-report.ts";
import { open, origin } from "../../worker/app/pages/a-market.ts";

const filings = inject("filings");
const now = new Date("2025-02-25T15:00:00Z");

/** The labels name measure, basis, kind, low and high. */
const guided: Record<string, [string, number, number][]> = {
  ADBE: [
    ["eps adjusted next_quarter", 4.35, 4.4],
    ["eps gaap next_quarter", 3.35, 3.4],
    ["revenue null next_quarter", 5.25e9, 5.3e9],
  ],
  INTC: [
    ["eps adjusted next_quarter", -0.03, -0.03],
    ["eps gaap next_quarter", -0.24, -0.24],
    ["revenue null next_quarter", 12.5e9, 13.5e9],
  ],
  NKE: [],
  NVDA: [["revenue null next_quarter", 23.52e9, 24.48e9]],
  PFE: [
    ["eps adjusted full_year", 2.05, 2.25],
    ["revenue null full_year", 58.5e9, 61.5e9],
  ],
};

describe.skipIf(filings.length === 0)("releases as filed, from EDGAR through the jobs to the page", () => {
  const deps = openDeps(env, origin);
  const store = deps.record("live");

  beforeAll(async () => {
    const known = {
      exchange: null,
      sector: null,
      industry: null,
      country: null,
      price: null,
      marketCap: null,
    };
    const companies = filings.map(({ symbol }) => ({ symbol, name: symbol, currency: "USD", ...known }));
    await storeCompanies(store, companies, now);
    const sightings = filings.map(({ symbol, filed }) =>
      seen({ symbol, reportDate: filed, consensusEps: 1, reportedEps: 1, isConfirmed: true }),
    );
    await storeReports(store, sightings, { now, today: "2025-02-25" });
    const left: JobMessage[] = [{ job: "releases" }];
    const enqueue = async (messages: readonly JobMessage[]) => void left.push(...messages);
    for (let next = left.shift(); next; next = left.shift()) await runJob({ ...deps, enqueue }, next);
  });

  it.each(filings.map((filing) => [filing.symbol, filing] as const))(
    "%s: its exhibit is in R2, what it guided in D1 and on its page, with its words and a link",
    async (symbol, { cik, html }) => {
      const hash = await sha256(html);
      const row = await env.DB.prepare("SELECT hash, url FROM company_releases WHERE symbol = ?")
        .bind(symbol)
        .first<{ hash: string; url: string }>();
      expect(row?.hash).toBe(hash);
      expect(await env.FILES.head(`exhibits/${hash}.txt`)).not.toBeNull();
      const { latest } = await readGuidance(store, symbol, now);
      expect(
        latest.map(({ metric, basis, periodKind, low, high }) => [
          `${metric} ${basis} ${periodKind}`,
          low,
          high,
        ]),
      ).toEqual(guided[symbol]);
      const { text: page } = await open(`/stocks/${symbol}`);
      expect(page).toContain("What the company said");
      const folder = `https://www.sec.gov/Archives/edgar/data/${cik}/`;
      expect(page.split(folder).length - 1).toBe(latest.length || 1);
      for (const { quote } of latest) expect(textOf(page)).toContain(quote);
    },
  );
});

/** Returns what a reader of the page sees. */
function textOf(page: string): string {
  return page
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
