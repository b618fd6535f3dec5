import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { TokenPrice, WritingModel } from "./model.ts";

export type OpenAiCompatibleServer = {
  /** Address up to and including the version, as "http://localhost:11434/v1". */
  baseUrl: string;
  model: string;
  /** Sent as bearer token where the server wants one. */
  apiKey: string | undefined;
  price: TokenPrice | null;
};

/** Some 300 bytes a token when streamed; more than this protects the Worker from a server that never stops. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** Any server that speaks OpenAI's chat completions: OpenAI, Ollama, vLLM, llama.cpp, LM Studio. */
export function openAiCompatible(server: OpenAiCompatibleServer, ask: typeof fetch = fetch): WritingModel {
  const provider = createOpenAICompatible({
    name: "language-model",
    baseURL: server.baseUrl,
    ...(server.apiKey ? { apiKey: server.apiKey } : {}),
    includeUsage: true,
    supportsStructuredOutputs: true,
    // A redirect is an answer that fails: the key goes to the configured server alone.
    fetch: async (input, init) => bounded(await ask(input, { ...init, redirect: "manual" })),
  });
  return {
    kind: "openai_compatible",
    name: server.model,
    model: provider.chatModel(server.model),
    canStream: true,
    price: server.price,
  };
}

/** The same answer, whose body fails once it is longer than a text of ours can be. */
function bounded(response: Response): Response {
  let bytes = 0;
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > MAX_ANSWER_BYTES) controller.error(new Error("The answer is too long."));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted ?? null, response);
}
