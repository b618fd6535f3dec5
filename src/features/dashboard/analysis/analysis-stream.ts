import { EventSourceParserStream } from "eventsource-parser/stream";
import { type Analysis, analysisEventSchema, type Stage } from "#contract/analysis.ts";
import { messageOf, RequestError } from "#lib/request.ts";
import { requestAnalysis } from "../api.ts";

export type Outcome =
  | { kind: "done"; analysis: Analysis; predictionId: string }
  | { kind: "failed"; message: string; code?: string | undefined }
  | { kind: "broken_off" };

/** A repeated key is neither counted nor stored twice. */
export type Request = { symbol: string; requestKey: string };

const RETRIES = 2;
const RETRY_AFTER_MS = 800;

type Watcher = {
  onStage: (stage: Stage) => void;
  onText: (text: string) => void;
};

/** Throws only when `signal` aborts. */
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
  // Resumed, a run sends its whole text.
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
      return { kind: "failed", message: messageOf(error, "Failed to analyze stock"), code: error.body?.code };
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
