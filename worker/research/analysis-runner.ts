import { DurableObject } from "cloudflare:workers";
import type { Analysis, Stage } from "#contract/analysis.ts";
import type { ErrorBody, ErrorCode } from "#contract/error.ts";
import { AppError } from "#platform/errors.ts";
import { logUnexpected } from "#platform/log.ts";
import { failureOf } from "./failure.ts";
import type { AnalysisListener } from "./run.ts";

/**
 * How long a result is shared, counted from the run's start. Until then, a person who requests it again gets
 * the same answer.
 */
export const RESULT_TTL_MS = 10 * 60 * 1000;

/**
 * How long a refusal is remembered. What a source says about a ticker stays true for a while; other failures
 * are retried sooner.
 */
const REFUSAL_TTL_MS = 15 * 60 * 1000;
const FAILURE_TTL_MS = 30 * 1000;
const refusals: readonly ErrorCode[] = ["unknown_symbol", "not_a_company", "no_estimate"];

/** What a run reports to its callers. In the stream, each event is one line of JSON. */
export type RunEvent =
  | { event: "stage"; data: Stage }
  | { event: "text"; data: { delta: string } }
  | { event: "result"; data: SharedAnalysis }
  | { event: "error"; data: Failure & { isRemembered: boolean } };

type Failure = Pick<ErrorBody, "code" | "message" | "retryAfterSeconds" | "candidates">;

/** A finished analysis. It is stored in the file that `evidenceHash` names. */
export type CompletedAnalysis = { analysis: Analysis; evidenceHash: string };

/** `untilMs` is the real time until which the result is shared. */
export type SharedAnalysis = CompletedAnalysis & { isCached: boolean; untilMs: number };

export type Research = (symbol: string, watcher: AnalysisListener) => Promise<CompletedAnalysis>;

const isLast = ({ event }: RunEvent) => event === "result" || event === "error";

type Run = { events: RunEvent[]; listeners: Set<(event: RunEvent) => void> };

/**
 * Runs the analyses of one ticker. Its callers share one run, the result for ten minutes, and a failure for a
 * while. A disconnect does not cancel the run; if the object dies, the next caller starts a new one.
 */
export abstract class AnalysisRunner extends DurableObject {
  #run: Run | null = null;

  protected abstract readonly research: Research;

  /** Streams one JSON `RunEvent` per line, ending with a result or an error. */
  async open(symbol: string): Promise<ReadableStream<Uint8Array>> {
    const remembered = this.#remembered();
    if (remembered) return streamOf([remembered], () => () => undefined);
    this.#run ??= this.#begin(symbol);
    const run = this.#run;
    return streamOf(run.events, (listen) => {
      run.listeners.add(listen);
      return () => run.listeners.delete(listen);
    });
  }

  #begin(symbol: string): Run {
    const untilMs = Date.now() + RESULT_TTL_MS;
    const run: Run = { events: [], listeners: new Set() };
    const emit = (event: RunEvent) => {
      run.events.push(event);
      for (const listen of run.listeners) listen(event);
    };
    const watcher: AnalysisListener = {
      onStage: (stage) => emit({ event: "stage", data: stage }),
      onText: (delta) => emit({ event: "text", data: { delta } }),
    };
    const ended = this.research(symbol, watcher).then(
      (finished) => {
        const result = { ...finished, untilMs };
        this.#remember({ event: "result", data: { ...result, isCached: true } }, untilMs);
        this.#run = null;
        emit({ event: "result", data: { ...result, isCached: false } });
      },
      (error: unknown) => {
        const failure = publicFailure(error, symbol);
        this.#rememberFailure(failure);
        this.#run = null;
        emit({ event: "error", data: { ...failure, isRemembered: false } });
      },
    );
    this.ctx.waitUntil(ended);
    return run;
  }

  #remembered(): RunEvent | null {
    const [row] = this.#ends()
      .exec<{ event: string }>("SELECT event FROM run_end WHERE until > ?", Date.now())
      .toArray();
    return row ? (JSON.parse(row.event) as RunEvent) : null;
  }

  #rememberFailure(failure: Failure): void {
    const ttlMs = refusals.includes(failure.code) ? REFUSAL_TTL_MS : FAILURE_TTL_MS;
    this.#remember({ event: "error", data: { ...failure, isRemembered: true } }, Date.now() + ttlMs);
  }

  #remember(event: RunEvent, untilMs: number): void {
    this.#ends().exec(
      "INSERT OR REPLACE INTO run_end (id, until, event) VALUES (1, ?, ?)",
      untilMs,
      JSON.stringify(event),
    );
  }

  #ends(): SqlStorage {
    const { sql } = this.ctx.storage;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS run_end (id INTEGER PRIMARY KEY CHECK (id = 1), until INTEGER NOT NULL, event TEXT NOT NULL)",
    );
    return sql;
  }
}

/** Yields the events of a run's stream. Throws when the stream ends before a result or an error. */
export async function* readRun(stream: ReadableStream<Uint8Array>): AsyncGenerator<RunEvent> {
  let rest = "";
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(interrupted);
      if (done) interrupted();
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const event = JSON.parse(line) as RunEvent;
        yield event;
        if (isLast(event)) return;
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function interrupted(error?: unknown): never {
  if (error !== undefined) logUnexpected(error, { call: "analysis run" });
  throw new AppError(
    "upstream_unavailable",
    "The analysis was interrupted. Nothing was counted; please try again.",
  );
}

function streamOf(
  past: readonly RunEvent[],
  subscribe: (listen: (event: RunEvent) => void) => () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let leave = () => {};
  return new ReadableStream({
    type: "bytes",
    start(controller) {
      const listen = (event: RunEvent) => {
        controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
        if (!isLast(event)) return;
        leave();
        controller.close();
      };
      const unsubscribe = subscribe(listen);
      leave = () => {
        unsubscribe();
      };
      for (const event of past) listen(event);
    },
    cancel: () => leave(),
  });
}

/**
 * Returns what callers are told about a failed run. Unexpected errors are logged here with their stack and
 * reported without internal details.
 */
function publicFailure(error: unknown, symbol: string): Failure {
  const failure = failureOf(error);
  if (failure instanceof AppError) return { code: failure.code, message: failure.message, ...failure.extras };
  logUnexpected(failure, { runner: symbol });
  return { code: "internal", message: "Something went wrong on our side. Nothing was counted." };
}
