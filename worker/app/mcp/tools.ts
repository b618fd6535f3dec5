import type { z } from "zod";
import type { Analysis, AnalysisResponse } from "#contract/analysis.ts";
import type { PointInTimeProof } from "#contract/as-of.ts";
import type { BaseRate, SeasonAround, SeasonCalendar } from "#contract/calendar.ts";
import type { PredictionListResponse, predictionDetailResponseSchema } from "#contract/dashboard.ts";
import type { Problem } from "#contract/error.ts";
import { percent } from "#contract/format.ts";
import type { SymbolSearchResponse } from "#contract/market.ts";
import type { TrackRecord } from "#contract/record.ts";
import { MAX_CALENDAR_DAYS } from "#contract/rules.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import {
  type analyzeOutput,
  type baseRateOutput,
  type calendarOutput,
  type historyOutput,
  NO_ADVICE,
  type predictionAsOfOutput,
  type trackRecordOutput,
} from "./shapes.ts";

/**
 * Calls `/api/v1` with the credential of the MCP request, so that its owner's limits, scopes and quota apply.
 */
export type CallApi = <Answer>(
  method: "GET" | "POST",
  path: string,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** A refused call. The message tells the model what it can do next. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/**
 * Returns a function that calls the public API with the credential of `request`. `deliver` passes a request to
 * this Worker itself. The function throws `ToolError`.
 */
export function apiCallerOf(request: Request, deliver: (request: Request) => Promise<Response>): CallApi {
  const passedOn = ["authorization", "cf-connecting-ip"].flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return async <Answer>(method: "GET" | "POST", path: string, headers: Record<string, string> = {}) => {
    const url = new URL(`/api/v1${path}`, request.url);
    const answer = await deliver(
      new Request(url, { method, headers: { ...Object.fromEntries(passedOn), ...headers } }),
    );
    if (answer.ok) return answer.json<Answer>();
    throw new ToolError(adviceOn(await answer.json<Problem>()));
  };
}

function adviceOn({ code, detail, retryAfterSeconds, candidates = [] }: Problem): string {
  const named = candidates.map(({ symbol, name }) => `${symbol} (${quoted(name)})`).join(", ");
  const again = "Call the tool again once in a minute; if it fails again, tell the user.";
  const next: Partial<Record<Problem["code"], string>> = {
    rate_limited: `Wait ${retryAfterSeconds ?? 1} seconds, then call the tool again.`,
    quota_exceeded: "Do not call this tool again in this period; the other tools still work.",
    forbidden:
      "Tell the user: they must allow the app more, or change the key or the plan. Calling again does not help.",
    unauthenticated:
      "Tell the user: the app must be connected again, or the API key replaced. Calling again does not help.",
    email_unconfirmed: "Tell the user: the address of the account must be confirmed by the emailed link.",
    idempotency_key_reused: "Call again with another request_id.",
    no_estimate: "No analyst estimates it, so there is nothing to predict. Choose another company.",
    not_a_company: "Choose the ticker of one company.",
    unknown_symbol: named
      ? "Call again with the one that the user means."
      : "Ask the user which company is meant.",
    invalid_symbol: "Call again with a ticker as AAPL or BRK.B.",
    invalid_request: "Correct the input as it says, then call again.",
    not_found: "Read the list again: it may have changed.",
    as_of_future: "Call again with an as_of that has passed.",
    before_record:
      "Call again with an as_of since the record began, or tell the user that nothing is proven of before.",
  };
  const meant = named ? `Companies that may be meant: ${named}.` : null;
  return [detail, meant, next[code] ?? again, `(code: ${code})`].filter(Boolean).join(" ");
}

/**
 * Quotes text from outside on one line. Quotation marks in it are replaced, so that it cannot end its own
 * quotation.
 */
function quoted(text: string): string {
  return `"${text.replaceAll(/["“”\s]+/g, (match) => (/\s/.test(match) ? " " : "'")).trim()}"`;
}

const LISTED_REPORTS = 200;
const QUOTED_HEADLINES = 5;
const noAdvice = NO_ADVICE;

/**
 * Analyzes a company's next report. It counts against the plan's quota; several requests with the same
 * `requestId` for a company count once.
 */
export async function analyze(
  ask: CallApi,
  symbol: string,
  requestId: string,
): Promise<z.input<typeof analyzeOutput>> {
  const response = await ask<AnalysisResponse>("POST", `/analyze/${encodeURIComponent(symbol)}`, {
    "idempotency-key": requestId,
  });
  const { stock, prediction, model, earningsData, aiAnalysis, newsAnalysis, quota } = response;
  return {
    symbol: stock.symbol,
    predictionId: response.predictionId,
    asOf: response.asOf,
    dataMode: response.dataMode,
    prediction: prediction.predictionType,
    beatProbability: prediction.beatProbability,
    baseRate: model.baseRate,
    edgePoints: Math.round(model.edge * 1000) / 10,
    edgeVerdict: model.edgeVerdict,
    confidence: prediction.confidence,
    referenceClass: classOf(model),
    reportAt: earningsData.earningsDate,
    consensusEps: earningsData.analystConsensus,
    expectedEps: earningsData.expectedEps,
    currency: earningsData.currency,
    reasons: aiAnalysis.claims.map(({ text }) => text),
    risks: aiAnalysis.risks,
    quotedFromOutside: (newsAnalysis?.articles ?? [])
      .slice(0, QUOTED_HEADLINES)
      .map(({ title, source, publishedAt }) => `${quoted(source.name)}, ${publishedAt}: ${quoted(title)}`),
    analysesLeft: quota.limit === null ? null : Math.max(0, quota.limit - quota.used),
    noAdvice,
  };
}

type CalendarInput = { [Key in "from" | "to" | "symbol" | "as_of"]?: string | undefined };

/**
 * Lists reports between two days, by default of this week and the next. With `as_of` and no days, it is the
 * week of that moment.
 */
export async function calendar(
  ask: CallApi,
  { from, to, symbol, as_of }: CalendarInput,
): Promise<z.input<typeof calendarOutput>> {
  const path = `/calendar${queryOf({ ...(from && to ? { from, to } : {}), asOf: as_of })}`;
  const calendarAnswer = await ask<SeasonCalendar>("GET", path);
  const wanted = symbol && withDottedShareClass(symbol.toUpperCase());
  const rowsOf = (ticker: string | undefined) =>
    calendarAnswer.items.filter((row) => !ticker || row.symbol === ticker);
  const own = rowsOf(wanted);
  const rows = own.length === 0 && wanted ? rowsOf(await tickerOfToday(ask, wanted)) : own;
  return {
    today: calendarAnswer.today,
    from: calendarAnswer.from,
    to: calendarAnswer.to,
    dataMode: calendarAnswer.dataMode,
    noAdvice,
    reports: rows.slice(0, LISTED_REPORTS).map((row) => ({
      symbol: row.symbol,
      reportDate: row.reportDate,
      session: row.session,
      state: row.state,
      consensusEps: row.consensusEps,
      currency: row.currency,
      beatProbability: row.beatProbability,
      baseRate: row.baseRate,
      outcome: row.outcome,
      reportedEps: row.reportedEps,
      revenue: row.revenue,
      isPredictionCorrect: row.isCorrect,
    })),
    total: rows.length,
    ...(calendarAnswer.known ? { known: knownOf(calendarAnswer.known, path) } : {}),
  };
}

function knownOf({ entries: _, revealed: __, hashes: ___, ...head }: PointInTimeProof, path: string) {
  return { ...head, proofAt: `/api/v1${path}` };
}

function queryOf(parameters: Record<string, string | undefined>): string {
  const params = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return params.length > 0 ? `?${new URLSearchParams(params)}` : "";
}

const withProof = ({ known }: { known?: PointInTimeProof | undefined }) => (known ? { known } : {});

/** Returns the prediction of record and the report as they were known at `as_of`. */
export async function predictionAsOf(
  ask: CallApi,
  { symbol: requestedSymbol, as_of }: { symbol: string; as_of: string },
): Promise<z.input<typeof predictionAsOfOutput>> {
  const symbol = withDottedShareClass(requestedSymbol.toUpperCase());
  const path = `/season/${encodeURIComponent(symbol)}${queryOf({ asOf: as_of })}`;
  const season = await ask<SeasonAround>("GET", path);
  const { dataMode, report, pointInTimeReport = null, since, all } = season;
  return {
    symbol,
    dataMode,
    report: pointInTimeReport,
    noAdvice,
    locked:
      report && report.baseRate !== null
        ? {
            state: report.state,
            beatProbability: report.beatProbability,
            baseRate: report.baseRate,
            edgeVerdict: report.edgeVerdict,
            confidence: report.confidence,
            consensusEps: report.consensusEps,
            currency: report.currency,
            needsPlan: report.needsPlan,
            outcome: report.outcome,
            isPredictionCorrect: report.isCorrect,
          }
        : null,
    season: { since, reported: all.reported, beats: all.beats },
    ...withProof(season),
  };
}

async function tickerOfToday(ask: CallApi, ticker: string): Promise<string> {
  const { resolved } = await ask<SymbolSearchResponse>(
    "GET",
    `/symbols?${new URLSearchParams({ q: ticker })}`,
  );
  return resolved ?? ticker;
}

/** Returns the account's own predictions, newest first. */
export async function history(
  ask: CallApi,
  { symbol, page }: { symbol?: string | undefined; page: number },
): Promise<z.input<typeof historyOutput>> {
  const query = new URLSearchParams({ page: String(page), ...(symbol ? { symbol } : {}) });
  const predictions = await ask<PredictionListResponse>("GET", `/predictions?${query}`);
  return {
    predictions: predictions.items.map((item) => ({
      predictionId: item.id,
      symbol: item.stock.symbol,
      createdAt: item.createdAt,
      prediction: item.predictionType,
      beatProbability: item.beatProbability,
      baseRate: item.baseRate,
      reportDate: item.reportDate,
      state: item.state,
      actualResult: item.actualResult,
      isCorrect: item.isCorrect,
      dataMode: item.dataMode,
    })),
    total: predictions.total,
    page: predictions.page,
    noAdvice,
  };
}

export async function trackRecord(
  ask: CallApi,
  { as_of }: { as_of?: string | undefined },
): Promise<z.input<typeof trackRecordOutput>> {
  const recordAnswer = await ask<TrackRecord>("GET", `/track-record${queryOf({ asOf: as_of })}`);
  const { dataMode, scorecard, ledger } = recordAnswer;
  const { settled, correct, accuracy, beatRate, brier, baseBrier, skill } = scorecard;
  return {
    dataMode,
    settled,
    correct,
    brier,
    baseRateBrier: baseBrier,
    skill,
    noAdvice,
    accuracy: accuracy && { share: accuracy.share, low: accuracy.low, high: accuracy.high },
    alwaysBeat: beatRate?.share ?? null,
    ledgerEntries: ledger.seq,
    openLocks: ledger.open,
    ...withProof(recordAnswer),
  };
}

/** Returns a company's base rate as it was known at `as_of`. It does not count against the quota. */
export async function baseRateAsOf(
  ask: CallApi,
  { symbol, as_of }: { symbol: string; as_of: string },
): Promise<z.input<typeof baseRateOutput>> {
  const path = `/base-rate/${encodeURIComponent(symbol)}${queryOf({ asOf: as_of })}`;
  const answer = await ask<BaseRate>("GET", path);
  const { baseRate, referenceClass, source, dataMode, known } = answer;
  if (baseRate === null)
    throw new ToolError(known?.unknown[0]?.reason ?? "The base rate at that time is not known.");
  const ofClass = referenceClass && {
    ...{
      label: referenceClass.label,
      reports: referenceClass.n,
      low: referenceClass.low,
      high: referenceClass.high,
    },
  };
  const shown = { beatProbability: null, source, dataMode } as const;
  return { ...explained(answer.symbol, baseRate, ofClass, shown), ...withProof(answer) };
}

/**
 * Explains the base rate of the account's latest analysis of a company, or otherwise that of the calendar. It
 * does not count against the quota.
 */
export async function explainBaseRate(ask: CallApi, symbol: string): Promise<z.input<typeof baseRateOutput>> {
  const list = await ask<PredictionListResponse>("GET", `/predictions?${new URLSearchParams({ symbol })}`);
  const [own] = list.items;
  if (own) {
    const { analysis } = await ask<z.output<typeof predictionDetailResponseSchema>>(
      "GET",
      `/predictions/${own.id}`,
    );
    const { model, prediction, dataMode } = analysis;
    const shown = { beatProbability: prediction.beatProbability, source: "own_analysis", dataMode } as const;
    return explained(own.stock.symbol, model.baseRate, classOf(model), shown);
  }
  const today = Date.now();
  const ahead = await ask<SeasonCalendar>(
    "GET",
    `/calendar?from=${isoDay(today)}&to=${isoDay(today + (MAX_CALENDAR_DAYS - 1) * DAY_MS)}`,
  );
  const rowOf = (ticker: string) => ahead.items.find((item) => item.symbol === ticker);
  const wanted = withDottedShareClass(symbol.toUpperCase());
  const row = rowOf(wanted) ?? rowOf(await tickerOfToday(ask, wanted));
  if (!row || row.baseRate === null)
    throw new ToolError(
      `No base rate of ${symbol.slice(0, 15)} is stored. Call 'analyze' with this symbol first; it counts one analysis.`,
    );
  const { beatProbability, baseRate } = row;
  return explained(row.symbol, baseRate, null, {
    beatProbability,
    source: "calendar",
    dataMode: ahead.dataMode,
  });
}

type ShownProbability = Pick<z.input<typeof baseRateOutput>, "beatProbability" | "source" | "dataMode">;

function explained(
  symbol: string,
  baseRate: number,
  referenceClass: z.input<typeof baseRateOutput>["referenceClass"],
  shown: ShownProbability,
): z.input<typeof baseRateOutput> {
  const who = referenceClass
    ? `Comparable companies (${referenceClass.label}; ${referenceClass.reports} reports of the last four seasons)`
    : "Comparable companies";
  const meaning =
    `${who} beat the EPS consensus in ${percent(baseRate, 1)} of their reports. Most companies beat most of the time, ` +
    "so a high probability alone says little: what counts is its distance from this rate.";
  return { symbol, baseRate, meaning, referenceClass, ...shown, noAdvice };
}

function classOf({ referenceClass }: Analysis["model"]) {
  const { label, n, low, high } = referenceClass;
  return { label, reports: n, low, high };
}
