import { and, desc, eq, gte, isNotNull, lte, ne } from "drizzle-orm";
import type { SeasonAround } from "#contract/calendar.ts";
import type { SeasonSoFar } from "#contract/market.ts";
import { MAX_PEERS } from "#contract/rules.ts";
import { easternDay } from "#contract/time.ts";
import { isCompanyOfReport, seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { type PointInTime, pointInTimeTables, withPointInTime } from "../point-in-time.ts";
import { countSeasonAsOf, seasonSoFar } from "../season-so-far.ts";
import type { SeasonStore } from "../store.ts";

/**
 * Returns the current season's beats and reports of the whole market and of the company's sector, and published
 * reports of companies in its industry. They are as known at `moment` (now if null). `symbol` is spelled as it
 * is stored.
 */
export async function seasonAround(
  store: SeasonStore,
  symbol: string,
  now: Date,
  moment: PointInTime | null = null,
): Promise<Omit<SeasonAround, "dataMode" | "report" | "pointInTimeReport" | "known">> {
  const [season, company] = await Promise.all([
    moment ? countSeasonAsOf(store, now, moment) : seasonSoFar(store, now),
    companyOf(store, symbol, moment),
  ]);
  const { sectors, last90Days: _, since, ...all } = season;
  const industry = company?.industry ?? null;
  return {
    since,
    all,
    sector: sectors.find(({ sector }) => sector === company?.sector) ?? null,
    industry,
    peers:
      industry === null
        ? []
        : await peersOf(store, { symbol, industry, since, today: easternDay(now) }, moment),
  };
}

async function companyOf({ db, ledgerId }: SeasonStore, symbol: string, moment: PointInTime | null) {
  const [company] = await withPointInTime(db, pointInTimeTables({ ledgerId }, moment))
    .select({ sector: seasonCompanies.sector, industry: seasonCompanies.industry })
    .from(seasonCompanies)
    .where(and(eq(seasonCompanies.ledgerId, ledgerId), eq(seasonCompanies.symbol, symbol)));
  return company ?? null;
}

type AroundCompany = { symbol: string; industry: string; today: string } & Pick<SeasonSoFar, "since">;

/** Returns the newest reports of other companies in the industry. Uses the index on the companies' industry. */
async function peersOf(
  { db, ledgerId }: SeasonStore,
  { symbol, industry, since, today }: AroundCompany,
  moment: PointInTime | null,
): Promise<SeasonAround["peers"]> {
  const rows = await withPointInTime(
    db,
    pointInTimeTables({ ledgerId }, moment, { span: { from: since, to: today } }),
  )
    .select({
      symbol: seasonCompanies.symbol,
      name: seasonCompanies.name,
      reportDate: seasonReports.reportDate,
      isBeat: seasonReports.isBeat,
    })
    .from(seasonCompanies)
    .innerJoin(seasonReports, isCompanyOfReport)
    .where(
      and(
        eq(seasonCompanies.ledgerId, ledgerId),
        eq(seasonCompanies.industry, industry),
        ne(seasonCompanies.symbol, symbol),
        gte(seasonReports.reportDate, since),
        lte(seasonReports.reportDate, today),
        isNotNull(seasonReports.isBeat),
      ),
    )
    .orderBy(desc(seasonReports.reportDate), seasonCompanies.symbol)
    .limit(MAX_PEERS);
  return rows.map(({ name, isBeat, ...row }) => ({
    ...row,
    name: name ?? row.symbol,
    outcome: isBeat ? "beat" : "miss",
  }));
}
