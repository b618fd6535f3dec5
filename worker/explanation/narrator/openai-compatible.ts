import { z } from "zod";
import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import type { Completion, TokenPrice, TokenUse, WritingModel } from "./model.ts";

type OpenAiCompatibleServer = {
  /** Address up to and including the version, as "http://localhost:11434/v1". */
  baseUrl: string;
  model: string;
  /** Sent as bearer token where the server wants one. */
  apiKey: string | undefined;
  price: TokenPrice | null;
};

/** A plan has some 2 kB; more than this protects the Worker from a server that never stops. */
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_CHOICES = 16;

const content = z.string().max(MAX_ANSWER_BYTES).nullish();
const usage = z
  .object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() })
  .nullish();

/** What we read of an answer; servers add fields of their own. */
const answerSchema = z.object({
  choices: z
    .array(z.object({ message: z.object({ content }) }))
    .min(1)
    .max(MAX_CHOICES),
  usage,
});

/** Any server that speaks OpenAI's chat completions: OpenAI, Ollama, vLLM, llama.cpp, LM Studio. */
export function openAiCompatible(
  server: OpenAiCompatibleServer,
  ask: Fetch = (url, init) => fetch(url, init),
): WritingModel {
  return {
    kind: "openai_compatible",
    name: server.model,
    price: server.price,
    async complete(completion) {
      const response = await ask(`${server.baseUrl.replace(/\/+$/, "")}/chat/completions`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {}),
        },
        body: JSON.stringify(bodyOf(completion, server.model)),
        signal: completion.signal,
        // A redirect is an answer that fails: the key goes to the configured server alone.
        redirect: "manual",
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`The server of the language model answered ${response.status}.`);
      }
      return readAnswer(response);
    },
  };
}

function bodyOf({ messages, schema, maxTokens, temperature }: Completion, model: string) {
  return {
    model,
    messages,
    max_tokens: maxTokens,
    temperature,
    response_format: { type: "json_schema", json_schema: { name: "argument_plan", schema, strict: true } },
  };
}

async function readAnswer(response: Response): Promise<{ text: string; use: TokenUse }> {
  const answer = answerSchema.parse(JSON.parse(await readText(response)));
  return {
    text: answer.choices[0]?.message.content ?? "",
    use: { input: answer.usage?.prompt_tokens ?? 0, output: answer.usage?.completion_tokens ?? 0 },
  };
}

/** The body as text. Throws for one longer than an answer can be. */
async function readText({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      bytes += chunk.value.byteLength;
      if (bytes > MAX_ANSWER_BYTES) throw new Error("The answer is too long.");
      text += decoder.decode(chunk.value, { stream: true });
    }
    return text;
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
