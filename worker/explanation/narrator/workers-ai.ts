import { z } from "zod";
import type { TokenPrice, WritingModel } from "./model.ts";

/** Knows JSON mode, and writes the 300 tokens of a plan well within the time that the narrator has. */
export const DEFAULT_WORKERS_AI_MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";

const MAX_TEXT_LENGTH = 256 * 1024;

/** JSON mode answers the object itself or its text; some models answer in OpenAI's shape. */
const text = z.union([z.string().max(MAX_TEXT_LENGTH), z.record(z.string().max(100), z.unknown())]).nullish();
const answerSchema = z.object({
  response: text,
  choices: z
    .array(z.object({ message: z.object({ content: text }) }))
    .max(16)
    .nullish(),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});

/** Cloudflare's own models, through the Worker's binding. */
export function workersAi(binding: Ai, model: string, price: TokenPrice | null): WritingModel {
  return {
    kind: "workers_ai",
    name: model,
    price,
    async complete({ messages, schema, maxTokens, temperature, signal }) {
      const inputs = {
        messages,
        max_tokens: maxTokens,
        temperature,
        // Their JSON mode takes the bare schema, without OpenAI's envelope.
        response_format: { type: "json_schema", json_schema: schema },
      };
      const answer = answerSchema.parse(await (binding as unknown as PlainAi).run(model, inputs, { signal }));
      const said = answer.response ?? answer.choices?.[0]?.message.content ?? "";
      return {
        text: typeof said === "string" ? said : JSON.stringify(said),
        use: { input: answer.usage?.prompt_tokens ?? 0, output: answer.usage?.completion_tokens ?? 0 },
      };
    },
  };
}

/** The binding without its list of models, which is older than the models are. */
type PlainAi = { run: (model: string, inputs: object, options: { signal: AbortSignal }) => Promise<unknown> };
