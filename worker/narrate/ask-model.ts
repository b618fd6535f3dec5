import {
  generateText,
  type ModelMessage,
  NoObjectGeneratedError,
  Output,
  parsePartialJson,
  streamText,
} from "ai";
import { type Answer, answerFormat, answerIn, MAX_ANSWER_LENGTH } from "./answer.ts";
import type { TokenUse, WritingModel } from "./model.ts";
import { INSTRUCTIONS } from "./prompt.ts";

/** Enough for the longest text the check accepts. */
const MAX_OUTPUT_TOKENS = 3_000;
/** Little variety: the same facts should read alike tomorrow. */
const TEMPERATURE = 0.2;

/** What came back; `said` is the service's own text, as far as known, and untrusted. */
export type ModelReply = { text: string; use: TokenUse } & (
  | { answer: Answer; failure: null }
  /** `failure` is fit for a person: never a key, an address or the service's own words. */
  | { answer: null; failure: string }
);

export type ModelRequest = {
  writer: WritingModel;
  messages: ModelMessage[];
  signal: AbortSignal;
  /** Hears the unfinished answer again and again; asked for only where the service can stream. */
  onPartial?: (partial: unknown) => void;
};

/** Asks a language model once. Never throws: whatever goes wrong is a `failure`. */
export async function askModel({ writer, messages, signal, onPartial }: ModelRequest): Promise<ModelReply> {
  const call = {
    model: writer.model,
    instructions: INSTRUCTIONS,
    messages,
    output: Output.object({ schema: answerFormat, name: "narrative" }),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: TEMPERATURE,
    maxRetries: 0,
    abortSignal: signal,
  };
  try {
    const result =
      onPartial && writer.canStream
        ? await streamed(call, onPartial)
        : await untilAborted(generateText(call), signal);
    const { text, usage } = result;
    return read(text, { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 });
  } catch (error) {
    if (signal.aborted) return failed("The language model did not answer in time.");
    if (!NoObjectGeneratedError.isInstance(error)) return failed("The language model could not be reached.");
    return read(error.text ?? "", {
      input: error.usage?.inputTokens ?? 0,
      output: error.usage?.outputTokens ?? 0,
    });
  }
}

/** Reads an answer as it is written; parses what there is whenever something in it closes. */
async function streamed(
  call: Parameters<typeof streamText>[0] & { abortSignal: AbortSignal },
  onPartial: (partial: unknown) => void,
) {
  const enough = new AbortController();
  let failure: unknown;
  const result = streamText({
    ...call,
    abortSignal: AbortSignal.any([call.abortSignal, enough.signal]),
    onError: ({ error }) => {
      failure = error;
    },
  });
  let text = "";
  for await (const delta of result.textStream) {
    text += delta;
    if (text.length > MAX_ANSWER_LENGTH) {
      enough.abort();
      return { text, usage: { inputTokens: 0, outputTokens: 0 } };
    }
    if (delta.includes("}")) onPartial((await parsePartialJson(text)).value);
  }
  if (failure !== undefined) throw failure;
  return { text, usage: await result.usage };
}

function read(text: string, use: TokenUse): ModelReply {
  const answer = answerIn(text);
  if (answer) return { answer, text, use, failure: null };
  return { answer, text, use, failure: "The language model's answer had another shape than asked for." };
}

function failed(failure: string): ModelReply {
  return { answer: null, text: "", use: { input: 0, output: 0 }, failure };
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
