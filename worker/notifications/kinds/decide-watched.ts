import { type AlertKind, alertRule } from "#contract/rules.ts";
import { addIsoDays, easternDay, easternInstant } from "#contract/time.ts";
import { marketClosesAt } from "#contract/trading-days.ts";
import type { AlertDetail } from "#platform/schema/alerts.ts";

export type WatchedReport = {
  userId: string;
  symbol: string;
  alertedQuarter: string | null;
  alertedDay: string | null;
  alertedProbability: number | null;
  quarter: string;
  day: string;
  session: "pre" | "post" | null;
  movedFrom: string | null;
  probability: number | null;
  isOpen: boolean;
};

type WatchedDecision = {
  alerts: { kind: AlertKind; subject: string; detail: AlertDetail; expiresAt: Date }[];
  /** The quarter, day and probability that later alerts are compared with, or null when they are unchanged. */
  baseline: { quarter: string; day: string; probability: number | null } | null;
};

/** The New York time of the market's open, by which a report before the open is published. */
const OPENING = "09:30:00";

/**
 * Returns which alerts about report days may be sent at this time: about tomorrow's reports, about today's
 * reports before the open, and about today's other reports. `decideWatchlistAlerts` follows the same times, so a query
 * for due people needs no others.
 */
export function announceableAt(now: Date): { ofTomorrow: boolean; ofMorning: boolean; ofToday: boolean } {
  const today = easternDay(now);
  const at = (time: string) => easternInstant(today, time);
  const isTodays = now >= at(alertRule.todayFrom);
  return {
    ofTomorrow: now >= at(alertRule.tomorrowFrom),
    ofMorning: isTodays && now < at(OPENING),
    ofToday: isTodays && now < at(marketClosesAt(today)),
  };
}

export function decideWatchlistAlerts(watched: WatchedReport, now: Date): WatchedDecision {
  const { alertedQuarter, alertedDay, alertedProbability, quarter, day, session, movedFrom } = watched;
  const { probability, isOpen } = watched;
  const today = easternDay(now);
  const detail: AlertDetail = { quarter, day, session };
  const isSame = alertedQuarter === quarter;
  const morning = easternInstant(day, OPENING);
  const reportAt = session === "pre" ? morning : easternInstant(day, marketClosesAt(day));
  const decided: WatchedDecision["alerts"] = [];
  const isTomorrow = day === addIsoDays(today, 1);
  if (isTomorrow && announceableAt(now).ofTomorrow)
    decided.push({ kind: "report_tomorrow", subject: day, detail, expiresAt: morning });
  if (day === today && now >= easternInstant(today, alertRule.todayFrom) && now < reportAt)
    decided.push({ kind: "report_today", subject: day, detail, expiresAt: reportAt });
  if (isSame && alertedDay !== null && alertedDay !== day && movedFrom !== null && day >= today)
    decided.push({
      kind: "date_moved",
      subject: day,
      detail: { ...detail, fromDay: alertedDay },
      expiresAt: reportAt,
    });
  const hasMoved =
    isSame && probability !== null && alertedProbability !== null && isMove(alertedProbability, probability);
  if (hasMoved && isOpen && now < reportAt)
    decided.push({
      kind: "probability_moved",
      subject: today,
      detail: { ...detail, from: alertedProbability, to: probability },
      expiresAt: reportAt,
    });
  const next = {
    quarter,
    day,
    // Probabilities are compared with that of the last alert, so small changes add up. For a plan without
    // probabilities, the baseline is updated without an alert, so that the row is not due again.
    probability:
      probability === null ? null : hasMoved || !isSame ? probability : (alertedProbability ?? probability),
  };
  const isKnown = isSame && alertedDay === day && alertedProbability === next.probability;
  return { alerts: decided, baseline: isKnown ? null : next };
}

/**
 * Returns whether the probability changed by at least `alertRule.movedPoints` percentage points. Rounding makes
 * a change of exactly five points count despite binary fractions.
 */
function isMove(from: number, to: number): boolean {
  return Math.round(Math.abs(to - from) * 10_000) >= 100 * alertRule.movedPoints;
}
