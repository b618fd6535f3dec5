import { and, eq, isNotNull } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { recordScope } from "#platform/scope.ts";
import { recordKey } from "#record/prediction-row.ts";
import { putOnRecord, type RecordDeps } from "#record/record.ts";
import { settle } from "#record/settle.ts";
import { storedRequests } from "#record/store.ts";
import { withStore } from "#season/complete.ts";

type ReplayDeps = RecordDeps & {
  symbols: readonly string[];
  /**
   * Further companies, of which only the reports of the last 21 days are replayed, so that last week has
   * settled predictions even between earnings seasons.
   */
  reportedLately: readonly string[];
  /** Must be the simulated market, because no other source can say what was known on a past day. */
  market: MarketData;
  analyzeAsOf: (symbol: string, asOf: Date) => Promise<Analysis>;
};

export type ReplayableReport = { symbol: string; fiscalQuarterEnd: string; asOf: Date };

export const REPLAYED_DAYS = 364;
const LATELY_DAYS = 21;
/**
 * Each report is predicted on the last Tuesday at least this many days before it, at 15:00 UTC, while New York
 * trades.
 */
const DAYS_AHEAD = 4;
const WEEK_DAYS = 7;
/** The first Tuesday in days since January 1, 1970, which was a Thursday. */
const FIRST_TUESDAY = 5;
const ASKED_AT_MS = 15 * HOUR_MS;
const DAY_ENDS_MS = 23 * HOUR_MS;

/**
 * Predicts, locks and settles past reports of the simulated market, each from what was known at the time of its
 * prediction. Skips reports that are already on record and predictions that would be dated before `from`.
 */
export async function replayPast(
  deps: ReplayDeps,
  from: Date,
  onPredicted: (report: ReplayableReport, analysis: Analysis, at: RecordDeps) => Promise<void>,
): Promise<void> {
  const now = deps.marketNow();
  const reports = await newReports(deps, from, now);
  for (const [day, round] of Map.groupBy(reports, ({ asOf }) => isoDay(asOf))) {
    await settleUntil(deps, day);
    await Promise.all(
      round.map(async (report) => {
        const { symbol, asOf } = report;
        const at = { ...deps, now: () => asOf, marketNow: () => asOf };
        const analysis = await deps.analyzeAsOf(symbol, asOf);
        const requestKey = recordKey(symbol, report.fiscalQuarterEnd);
        await putOnRecord(at, { owner: { kind: "replay" }, requestKey, analysis });
        await onPredicted(report, analysis, at);
      }),
    );
  }
  await settleUntil(deps, isoDay(now));
}

async function settleUntil(deps: ReplayDeps, day: string): Promise<void> {
  for (;;) {
    const due = await nextDue(deps);
    if (!due || isoDay(due) >= day) return;
    const evening = new Date(Date.parse(isoDay(due)) + DAY_ENDS_MS);
    await settle({ ...deps, sources: deps.market.sources, hasFilings: false }, due > evening ? due : evening);
  }
}

async function nextDue({ db, ledgerId }: ReplayDeps): Promise<Date | null> {
  const [row] = await db
    .select({ dueAt: predictions.dueAt })
    .from(predictions)
    .where(and(eq(predictions.ledgerId, ledgerId), isNotNull(predictions.dueAt)))
    .orderBy(predictions.dueAt)
    .limit(1);
  return row?.dueAt ?? null;
}

async function newReports(deps: ReplayDeps, from: Date, now: Date): Promise<ReplayableReport[]> {
  const start = Math.max(from.getTime(), now.getTime() - REPLAYED_DAYS * DAY_MS);
  const market = withStore(deps.market, deps);
  const ofCompany =
    (since: number) =>
    async (symbol: string): Promise<ReplayableReport[]> => {
      const { history } = await market.company(symbol, now);
      if (history.state === "missing") return [];
      return history.data.flatMap(({ fiscalQuarterEnd, reportDate }) => {
        const asOf = reportDate && askedAt(reportDate);
        return asOf && asOf.getTime() > since ? [{ symbol, fiscalQuarterEnd, asOf }] : [];
      });
    };
  const lately = deps.reportedLately.filter((symbol) => !deps.symbols.includes(symbol));
  const reports = (
    await Promise.all([
      ...deps.symbols.map(ofCompany(start)),
      ...lately.map(ofCompany(Math.max(start, now.getTime() - LATELY_DAYS * DAY_MS))),
    ])
  ).flat();
  const keyOf = ({ symbol, fiscalQuarterEnd }: ReplayableReport) => recordKey(symbol, fiscalQuarterEnd);
  const stored = await storedRequests(deps.db, recordScope(deps.ledgerId), reports.map(keyOf));
  return reports
    .filter((report) => !stored.has(keyOf(report)))
    .toSorted((a, b) => a.asOf.getTime() - b.asOf.getTime());
}

function askedAt(reportDate: string): Date {
  const latest = Date.parse(reportDate) / DAY_MS - DAYS_AHEAD - FIRST_TUESDAY;
  return new Date((Math.floor(latest / WEEK_DAYS) * WEEK_DAYS + FIRST_TUESDAY) * DAY_MS + ASKED_AT_MS);
}
