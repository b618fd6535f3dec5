import type { Analysis, Stage } from "#contract/analysis.ts";
import { type Outcome, type Request, streamAnalysis } from "./analysis-stream.ts";
import { savedRun, saveRun } from "./saved-run.ts";

/** The tab's one analysis. It continues while the user is on other pages. */
export type AnalysisState = {
  /** Owner; the state is dropped when someone else signs in. */
  userId: string | null;
  /** The running ticker, or null. */
  pending: string | null;
  /** Latest event of each stage, in order. */
  stages: Stage[];
  /** The explanation so far, where a language model writes it. */
  text: string;
  result: Analysis | null;
};

/** Called when a run ends; not after a cancellation. */
export type OnEnd = (symbol: string, outcome: Outcome) => void;

const idle: AnalysisState = { userId: null, pending: null, stages: [], text: "", result: null };
let state = idle;
let controller: AbortController | null = null;
const listeners = new Set<() => void>();

/** The state now; a new object at every change. */
export function currentAnalysis(): AnalysisState {
  return state;
}

/** Calls `listener` at every change; answers how to stop. */
export function subscribeToAnalysis(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Drops another user's analysis. */
export function ownAnalysis(userId: string): void {
  if (state.userId === userId) return;
  controller?.abort();
  publish({ ...idle, userId });
}

/** Starts an analysis and aborts the running one. An interrupted run of the same ticker is resumed with its key. */
export function startAnalysis(userId: string, symbol: string, onEnd: OnEnd): void {
  const { running } = savedRun(userId);
  const requestKey = running?.symbol === symbol ? running.requestKey : crypto.randomUUID();
  void run(userId, { symbol, requestKey }, onEnd);
}

/** Resumes a run that a reload interrupted, if any. */
export function resumeAnalysis(userId: string, onEnd: OnEnd): void {
  const { running } = savedRun(userId);
  if (running && state.pending === null) void run(userId, running, onEnd);
}

/** Stops waiting. The run counts, and is stored in the history, only if its text had begun. */
export function cancelAnalysis(): void {
  controller?.abort();
  controller = null;
  if (state.userId) saveRun({ ...savedRun(state.userId), running: null });
  publish({ ...state, pending: null, stages: [], text: "" });
}

/** Shows a finished analysis, unless one is shown or running. */
export function showAnalysis(result: Analysis): void {
  if (state.result === null && state.pending === null) publish({ ...state, result });
}

async function run(userId: string, request: Request, onEnd: OnEnd): Promise<void> {
  controller?.abort();
  const own = new AbortController();
  controller = own;
  saveRun({ ...savedRun(userId), running: request });
  publish({ ...state, userId, pending: request.symbol, stages: [], text: "" });
  const publishOwn = (change: Partial<AnalysisState>) => {
    if (controller === own) publish({ ...state, ...change });
  };
  const outcome = await streamAnalysis(request, own.signal, {
    onStage: (stage) => publishOwn({ stages: withStage(state.stages, stage) }),
    onText: (text) => publishOwn({ text }),
  }).catch(() => null);
  if (outcome === null || controller !== own) return;
  controller = null;
  const isDone = outcome.kind === "done";
  saveRun({
    userId,
    running: outcome.kind === "broken_off" ? request : null,
    predictionId: isDone ? outcome.predictionId : savedRun(userId).predictionId,
  });
  publish({ ...state, pending: null, ...(isDone ? { result: outcome.analysis } : {}) });
  onEnd(request.symbol, outcome);
}

function withStage(stages: Stage[], stage: Stage): Stage[] {
  const isKnown = stages.some((known) => known.stage === stage.stage);
  return isKnown ? stages.map((known) => (known.stage === stage.stage ? stage : known)) : [...stages, stage];
}

function publish(next: AnalysisState): void {
  state = next;
  for (const listener of listeners) listener();
}
