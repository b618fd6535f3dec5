import { type Answer, answerIn, answerShape, MAX_ANSWER_LENGTH } from "./answer.ts";
import type { ModelMessage, TokenUse, WritingModel } from "./model.ts";
import { INSTRUCTIONS } from "./prompt.ts";

/** Enough for the longest text the check accepts. */
const MAX_OUTPUT_TOKENS = 3_000;
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
  signal: AbortSignal;
  /** Hears the unfinished answer again and again, where the service streams. */
  onPartial?: (partial: unknown) => void;
};

/** Asks a language model once. Never throws: whatever goes wrong is a `failure`. */
export async function askModel({ writer, messages, signal, onPartial }: ModelRequest): Promise<ModelReply> {
  const completion = {
    messages: [{ role: "system", content: INSTRUCTIONS } as const, ...messages],
    schema: answerShape(),
    maxTokens: MAX_OUTPUT_TOKENS,
    temperature: TEMPERATURE,
    signal,
    ...(onPartial ? { onText: partialListener(onPartial) } : {}),
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

/** Parses a growing answer whenever something in it closes; ends one that is longer than any answer. */
function partialListener(onPartial: (partial: unknown) => void): (text: string) => boolean {
  let seen = 0;
  return (text) => {
    if (text.length > MAX_ANSWER_LENGTH) return false;
    if (text.includes("}", seen)) onPartial(partialJson(text));
    seen = text.length;
    return true;
  };
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

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/**
 * The value of a JSON text that is still being written, up to the last object that is complete in it; undefined before
 * there is one. What stands before the first brace is skipped.
 */
export function partialJson(text: string): unknown {
  const open: string[] = [];
  let isInString = false;
  let complete: string | undefined;
  const start = text.indexOf("{");
  if (start < 0) return undefined;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? "";
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character in CLOSING) open.push(character);
    else if (character === "}" || character === "]") {
      open.pop();
      if (character === "}") complete = text.slice(start, at + 1) + closersOf(open);
      if (open.length === 0) break;
    }
  }
  return complete === undefined ? undefined : parsed(complete);
}

function closersOf(open: readonly string[]): string {
  return open
    .map((bracket) => CLOSING[bracket])
    .reverse()
    .join("");
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
