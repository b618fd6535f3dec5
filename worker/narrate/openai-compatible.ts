import { createParser } from "eventsource-parser";
import { z } from "zod";
import type { Completion, TokenPrice, TokenUse, WritingModel } from "./model.ts";

type OpenAiCompatibleServer = {
  /** Address up to and including the version, as "http://localhost:11434/v1". */
  baseUrl: string;
  model: string;
  /** Sent as bearer token where the server wants one. */
  apiKey: string | undefined;
  price: TokenPrice | null;
};

/** Some 300 bytes a token when streamed; more than this protects the Worker from a server that never stops. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const MAX_CHOICES = 16;

const content = z.string().max(MAX_ANSWER_BYTES).nullish();
const usage = z
  .object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() })
  .nullish();

/** What we read of an answer, whole or in pieces; servers add fields of their own. */
const answerSchema = z.object({
  choices: z
    .array(z.object({ message: z.object({ content }) }))
    .min(1)
    .max(MAX_CHOICES),
  usage,
});
const pieceSchema = z.object({
  choices: z.array(z.object({ delta: z.object({ content }).nullish() })).max(MAX_CHOICES),
  usage,
});

/** Any server that speaks OpenAI's chat completions: OpenAI, Ollama, vLLM, llama.cpp, LM Studio. */
export function openAiCompatible(server: OpenAiCompatibleServer, ask: typeof fetch = fetch): WritingModel {
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
      return completion.onText ? readPieces(response, completion.onText) : readWhole(response);
    },
  };
}

function bodyOf({ messages, schema, maxTokens, temperature, onText }: Completion, model: string) {
  return {
    model,
    messages,
    max_tokens: maxTokens,
    temperature,
    response_format: { type: "json_schema", json_schema: { name: "narrative", schema, strict: true } },
    ...(onText ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
}

async function readWhole(response: Response): Promise<{ text: string; use: TokenUse }> {
  let body = "";
  await readText(response, (text) => {
    body += text;
    return true;
  });
  const answer = answerSchema.parse(JSON.parse(body));
  return { text: answer.choices[0]?.message.content ?? "", use: tokensOf(answer) };
}

/** Reads server-sent events until "[DONE]", the end, or the listener's false. Throws for an event that is no piece. */
async function readPieces(response: Response, onText: (text: string) => boolean) {
  let [text, use, isDone]: [string, TokenUse, boolean] = ["", { input: 0, output: 0 }, false];
  const parser = createParser({
    onEvent({ data }) {
      if (isDone || data === "[DONE]") {
        isDone = true;
        return;
      }
      const piece = pieceSchema.parse(JSON.parse(data));
      if (piece.usage) use = tokensOf(piece);
      const added = piece.choices[0]?.delta?.content;
      if (!added) return;
      text += added;
      isDone = !onText(text);
    },
  });
  await readText(response, (chunk) => {
    parser.feed(chunk);
    return !isDone;
  });
  return { text, use };
}

/** Hands the body over as text until the listener answers false. Throws for one longer than a text of ours can be. */
async function readText({ body }: Response, onChunk: (text: string) => boolean): Promise<void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      bytes += chunk.value.byteLength;
      if (bytes > MAX_ANSWER_BYTES) throw new Error("The answer is too long.");
      if (!onChunk(decoder.decode(chunk.value, { stream: true }))) return;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function tokensOf(answer: { usage?: z.infer<typeof usage> }): TokenUse {
  return { input: answer.usage?.prompt_tokens ?? 0, output: answer.usage?.completion_tokens ?? 0 };
}
