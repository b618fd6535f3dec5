import { and, eq, gt, sql } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import { DAY_MS, easternDay, HOUR_MS } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";
import { decideWatchlistAlerts } from "#notifications/kinds/decide-watched.ts";
import { valuesAsTable } from "#platform/db/client.ts";
import { newId } from "#platform/ids.ts";
import { alerts } from "#platform/schema/alerts.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { watchlist } from "#platform/schema/watchlist.ts";
import { userScope } from "#platform/scope.ts";
import type { RecordDeps } from "#record/record.ts";
import { addCompanies, isOwner } from "#season/watchlist/watchlist.ts";

type FollowDeps = Pick<RecordDeps, "db" | "ledgerId" | "now" | "marketNow"> & {
  market: MarketData;
  analyzeAsOf: (symbol: string, asOf: Date) => Promise<Analysis>;
};
type AlertRow = typeof alerts.$inferInsert;
type Watched = typeof watchlist.$inferSelect;

/** Days of alerts that the demo replays. Real alerts are deleted after 30 days, so it is slightly less. */
const LIVED_DAYS = 28;
const SCORED_EVERY_DAYS = 7;
/**
 * The time of day at which the replay checks each company. 18:00 UTC is past noon in New York and before the
 * close.
 */
const ASKED_AT_MS = 18 * HOUR_MS;
const UNREAD_DAYS = 3;
/**
 * The delay between a settlement and its alert, because the next cron tick, within ten minutes, announces it.
 */
const SETTLED_TICK_MS = 600_000;

/**
 * Puts companies on the person's watchlist and replays four weeks of alerts about them, so that later alerts
 * have a baseline to compare with. Does nothing when the person already watches a company.
 */
export async function followCompanies(
  deps: FollowDeps,
  userId: string,
  symbols: readonly string[],
): Promise<void> {
  const { db, ledgerId } = deps;
  const owner = { userId, ledgerId };
  if ((await db.$count(watchlist, isOwner(owner))) > 0) return;
  const since = new Date(deps.now().getTime() - LIVED_DAYS * DAY_MS);
  await addCompanies(db, owner, symbols, { tier: "free", now: since });
  const watched = await db.select().from(watchlist).where(isOwner(owner));
  const replayedAlerts = await Promise.all(watched.map((row) => replayAlerts(deps, row)));
  const rows = [
    ...replayedAlerts.flatMap(({ found }) => found),
    ...(await settledAlerts(deps, owner, since)),
  ];
  const states = replayedAlerts.map(({ row }) => row);
  await db.batch([
    db.insert(alerts).select(valuesAsTable(alerts, rows)).onConflictDoNothing(),
    db.delete(watchlist).where(isOwner(owner)),
    db.insert(watchlist).select(valuesAsTable(watchlist, states)),
  ]);
}

async function replayAlerts(deps: FollowDeps, start: Watched): Promise<{ row: Watched; found: AlertRow[] }> {
  const { userId, ledgerId, symbol } = start;
  const today = Date.parse(easternDay(deps.marketNow())) + ASKED_AT_MS;
  const alertRows: AlertRow[] = [];
  let row = start;
  let probability: number | null = null;
  for (let ago = LIVED_DAYS; ago > 0; ago--) {
    const at = new Date(today - ago * DAY_MS);
    const { estimate, reportDate } = await deps.market.company(symbol, at);
    const quarter = estimate.state === "missing" ? null : estimate.data.fiscalQuarterEnd;
    if (reportDate.state === "missing" || !quarter) continue;
    if (ago % SCORED_EVERY_DAYS === 0 || quarter !== row.alertedQuarter)
      probability = (await deps.analyzeAsOf(symbol, at)).prediction.beatProbability;
    const { from, session } = reportDate.data;
    const report = { quarter, day: easternDay(new Date(from)), session, movedFrom: row.alertedDay };
    // `isOpen` is always true: the demo's companies are among the largest of their week, whose probabilities
    // every plan includes.
    const { alerts: decided, baseline } = decideWatchlistAlerts(
      { ...row, ...report, probability, isOpen: true },
      at,
    );
    const shown = readAfterDays(
      deps,
      new Date(deps.now().getTime() - (deps.marketNow().getTime() - at.getTime())),
    );
    alertRows.push(
      ...decided.map((alert) => ({ ...shown, id: newId("alr"), userId, ledgerId, symbol, ...alert })),
    );
    if (baseline) {
      const { quarter: alertedQuarter, day: alertedDay, probability: alertedProbability } = baseline;
      row = { ...row, alertedQuarter, alertedDay, alertedProbability };
    }
  }
  return { row, found: alertRows };
}

async function settledAlerts(
  deps: FollowDeps,
  { userId, ledgerId }: { userId: string; ledgerId: string },
  since: Date,
): Promise<AlertRow[]> {
  const { id, symbol, fiscalQuarterEnd, reportDate, settledAt } = predictions;
  const ended = await deps.db
    .select({ id, symbol, fiscalQuarterEnd, reportDate, settledAt })
    .from(predictions)
    .where(
      and(
        eq(predictions.scope, userScope(userId)),
        eq(predictions.state, "settled"),
        gt(predictions.settledAt, since),
        sql`${predictions.isCorrect} IS NOT NULL`,
      ),
    );
  return ended.map((row) => {
    const at = new Date((row.settledAt ?? since).getTime() + SETTLED_TICK_MS);
    const detail = { quarter: row.fiscalQuarterEnd ?? "", day: row.reportDate ?? "", session: null };
    const head = {
      userId,
      ledgerId,
      symbol: row.symbol,
      kind: "prediction_settled",
      subject: row.id,
    } as const;
    return {
      ...readAfterDays(deps, at),
      ...head,
      id: newId("alr"),
      detail,
      expiresAt: new Date(at.getTime() + 2 * DAY_MS),
    };
  });
}

function readAfterDays({ now }: FollowDeps, createdAt: Date) {
  const isOld = createdAt.getTime() < now().getTime() - UNREAD_DAYS * DAY_MS;
  return { createdAt, readAt: isOld ? new Date(createdAt.getTime() + DAY_MS) : null };
}
