import { useCallback, useEffect, useRef, useState } from "react";
import { type AnalysisResponse, analysisEventSchema, type Stage } from "#contract/analysis.ts";
import { messageOf, send } from "#lib/request.ts";

const RUNNING_KEY = "beatcast.running-analysis";

/** A request that is under way; kept for this tab, so that a reload finds the same run and is not counted twice. */
type Running = { symbol: string; requestKey: string };

export type AnalysisState = {
  /** The ticker under way, or null. */
  pending: string | null;
  /** Each stage as last told, in order. */
  stages: Stage[];
  result: AnalysisResponse | null;
};

type Outcome = { isDone: true; result: AnalysisResponse } | { isDone: false; message: string | null };

const idle: AnalysisState = { pending: null, stages: [], result: null };

/** Runs an analysis, one at a time, and tells its stages. `onEnd` hears of success and failure, not of a cancelled run. */
export function useAnalysis(onEnd: (symbol: string, outcome: Outcome) => void) {
  const [state, setState] = useState<AnalysisState>(idle);
  const controller = useRef<AbortController | null>(null);

  const run = useCallback(
    async ({ symbol, requestKey }: Running) => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      sessionStorage.setItem(RUNNING_KEY, JSON.stringify({ symbol, requestKey }));
      setState((before) => ({ ...before, pending: symbol, stages: [] }));
      const outcome = await follow(symbol, requestKey, own.signal, (stage) =>
        setState((before) => ({ ...before, stages: withStage(before.stages, stage) })),
      );
      if (controller.current !== own) return;
      sessionStorage.removeItem(RUNNING_KEY);
      setState((before) => ({
        ...before,
        pending: null,
        result: outcome.isDone ? outcome.result : before.result,
      }));
      if (outcome.isDone || outcome.message !== null) onEnd(symbol, outcome);
    },
    [onEnd],
  );

  const start = useCallback((symbol: string) => run({ symbol, requestKey: crypto.randomUUID() }), [run]);

  const cancel = useCallback(() => {
    controller.current?.abort();
    controller.current = null;
    sessionStorage.removeItem(RUNNING_KEY);
    setState((before) => ({ ...before, pending: null, stages: [] }));
  }, []);

  useEffect(() => {
    const running = storedRun();
    if (running) void run(running);
  }, [run]);

  return { ...state, start, cancel };
}

async function follow(
  symbol: string,
  requestKey: string,
  signal: AbortSignal,
  onStage: (stage: Stage) => void,
): Promise<Outcome> {
  try {
    const response = await send(`/api/analyze/${encodeURIComponent(symbol)}`, {
      method: "POST",
      headers: {
        accept: "text/event-stream",
        "content-type": "application/json",
        "idempotency-key": requestKey,
      },
      signal,
    });
    for await (const event of eventsOf(response)) {
      if (event.event === "stage") onStage(event.data);
      if (event.event === "error") return { isDone: false, message: event.data.message };
      if (event.event === "result") return { isDone: true, result: event.data };
    }
    return { isDone: false, message: "The connection broke off. Nothing was counted." };
  } catch (error) {
    if (signal.aborted) return { isDone: false, message: null };
    return { isDone: false, message: messageOf(error, "Failed to analyze stock") };
  }
}

async function* eventsOf(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const [event = "", data = ""] = block.split("\n");
      yield analysisEventSchema.parse({
        event: event.slice("event: ".length),
        data: JSON.parse(data.slice("data: ".length)),
      });
    }
  }
}

function withStage(stages: Stage[], stage: Stage): Stage[] {
  const others = stages.filter((known) => known.stage !== stage.stage);
  const place = stages.findIndex((known) => known.stage === stage.stage);
  if (place === -1) return [...others, stage];
  return stages.map((known) => (known.stage === stage.stage ? stage : known));
}

function storedRun(): Running | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(RUNNING_KEY) ?? "null");
    const symbol: unknown = Reflect.get(Object(stored), "symbol");
    const requestKey: unknown = Reflect.get(Object(stored), "requestKey");
    return typeof symbol === "string" && typeof requestKey === "string" ? { symbol, requestKey } : null;
  } catch {
    return null;
  }
}
