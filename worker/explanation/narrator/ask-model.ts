// Import this module dynamically: `ai` and its providers would slow down every start of the Worker.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  generateText,
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  Output,
} from "ai";
import pTimeout from "p-timeout";
import { createWorkersAI } from "workers-ai-provider";
import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import {
  type ModelSelection,
  modelSelectionJsonSchema,
  parseModelSelection,
  type StatementOption,
} from "./answer.ts";
import { INSTRUCTIONS } from "./prompt.ts";

/** Several times the length of the longest plan. */
const MAX_OUTPUT_TOKENS = 1_000;
/** A low temperature makes repeated analyses of the same facts read alike. */
const TEMPERATURE = 0.2;
/**
 * The limit for the server's response. A plan has about 2 kB, but a faulty server might never stop sending.
 */
const MAX_ANSWER_BYTES = 256 * 1024;

export type ModelBinding = NonNullable<Parameters<typeof createWorkersAI>[0]["binding"]>;

/** A language model that can be called. Its `name` is shown with the argument. */
export type WritingModel =
  | {
      kind: "openai_compatible";
      name: string;
      /** The server's address including the API version ("http://localhost:11434/v1"). */
      baseUrl: string;
      apiKey: string | undefined;
      request?: Fetch | undefined;
    }
  | { kind: "workers_ai"; name: string; binding: ModelBinding };

/** The tokens of a call, which are 0 when the service does not count them. */
export type TokenUsage = { input: number; output: number };

/** The result of a call. `text` is the untrusted reply, and is empty when the call failed. */
export type ModelReply = { text: string; use: TokenUsage } & (
  | { answer: ModelSelection; failure: null }
  /** `failure` may be shown to users: it contains no key, address or text of the service. */
  | { answer: null; failure: string }
);

type ModelRequest = {
  writer: WritingModel;
  messages: ModelMessage[];
  options: readonly StatementOption[];
  signal: AbortSignal;
};

/**
 * Asks the language model for a plan. It never throws: when the call or the answer fails, `failure` says why.
 */
export async function askModel({ writer, messages, options, signal }: ModelRequest): Promise<ModelReply> {
  const { text, use, failure } = await askForText({
    writer,
    instructions: INSTRUCTIONS,
    messages,
    format: planFormat(options),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    signal,
  });
  if (failure !== null) return { answer: null, text, use, failure };
  const answer = parseModelSelection(text);
  if (answer) return { answer, text, use, failure: null };
  return { answer, text, use, failure: "The language model's answer had another shape than asked for." };
}

type TextRequest = {
  writer: WritingModel;
  instructions: string;
  messages: ModelMessage[];
  format: ReturnType<typeof objectFormat>;
  maxOutputTokens: number;
  signal: AbortSignal;
};

/**
 * Calls the language model once and returns its untrusted text. It never throws: when the call fails,
 * `failure` says why.
 */
export async function askForText({
  writer,
  instructions,
  messages,
  format,
  maxOutputTokens,
  signal,
}: TextRequest): Promise<{ text: string; use: TokenUsage; failure: string | null }> {
  try {
    const generated = generateText({
      model: modelOf(writer),
      instructions,
      messages,
      // The output is plain text, not an object: `parseModelSelection` finds the object even between other words, and
      // the tokens of an invalid answer are counted too.
      output: { ...Output.text(), responseFormat: format },
      maxOutputTokens,
      temperature: TEMPERATURE,
      maxRetries: 0,
      abortSignal: signal,
    });
    // The Workers AI binding ignores the abort signal, so `pTimeout` enforces it.
    const { text, usage } = await pTimeout(generated, { milliseconds: Number.POSITIVE_INFINITY, signal });
    return { text, use: { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 }, failure: null };
  } catch {
    const failure = signal.aborted
      ? "The language model did not answer in time."
      : "The language model could not be reached.";
    return { text: "", use: { input: 0, output: 0 }, failure };
  }
}

export function objectFormat(name: string, shape: Record<string, unknown>) {
  return Output.object({ name, schema: jsonSchema(shape as JSONSchema7) }).responseFormat;
}

function planFormat(options: readonly StatementOption[]) {
  return objectFormat("argument_plan", modelSelectionJsonSchema(options));
}

function modelOf(writer: WritingModel): LanguageModel {
  if (writer.kind === "workers_ai") return createWorkersAI({ binding: writer.binding })(writer.name);
  const { name, baseUrl, apiKey, request = fetch } = writer;
  return createOpenAICompatible({
    name: "llm",
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
    supportsStructuredOutputs: true,
    fetch: bounded((url, init) => request(url, init)),
  })(name);
}

/**
 * Wraps a fetch function so that it does not follow redirects, because the key is only for the configured
 * server, and fails when a response is too long.
 */
function bounded(request: Fetch): typeof fetch {
  return async (url, init) => {
    const response = await request(String(url), { ...init, redirect: "manual" });
    let bytes = 0;
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > MAX_ANSWER_BYTES) controller.error(new Error("The answer is too long."));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(body, response);
  };
}
