import { env } from "cloudflare:test";
import { easternDay } from "#contract/time.ts";
import { openDatabase } from "#platform/db/client.ts";
import { seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";

const DAY_MS = 86_400_000;
export const db = openDatabase(env.DB);
export const store = { db, ledgerId: "sample" };
export const quarter = "2026-09-30";
const now = new Date();
/** Returns the New York date this many days from today. */
export const day = (ahead: number) => easternDay(now.getTime() + ahead * DAY_MS);

type Report = Partial<typeof seasonReports.$inferInsert> & { symbol: string };

/** Makes a report. By default it is due today and not out yet. */
export function aReport({ symbol, ...report }: Report): typeof seasonReports.$inferInsert {
  return {
    ledgerId: "sample",
    symbol,
    fiscalQuarterEnd: quarter,
    isQuarterDeclared: true,
    reportDate: day(0),
    isDayKnown: true,
    session: "pre",
    isConfirmed: true,
    movedFrom: null,
    consensusEps: 1,
    analystCount: 5,
    reportedEps: null,
    isBeat: null,
    basis: "adjusted",
    source: "test",
    isImported: false,
    isComparable: true,
    firstSeenAt: now,
    changedAt: now,
    reportedSeenAt: null,
    ...report,
  };
}

/** Adds a company with a scored report. */
export async function aCompany(
  symbol: string,
  {
    marketCap = 1e9,
    probability = 0.71,
    ...report
  }: Partial<Report> & { marketCap?: number; probability?: number } = {},
): Promise<void> {
  await db.batch([
    db
      .insert(seasonCompanies)
      .values({
        ledgerId: "sample",
        symbol,
        name: `${symbol} Corp`,
        sector: "Energy",
        marketCap,
        updatedAt: now,
      })
      .onConflictDoNothing(),
    db.insert(seasonReports).values(aReport({ symbol, ...report })),
    db.insert(upcomingForecasts).values({
      ...{
        ledgerId: "sample",
        symbol,
        fiscalQuarterEnd: quarter,
        beatProbability: probability,
        baseRate: 0.62,
      },
      edgeVerdict: "edge_up",
      confidence: "medium",
      featureTier: "full",
      modelVersion: "test",
      consensusEps: 1,
      scoredAt: now,
    }),
  ]);
}

/** Changes the upcoming forecast of a company. */
export const scored = (symbol: string, beatProbability: number) =>
  env.DB.prepare("UPDATE upcoming_forecasts SET beat_probability = ? WHERE symbol = ?")
    .bind(beatProbability, symbol)
    .run();
