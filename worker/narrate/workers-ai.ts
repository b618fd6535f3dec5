import { createWorkersAI } from "workers-ai-provider";
import type { TokenPrice, WritingModel } from "./model.ts";

/** Knows JSON mode and writes 1,000 tokens within the time that the narrator has. */
export const DEFAULT_WORKERS_AI_MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";

/** Cloudflare's own models, through the Worker's binding. Their JSON mode does not stream. */
export function workersAi(binding: Ai, model: string, price: TokenPrice | null): WritingModel {
  const provider = createWorkersAI({ binding });
  return { kind: "workers_ai", name: model, model: provider(model), canStream: false, price };
}
