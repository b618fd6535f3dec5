import { and, desc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type Alert, MAX_ALERTS } from "#contract/alerts.ts";
import type { ProbabilityAccess } from "#contract/calendar.ts";
import { easternDay } from "#contract/time.ts";
import { alerts } from "#platform/schema/alerts.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import { probabilityFilterFor } from "#season/calendar/visibility.ts";
import type { SeasonStore } from "#season/store.ts";
import {
  alertPathOf,
  alertTextOf,
  alertTitleOf,
  type DescribedAlert,
  needsProbability,
} from "./alert-texts.ts";

type Stored = typeof alerts.$inferSelect;

/**
 * Returns the newest alerts that match the condition. A probability that the reader's current plan does not
 * include is left out. The query uses the index that fits `condition`, and joins by primary keys.
 */
export async function describeAlerts(
  { db, ledgerId }: SeasonStore,
  condition: SQL | undefined,
  opens: ProbabilityAccess,
  marketNow: Date,
): Promise<(DescribedAlert & Pick<Stored, "id" | "createdAt" | "expiresAt" | "readAt">)[]> {
  const rows = await db
    .select({
      alert: alerts,
      company: { symbol: seasonCompanies.symbol, name: seasonCompanies.name },
      scored: { probability: upcomingForecasts.beatProbability, baseRate: upcomingForecasts.baseRate },
      settled: {
        actualResult: predictions.actualResult,
        isCorrect: predictions.isCorrect,
        probability: predictions.predictedProbability,
      },
    })
    .from(alerts)
    .leftJoin(
      seasonCompanies,
      and(eq(seasonCompanies.ledgerId, alerts.ledgerId), eq(seasonCompanies.symbol, alerts.symbol)),
    )
    .leftJoin(
      upcomingForecasts,
      and(
        eq(upcomingForecasts.ledgerId, alerts.ledgerId),
        eq(upcomingForecasts.symbol, alerts.symbol),
        eq(upcomingForecasts.fiscalQuarterEnd, sql`${alerts.detail} ->> '$.quarter'`),
      ),
    )
    .leftJoin(predictions, eq(predictions.id, alerts.subject))
    .where(and(eq(alerts.ledgerId, ledgerId), condition))
    .orderBy(desc(alerts.createdAt), desc(alerts.id))
    .limit(MAX_ALERTS);
  const reports = rows.flatMap(({ alert: { symbol, detail }, scored }) =>
    scored ? [{ symbol, fiscalQuarterEnd: detail.quarter }] : [],
  );
  const isOpen = await probabilityFilterFor({ db, ledgerId }, reports, opens, easternDay(marketNow));
  return rows.map(({ alert, company, scored, settled }) => {
    const { id, kind, symbol, subject, detail, createdAt, expiresAt, readAt } = alert;
    const shown = scored && isOpen({ symbol, fiscalQuarterEnd: detail.quarter }) ? scored : null;
    const { actualResult, isCorrect, probability } = settled ?? {};
    return {
      id,
      kind,
      symbol,
      subject,
      createdAt,
      expiresAt,
      readAt,
      name: company?.name ?? symbol,
      detail:
        shown || kind === "company_ended"
          ? detail
          : { quarter: detail.quarter, day: detail.day, session: detail.session, ...moved(detail) },
      probability: shown?.probability ?? null,
      baseRate: shown?.baseRate ?? null,
      outcome:
        actualResult && typeof isCorrect === "boolean" && probability !== undefined
          ? { actualResult, isCorrect, probability }
          : null,
    };
  });
}

/** Returns the report's earlier day, if it changed. Every plan may see it, unlike the probabilities. */
function moved({ fromDay }: Stored["detail"]) {
  return fromDay === undefined ? {} : { fromDay };
}

/** Returns the person's newest alerts and the number of unread ones. The query uses the index `alerts_by_user`. */
export async function listAlerts(
  store: SeasonStore,
  userId: string,
  opens: ProbabilityAccess,
  marketNow: Date,
): Promise<{ items: Alert[]; unread: number }> {
  const own = eq(alerts.userId, userId);
  const [described, unread] = await Promise.all([
    describeAlerts(store, own, opens, marketNow),
    store.db.$count(alerts, and(own, eq(alerts.ledgerId, store.ledgerId), isNull(alerts.readAt))),
  ]);
  return {
    items: described.map((alert) => ({
      id: alert.id,
      kind: alert.kind,
      symbol: alert.symbol,
      title: alertTitleOf(alert),
      text: alertTextOf(alert).slice(0, 500),
      path: alertPathOf(alert),
      at: alert.createdAt.toISOString(),
      isRead: alert.readAt !== null,
    })),
    unread,
  };
}

export async function markAlertsRead(
  { db }: Pick<SeasonStore, "db">,
  userId: string,
  until: Date,
  now: Date,
): Promise<void> {
  await db
    .update(alerts)
    .set({ readAt: now })
    .where(and(eq(alerts.userId, userId), isNull(alerts.readAt), lte(alerts.createdAt, until)));
}

export function isCurrentAlert(alert: DescribedAlert & Pick<Stored, "expiresAt">, marketNow: Date): boolean {
  return alert.expiresAt > marketNow && (!needsProbability(alert) || alert.probability !== null);
}
