import { type Answer, answerIn, answerShape } from "./answer.ts";
import type { ModelMessage, TokenUse, WritingModel } from "./model.ts";
import type { Option } from "./options.ts";
import { INSTRUCTIONS } from "./prompt.ts";

/** Several times the longest plan. */
const MAX_OUTPUT_TOKENS = 1_000;
/** Little variety: the same facts should read alike tomorrow. */
const TEMPERATURE = 0.2;

/** What came back; `text` is the service's own, as far as known, and untrusted. */
export type ModelReply = { text: string; use: TokenUse } & (
  | { answer: Answer; failure: null }
  /** `failure` is fit for a person: never a key, an address or the service's own words. */
  | { answer: null; failure: string }
);

type ModelRequest = {
  writer: WritingModel;
  messages: readonly ModelMessage[];
  options: readonly Option[];
  signal: AbortSignal;
};

/** Asks a language model once. Never throws: whatever goes wrong is a `failure`. */
export async function askModel({ writer, messages, options, signal }: ModelRequest): Promise<ModelReply> {
  const completion = {
    messages: [{ role: "system", content: INSTRUCTIONS } as const, ...messages],
    schema: answerShape(options),
    maxTokens: MAX_OUTPUT_TOKENS,
    temperature: TEMPERATURE,
    signal,
  };
  try {
    const { text, use } = await untilAborted(writer.complete(completion), signal);
    const answer = answerIn(text);
    if (answer) return { answer, text, use, failure: null };
    return { answer, text, use, failure: "The language model's answer had another shape than asked for." };
  } catch {
    const failure = signal.aborted
      ? "The language model did not answer in time."
      : "The language model could not be reached.";
    return { answer: null, text: "", use: { input: 0, output: 0 }, failure };
  }
}

/** Gives up on a promise when the signal fires, for services that do not obey it themselves. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
