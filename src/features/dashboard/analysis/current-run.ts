import type { Analysis, Stage } from "#contract/analysis.ts";
import { type Outcome, type Request, streamAnalysis } from "./analysis-stream.ts";
import { savedRun, saveRun } from "./saved-run.ts";

/** The one analysis of this tab: it goes on while the person looks at other pages. */
export type AnalysisState = {
  /** Whose it is; everything is forgotten when someone else signs in. */
  userId: string | null;
  /** The ticker under way, or null. */
  pending: string | null;
  /** Each stage as last told, in order. */
  stages: Stage[];
  /** The explanation under way, where a language model writes it. */
  text: string;
  result: Analysis | null;
};

/** Hears how a run ended; not of a cancelled one. */
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

/** Makes the tab's analysis this person's: what another person left behind is dropped. */
export function ownAnalysis(userId: string): void {
  if (state.userId === userId) return;
  controller?.abort();
  publish({ ...idle, userId });
}

/** Begins an analysis in place of the one that runs. A run of the same ticker that broke off is taken up again. */
export function startAnalysis(userId: string, symbol: string, onEnd: OnEnd): void {
  const { running } = savedRun(userId);
  const requestKey = running?.symbol === symbol ? running.requestKey : crypto.randomUUID();
  void run(userId, { symbol, requestKey }, onEnd);
}

/** Takes up the run that a reload interrupted, if there was one. */
export function resumeAnalysis(userId: string, onEnd: OnEnd): void {
  const { running } = savedRun(userId);
  if (running && state.pending === null) void run(userId, running, onEnd);
}

/** Stops waiting for the run. It counts only where its text had begun, and is then stored in the history. */
export function cancelAnalysis(): void {
  controller?.abort();
  controller = null;
  if (state.userId) saveRun({ ...savedRun(state.userId), running: null });
  publish({ ...state, pending: null, stages: [], text: "" });
}

/** Shows a finished analysis, unless there is one or one is under way. */
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
