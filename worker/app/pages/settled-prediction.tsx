/** @jsxImportSource hono/jsx */
import { sql } from "drizzle-orm";
import { amountShort, calendarDay, percent, perShare, quarterName, signedPercent } from "#contract/format.ts";
import { outcomeBadgeOf, tossUpNote } from "#contract/prediction.ts";
import { type Revenue, revenueOf, revenueText } from "#contract/revenue.ts";
import { isoDay } from "#contract/time.ts";
import { recordScope } from "#platform/scope.ts";
import type { SeasonStore } from "#season/store.ts";
import { buttons, type PublicPage, renderBadge } from "./frame.tsx";
import { stockPath } from "./week-page.tsx";

export type SettledPrediction = {
  id: string;
  symbol: string;
  companyName: string;
  fiscalQuarterEnd: string | null;
  predictionType: "beat" | "miss";
  /** The probability of the predicted type, from 0.5 to 1. */
  probability: number;
  baseRate: number;
  consensusEps: number;
  actualEps: number;
  revenue: Revenue;
  currency: string | null;
  outcome: "beat" | "miss";
  evidenceHash: string;
  /** Milliseconds since 1970. */
  settledAt: number;
  /** Whether the prediction was computed after the report, which happens only in the simulated market. */
  isReplayed: boolean;
};

/**
 * SQL columns of a settled prediction. Revenue comes from the calendar's row of the report, which is found by
 * its primary key.
 */
const columns = (
  ledgerId: string,
) => sql`id, coalesce(symbol_at_prediction, symbol) AS symbol, company_name AS companyName, fiscal_quarter_end AS fiscalQuarterEnd,
  prediction_type AS predictionType, evidence_hash AS evidenceHash, predicted_probability AS probability, base_rate AS baseRate, consensus_eps AS consensusEps,
  actual_eps AS actualEps, currency, actual_result AS outcome, settled_at AS settledAt,
  coalesce(lock_id, 'replay') LIKE 'replay%' AS isReplayed, ${revenueColumn("consensus_revenue", ledgerId)} AS consensusRevenue,
  ${revenueColumn("reported_revenue", ledgerId)} AS reportedRevenue`;

function revenueColumn(name: "consensus_revenue" | "reported_revenue", ledgerId: string) {
  return sql`(SELECT r.${sql.identifier(name)} FROM season_reports AS r WHERE r.ledger_id = ${ledgerId}
    AND r.symbol = predictions.symbol AND r.fiscal_quarter_end = predictions.fiscal_quarter_end)`;
}

type Row = Omit<SettledPrediction, "isReplayed" | "revenue"> &
  Parameters<typeof revenueOf>[0] & { isReplayed: number };
const predictionOf = ({ isReplayed, consensusRevenue, reportedRevenue, ...row }: Row): SettledPrediction => ({
  ...row,
  revenue: revenueOf({ consensusRevenue, reportedRevenue }),
  isReplayed: isReplayed === 1,
});

/** Returns a settled prediction of record. Returns null for an open or void one, and for a person's own. */
export async function readSettled(
  { db, ledgerId }: SeasonStore,
  id: string,
): Promise<SettledPrediction | null> {
  const [row] = await db.all<Row>(sql`SELECT ${columns(ledgerId)} FROM predictions
    WHERE id = ${id} AND scope = ${recordScope(ledgerId)} AND state = 'settled' AND actual_eps IS NOT NULL`);
  return row ? predictionOf(row) : null;
}

/**
 * Returns the most recently settled predictions of record, newest first. The query uses the index
 * `predictions_by_state`.
 */
export async function newestSettled(
  { db, ledgerId }: SeasonStore,
  limit: number,
): Promise<SettledPrediction[]> {
  const rows = await db.all<Row>(sql`SELECT ${columns(ledgerId)} FROM predictions
    WHERE scope = ${recordScope(ledgerId)} AND state = 'settled' AND actual_eps IS NOT NULL
    ORDER BY settled_at DESC, id DESC LIMIT ${limit}`);
  return rows.map(predictionOf);
}

export function predictionPath(id: string): string {
  return `/predictions/${encodeURIComponent(id)}`;
}

/**
 * Returns a sentence like "Predicted beat 73.1%, base rate 61.8%. Reported $0.90 against a consensus of $1.00: a
 * miss."
 */
export function settledSentence(prediction: SettledPrediction): string {
  const { predictionType, probability, baseRate, actualEps, consensusEps, currency, outcome } = prediction;
  const revenue =
    prediction.revenue.reported === null
      ? null
      : revenueText(prediction.revenue, currency, { amountShort, signedPercent });
  const reported = `${perShare(actualEps, currency)} against a consensus of ${perShare(consensusEps, currency)}`;
  return `Predicted ${predictionType} ${percent(probability, 1)}${tossUpNote(probability)}, base rate ${percent(baseRate, 1)}. Reported ${reported}: a ${outcome}.${revenue ? ` R${revenue.slice(1)}.` : ""}`;
}

export function settledPredictionTitle({ symbol, fiscalQuarterEnd }: SettledPrediction): string {
  return fiscalQuarterEnd ? `${symbol}, quarter to ${quarterName(fiscalQuarterEnd)}` : symbol;
}

export function settledPage(prediction: SettledPrediction, origin: string): PublicPage {
  const { id, symbol, companyName, predictionType, outcome, settledAt, isReplayed } = prediction;
  const sentence = settledSentence(prediction);
  const { sign, badge, tone } = outcomeBadgeOf(
    { isCorrect: predictionType === outcome },
    prediction.probability,
  );
  const title = `${settledPredictionTitle(prediction)}: predicted ${predictionType}, reported ${outcome}`;
  const figures = [
    ["Predicted", `${predictionType} ${percent(prediction.probability, 1)}`],
    ["Base rate", `${percent(prediction.baseRate, 1)} of comparable companies beat`],
    ["Consensus", perShare(prediction.consensusEps, prediction.currency)],
    ["Reported", `${perShare(prediction.actualEps, prediction.currency)}, a ${outcome}`],
  ];
  return {
    path: predictionPath(id),
    title,
    description: sentence,
    picture: {
      path: `/share${predictionPath(id)}.png`,
      alt: `${settledPredictionTitle(prediction)}. ${sentence}`,
    },
    structuredData: { "@type": "Article", headline: title, url: origin + predictionPath(id) },
    content: (
      <>
        <header class="flex flex-col gap-3">
          <p class="eyebrow">Track record</p>
          <h1 class="heading-1">{settledPredictionTitle(prediction)}</h1>
          <p class="flex flex-wrap items-center gap-3 text-muted">
            <span>{companyName}</span>
            {renderBadge(`${sign} ${badge}`, tone)}
          </p>
        </header>
        <dl class="grid max-w-3xl gap-x-8 gap-y-4 sm:grid-cols-2">
          {figures.map(([name, value]) => (
            <div>
              <dt class="text-sm text-muted">{name}</dt>
              <dd class="text-xl font-semibold figures">{value}</dd>
            </div>
          ))}
        </dl>
        <p class="max-w-3xl text-muted">
          {isReplayed
            ? "Computed later for the simulated market, so it was never locked ahead."
            : "Locked in a public ledger before the report."}{" "}
          Settled on {calendarDay(isoDay(settledAt))}.
        </p>
        <p class="flex flex-wrap gap-3">
          <a href={`/track-record/${encodeURIComponent(id)}`} class={buttons.primary}>
            See its evidence
          </a>
          <a href={stockPath(symbol)} class={buttons.secondary}>
            Reports of {symbol}
          </a>
        </p>
      </>
    ),
  };
}
