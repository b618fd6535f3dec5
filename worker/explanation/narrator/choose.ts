import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { languageModelNarrator, NARRATIVE_TIMEOUT_MS, type NarrativeLog } from "./language-model.ts";
import type { TokenPrice } from "./model.ts";
import { openAiCompatible } from "./openai-compatible.ts";
import type { Narrator } from "./port.ts";
import { rulesNarrator } from "./rules.ts";
import { DEFAULT_WORKERS_AI_MODEL, workersAi } from "./workers-ai.ts";

type NarratorSettings = {
  LLM_BASE_URL?: string | undefined;
  LLM_MODEL?: string | undefined;
  LLM_API_KEY?: string | undefined;
  LLM_INPUT_USD_PER_MILLION?: number | undefined;
  LLM_OUTPUT_USD_PER_MILLION?: number | undefined;
};

/** The narrator that the settings name: a server of their own, else Workers AI where it is bound, else the rules. */
export function chooseNarrator(
  settings: NarratorSettings,
  binding: Ai | undefined,
  log: (entry: NarrativeLog) => void,
  timeoutMs = NARRATIVE_TIMEOUT_MS,
  request?: Fetch,
): Narrator {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey } = settings;
  const price = priceOf(settings);
  const writer =
    baseUrl && model
      ? openAiCompatible({ baseUrl, model, apiKey, price }, request)
      : binding && workersAi(binding, model ?? DEFAULT_WORKERS_AI_MODEL, price);
  return writer ? languageModelNarrator(writer, log, timeoutMs) : rulesNarrator;
}

function priceOf({
  LLM_INPUT_USD_PER_MILLION: inputUsd,
  LLM_OUTPUT_USD_PER_MILLION: outputUsd,
}: NarratorSettings): TokenPrice | null {
  return inputUsd === undefined || outputUsd === undefined ? null : { inputUsd, outputUsd };
}
