import { BeatcastError } from "./errors.ts";
import { readStages, type Stage } from "./stages.ts";
import { type Call, type Settings, Transport } from "./transport.ts";
import type {
  AnalysisChangeResponse,
  AnalysisResponse,
  BaseRate,
  GetCalendarData,
  LedgerEntry,
  LedgerPage,
  LedgerRootsResponse,
  ListPredictionsData,
  ListRecordData,
  PredictionDetailResponse,
  PredictionHistoryItem,
  PredictionListResponse,
  RecordList,
  RecordSnapshot,
  SeasonAround,
  SeasonCalendar,
  SymbolSearchResponse,
  TrackRecord,
  VersusMarkets,
} from "./types.gen.ts";

type Options = { signal?: AbortSignal };
/**
 * `asOf` is an ISO moment. The answer contains what was known at that moment, and the proof of it as `known`.
 */
type AsOf = Options & { asOf?: string };
type AnalyzeOptions = Options & {
  /** Called as each step begins and ends. */
  onStage?: (stage: Stage) => void;
  /** Pass your own key to repeat an analysis later without counting it again: 8 to 64 letters, digits, - and _. */
  idempotencyKey?: string;
};
type Query<Data extends { query?: unknown }> = NonNullable<Data["query"]>;

const PAGE_SIZE = 100;

/**
 * Calls the API. Each method has the name of its call in the OpenAPI document, and may throw any
 * `BeatcastError`.
 */
export class Beatcast {
  readonly #transport: Transport;

  constructor(settings: Settings = {}) {
    this.#transport = new Transport(settings);
  }

  /** Analyzes a company and counts one analysis, however often it is retried. */
  analyze(symbol: string, options: AnalyzeOptions = {}): Promise<AnalysisResponse> {
    const { onStage, idempotencyKey = crypto.randomUUID() } = options;
    const path = `/api/v1/analyze/${encodeURIComponent(symbol)}`;
    const headers = { "idempotency-key": idempotencyKey };
    const call: Call = { method: "POST", path, headers, signal: options.signal };
    if (!onStage) return this.#transport.send(call, readJson<AnalysisResponse>);
    const { signal, listen } = stopping(onStage, options.signal);
    const streamed = { ...call, headers: { ...headers, accept: "text/event-stream" }, signal };
    return this.#transport.send(streamed, (answer) => readStages(answer, listen));
  }

  /** Yields all predictions of the account, reading page by page as you iterate. */
  async *listPredictions(
    query: Omit<Query<ListPredictionsData>, "page"> = {},
    options?: Options,
  ): AsyncGenerator<PredictionHistoryItem> {
    // A prediction made between two requests shifts others to the next page, so they are returned twice.
    const seen = new Set<string>();
    for (let page = 1; ; page++) {
      const paged = { pageSize: PAGE_SIZE, ...query, page };
      const { items, total } = await this.#get<PredictionListResponse>("predictions", paged, options);
      for (const item of items) {
        if (!seen.has(item.id)) yield item;
        seen.add(item.id);
      }
      if (items.length === 0 || page * paged.pageSize >= total) return;
    }
  }

  getPrediction(id: string, options: AsOf = {}): Promise<PredictionDetailResponse> {
    return this.#getThen(`predictions/${encodeURIComponent(id)}`, options);
  }

  getPredictionChange(id: string, options?: Options): Promise<AnalysisChangeResponse> {
    return this.#get(`predictions/${encodeURIComponent(id)}/change`, {}, options);
  }

  searchSymbols(q: string, options?: Options): Promise<SymbolSearchResponse> {
    return this.#get("symbols", { q }, options);
  }

  /** Returns the calendar, by default of the current week and the next one. */
  getCalendar(query: Query<GetCalendarData> = {}, options?: Options): Promise<SeasonCalendar> {
    return this.#get("calendar", query, options);
  }

  getSeason(symbol: string, options: AsOf = {}): Promise<SeasonAround> {
    return this.#getThen(`season/${encodeURIComponent(symbol)}`, options);
  }

  getBaseRate(symbol: string, options: AsOf = {}): Promise<BaseRate> {
    return this.#getThen(`base-rate/${encodeURIComponent(symbol)}`, options);
  }

  getTrackRecord(options: AsOf = {}): Promise<TrackRecord> {
    return this.#getThen("track-record", options);
  }

  getVersusMarkets(options?: Options): Promise<VersusMarkets> {
    return this.#get("track-record/versus-markets", {}, options);
  }

  /**
   * Yields predictions of the public record, by default the settled ones, reading page by page as you iterate.
   */
  async *listRecord(
    query: Omit<Query<ListRecordData>, "before"> = {},
    options?: Options,
  ): AsyncGenerator<RecordList["items"][number]> {
    let before: string | undefined;
    do {
      const page = { limit: PAGE_SIZE, ...query, before };
      const { items, next } = await this.#get<RecordList>("track-record/predictions", page, options);
      yield* items;
      before = next ?? undefined;
    } while (before !== undefined);
  }

  getRecord(id: string, options: AsOf = {}): Promise<RecordSnapshot> {
    return this.#getThen(`track-record/predictions/${encodeURIComponent(id)}`, options);
  }

  /** Yields all ledger entries after the entry number `after`, reading page by page as you iterate. */
  async *listLedger(query: { after?: number } = {}, options?: Options): AsyncGenerator<LedgerEntry> {
    let after = query.after ?? 0;
    for (;;) {
      const { entries, head } = await this.#get<LedgerPage>("track-record/ledger", { after }, options);
      yield* entries;
      after = entries.at(-1)?.seq ?? head.seq;
      if (after >= head.seq) return;
    }
  }

  listRoots(options?: Options): Promise<LedgerRootsResponse> {
    return this.#get("track-record/roots", {}, options);
  }

  #getThen<T>(path: string, { asOf, ...options }: AsOf): Promise<T> {
    return this.#get(path, { asOf }, options);
  }

  #get<T>(path: string, query: Call["query"], { signal }: Options = {}): Promise<T> {
    return this.#transport.send({ method: "GET", path: `/api/v1/${path}`, query, signal }, readJson<T>);
  }
}

/**
 * Lets an error that the listener throws end the call. It reaches the caller and is not retried like a network
 * failure.
 */
function stopping(onStage: (stage: Stage) => void, given: AbortSignal | undefined) {
  const stop = new AbortController();
  const listen = (stage: Stage) => {
    try {
      onStage(stage);
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  };
  return { signal: given ? AbortSignal.any([given, stop.signal]) : stop.signal, listen };
}

async function readJson<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new BeatcastError("Beatcast's answer could not be read.", "unreadable_answer", {}, error);
  }
}
