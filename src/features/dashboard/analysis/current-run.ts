import { EventSourceParserStream } from "eventsource-parser/stream";
import { z } from "zod";
import { create } from "zustand";
import { type Analysis, analysisEventSchema, type Stage } from "#contract/analysis.ts";
import { errorMessageOf, RequestError } from "#lib/request.ts";
import { requestAnalysis } from "../api.ts";

export type AnalysisState = {
  userId: string | null;
  pending: string | null;
  stages: Stage[];
  text: string;
  result: Analysis | null;
  predictionId: string | null;
  /** Why the last analysis failed; null while one is running and after one that succeeded. */
  failure: Failure | null;
};

type Failure = { symbol: string; text: string; isQuotaSpent: boolean };

export type OnEnd = (symbol: string, outcome: Outcome) => void;

const idle: AnalysisState = {
  userId: null,
  pending: null,
  stages: [],
  text: "",
  result: null,
  predictionId: null,
  failure: null,
};
let controller: AbortController | null = null;

export const useAnalysisState = create<AnalysisState>()(() => idle);

export function dropOtherUsersAnalysis(userId: string): void {
  if (useAnalysisState.getState().userId === userId) return;
  controller?.abort();
  useAnalysisState.setState({ ...idle, userId });
}

/**
 * Starts an analysis and aborts the one that is running. A run of the same company that was interrupted
 * continues under its key, so it is not counted again.
 */
export function startAnalysis(userId: string, symbol: string, onEnd: OnEnd): void {
  const { running } = savedRun(userId);
  const requestKey = running?.symbol === symbol ? running.requestKey : crypto.randomUUID();
  void run(userId, { symbol, requestKey }, onEnd);
}

export function resumeAnalysis(userId: string, onEnd: OnEnd): void {
  const { running } = savedRun(userId);
  if (running && useAnalysisState.getState().pending === null) void run(userId, running, onEnd);
}

export function cancelAnalysis(): void {
  controller?.abort();
  controller = null;
  const { userId } = useAnalysisState.getState();
  if (userId) saveRun({ ...savedRun(userId), running: null });
  useAnalysisState.setState({
    pending: null,
    stages: [],
    text: "",
  });
}

/** Shows a finished analysis unless another one is shown or running. */
export function showAnalysis(result: Analysis, predictionId: string): void {
  const shown = useAnalysisState.getState();
  if (shown.result === null && shown.pending === null) useAnalysisState.setState({ result, predictionId });
}

async function run(userId: string, request: Request, onEnd: OnEnd): Promise<void> {
  controller?.abort();
  const own = new AbortController();
  controller = own;
  saveRun({ ...savedRun(userId), running: request });
  useAnalysisState.setState({ userId, pending: request.symbol, stages: [], text: "", failure: null });
  const setOwn = (change: Partial<AnalysisState>) => {
    if (controller === own) useAnalysisState.setState(change);
  };
  const outcome = await streamAnalysis(request, own.signal, {
    onStage: (stage) => setOwn({ stages: withStage(useAnalysisState.getState().stages, stage) }),
    onText: (text) => setOwn({ text }),
  }).catch(() => null);
  if (outcome === null || controller !== own) return;
  controller = null;
  const isDone = outcome.kind === "done";
  saveRun({
    userId,
    running: outcome.kind === "broken_off" ? request : null,
    predictionId: isDone ? outcome.predictionId : savedRun(userId).predictionId,
  });
  useAnalysisState.setState({
    pending: null,
    ...(outcome.kind === "done"
      ? { result: outcome.analysis, predictionId: outcome.predictionId }
      : {
          failure: {
            symbol: request.symbol,
            text: failureText(outcome),
            isQuotaSpent: outcome.kind === "failed" && outcome.code === "quota_exceeded",
          },
        }),
  });
  onEnd(request.symbol, outcome);
}

export function failureText(outcome: Exclude<Outcome, { kind: "done" }>): string {
  if (outcome.kind === "failed") return outcome.message;
  return "The connection was lost. Analyze again to rejoin the same run; it counts once.";
}

function withStage(stages: Stage[], stage: Stage): Stage[] {
  const isKnown = stages.some((knownStage) => knownStage.stage === stage.stage);
  return isKnown
    ? stages.map((knownStage) => (knownStage.stage === stage.stage ? stage : knownStage))
    : [...stages, stage];
}

/**
 * What is kept in the browser across a reload: the interrupted request, which then resumes without being
 * counted again, and the id of the last prediction, which is read from its snapshot.
 */
const savedRunSchema = z.object({
  userId: z.string().max(40),
  running: z.object({ symbol: z.string().max(15), requestKey: z.string().max(64) }).nullable(),
  predictionId: z.string().max(40).nullable(),
});
type SavedRun = z.infer<typeof savedRunSchema>;

const STORAGE_KEY = "beatcast.analysis";

export function savedRun(userId: string): SavedRun {
  const none = { userId, running: null, predictionId: null };
  try {
    const parsed = savedRunSchema.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null"));
    return parsed.success && parsed.data.userId === userId ? parsed.data : none;
  } catch {
    return none;
  }
}

function saveRun(values: SavedRun): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(values));
  } catch {
    // The browser's storage may be blocked or full.
  }
}

type Outcome =
  | { kind: "done"; analysis: Analysis; predictionId: string }
  | { kind: "failed"; message: string; code?: string | undefined }
  | { kind: "broken_off" };

/** A request for an analysis. If it is sent again with the same key, it is neither counted nor stored twice. */
type Request = { symbol: string; requestKey: string };

const RETRIES = 2;
const RETRY_AFTER_MS = 800;

type Watcher = {
  onStage: (stage: Stage) => void;
  onText: (text: string) => void;
};

/**
 * Requests an analysis, reports its progress and returns its outcome. It retries a connection that breaks off.
 * Throws only when `signal` aborts.
 */
export async function streamAnalysis(
  request: Request,
  signal: AbortSignal,
  watcher: Watcher,
): Promise<Outcome> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(request, signal, watcher);
    signal.throwIfAborted();
    if (outcome.kind !== "broken_off" || attempt === RETRIES) return outcome;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  }
}

async function attemptOnce(request: Request, signal: AbortSignal, watcher: Watcher): Promise<Outcome> {
  // A retried request receives the whole text again, so each attempt starts with none.
  let text = "";
  try {
    const response = await requestAnalysis(request, signal);
    for await (const event of eventsOf(response)) {
      if (event.event === "stage") watcher.onStage(event.data);
      if (event.event === "text") {
        text += event.data.delta;
        watcher.onText(text);
      }
      if (event.event === "error")
        return { kind: "failed", message: event.data.message, code: event.data.code };
      if (event.event === "result") {
        const { predictionId, isCached: _, quota: __, ...analysis } = event.data;
        return { kind: "done", analysis, predictionId };
      }
    }
    return { kind: "broken_off" };
  } catch (error) {
    if (error instanceof RequestError)
      return {
        kind: "failed",
        message: errorMessageOf(error, "Failed to analyze stock"),
        code: error.body?.code,
      };
    if (error instanceof TypeError || signal.aborted) return { kind: "broken_off" };
    return { kind: "failed", message: "Failed to analyze stock" };
  }
}

async function* eventsOf(response: Response) {
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) return;
    yield analysisEventSchema.parse({ event: value.event, data: JSON.parse(value.data) });
  }
}
