import { BeatcastError, errorOf, NoConnectionError } from "./errors.ts";
import type { AnalysisResponse } from "./types.gen.ts";

/** A step of a running analysis, sent when it begins and when it ends. */
export type Stage = AnalysisResponse["stages"][number];

/**
 * Reads a stream of events up to its result. Throws the error that the stream reports, or `NoConnectionError` when
 * it breaks off.
 */
export async function readStages(
  answer: Response,
  onStage: (stage: Stage) => void,
): Promise<AnalysisResponse> {
  for await (const { event, data } of eventsOf(answer)) {
    if (event === "stage") onStage(data as Stage);
    if (event === "result") return data as AnalysisResponse;
    if (event === "error") throw errorOf(statusOf(data), data);
  }
  throw new NoConnectionError("The analysis broke off. Try again.", "no_connection");
}

async function* eventsOf({ body }: Response): AsyncGenerator<{ event: string; data: unknown }> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks)
        yield { event: lineOf(block, "event"), data: parsed(lineOf(block, "data")) };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Returns the value of an event's line with this name, or an empty text. The API sends at most one line of each
 * name.
 */
function lineOf(block: string, name: string): string {
  const line = block.split("\n").find((one) => one.startsWith(`${name}: `));
  return line?.slice(name.length + 2) ?? "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || "null");
  } catch {
    throw new BeatcastError("Beatcast's answer could not be read.", "unreadable_answer");
  }
}

const statusOf = (data: unknown) => Number((Object(data) as { status?: unknown }).status) || 500;
