import { createExecutionContext, env } from "cloudflare:test";
import { createApp } from "#app/app.ts";
import { CONTENT_PLACEHOLDER, navigationItems } from "#contract/pages.ts";

export const origin = "https://beatcast.test";
const app = createApp();

/** The build's files that the public pages need. */
const ASSETS = {
  fetch: async ({ url }: Request) =>
    ["/public-page.html", "/shell.html"].includes(new URL(url).pathname)
      ? new Response(
          `<!doctype html><html lang="en"><head><title>Beatcast</title></head><body><nav>${navigationItems.map(({ name }) => `<a data-place="${name}">${name}</a>`).join("")}</nav><main>${CONTENT_PLACEHOLDER}</main></body></html>`,
          { headers: { "content-type": "text/html", etag: '"built"' } },
        )
      : new Response(null, { status: 404 }),
} as unknown as Fetcher;

/** Opens a public address of the Worker. `bindings` replace settings. */
export async function open(path: string, headers: Record<string, string> = {}, bindings: object = {}) {
  const request = new Request(origin + path, { headers, redirect: "manual" });
  const answer = await app.fetch(request, { ...env, ASSETS, ...bindings }, createExecutionContext());
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

type Report = {
  symbol: string;
  quarter: string;
  day: string;
  session?: "pre" | "post";
  consensus?: number;
  reported?: number;
  ledgerId?: string;
};

/** Stores a report with its company, in the simulated market unless another one is named. */
export async function aReport({
  symbol,
  quarter,
  day,
  session,
  consensus,
  reported,
  ledgerId = "sample",
}: Report) {
  const isBeat = reported === undefined || consensus === undefined ? null : Number(reported > consensus);
  await env.DB.prepare(
    `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known, session,
      is_confirmed, consensus_eps, analyst_count, reported_eps, is_beat, source, is_imported, is_comparable, first_seen_at, changed_at)
     VALUES (?, ?, ?, 1, ?, 1, ?, 1, ?, 12, ?, ?, 'Test', 0, 1, 0, 0)`,
  )
    .bind(ledgerId, symbol, quarter, day, session ?? null, consensus ?? null, reported ?? null, isBeat)
    .run();
  await env.DB.prepare(
    `INSERT INTO season_companies (ledger_id, symbol, company_name, sector, currency, is_active, market_cap, updated_at)
     VALUES (?, ?, ?, 'Technology', 'USD', 1, 1e9, 0) ON CONFLICT DO NOTHING`,
  )
    .bind(ledgerId, symbol, `${symbol} Incorporated`)
    .run();
}

type Prediction = {
  symbol: string;
  quarter: string;
  /** The probability of a beat. */
  probability: number;
  state: "pending" | "settled" | "void" | "review";
  consensus?: number;
  actual?: number;
};

/** Puts a prediction of record into the simulated market. 0.6180 is its base rate. */
export async function aPrediction({
  symbol,
  quarter,
  probability,
  state,
  consensus = 1,
  actual = 0,
}: Prediction) {
  const type = probability >= 0.5 ? "beat" : "miss";
  const outcome = actual > consensus ? "beat" : "miss";
  const isSettled = state === "settled";
  await env.DB.prepare(
    `INSERT INTO predictions (id, scope, ledger_id, evidence_hash, request_key, symbol, company_name, model_version, prediction_type,
      beat_probability, predicted_probability, base_rate, confidence, consensus_eps, fiscal_quarter_end, data_mode, created_at, state,
      actual_result, actual_eps, is_correct, settled_at)
     VALUES (?, 'record:sample', 'sample', '0', ?, ?, ?, 'm', ?, ?, ?, 0.618, 'low', ?, ?, 'sample', 0, ?, ?, ?, ?, ?)`,
  )
    .bind(
      ...[`prd_${symbol}_${quarter}`, `${symbol} ${quarter}`, symbol, symbol, type],
      ...[probability, Math.max(probability, 1 - probability), consensus, quarter, state],
      ...(isSettled ? [outcome, actual, Number(type === outcome), 1] : [null, null, null, null]),
    )
    .run();
}

/** Adds an upcoming forecast to the simulated market. */
export async function addUpcomingForecast(
  symbol: string,
  quarter: string,
  probability: number,
  baseRate: number,
) {
  await env.DB.prepare(
    `INSERT INTO upcoming_forecasts (ledger_id, symbol, fiscal_quarter_end, beat_probability, base_rate, edge_verdict, confidence, feature_tier,
      model_version, consensus_eps, scored_at) VALUES ('sample', ?, ?, ?, ?, 'edge_up', 'high', 'full', 'm', 1, 0)`,
  )
    .bind(symbol, quarter, probability, baseRate)
    .run();
}
