import type { Author } from "#contract/analysis.ts";
import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { type ArgumentPlan, planProblems } from "../plan.ts";
import {
  emptyPartsThatCouldBeFilled,
  planOfSelection,
  type StatementOptions,
  statementOptionsOf,
} from "./answer.ts";
import type { ModelBinding, ModelReply, TokenUsage, WritingModel } from "./ask-model.ts";
import {
  type Narrative,
  type Narrator,
  type NarratorInput,
  narrativeOf,
  rulesNarrative,
  rulesNarrator,
} from "./narrator.ts";
import { briefMessage, type PromptMessage, repairMessages } from "./prompt.ts";

/**
 * The time limit for all calls of the language model in one analysis, including the second attempt. With one
 * second for everything else, the text is ready within 12 s.
 */
export const NARRATIVE_TIMEOUT_MS = 11_000;

/** The log line of an analysis for which a language model is configured. */
export type NarrativeLog = {
  symbol: string;
  kind: Author["kind"];
  model: string;
  attempts: number;
  fallbackReason: string | null;
  inputTokens: number;
  outputTokens: number;
  /** The cost in US dollars. Null when no token prices are configured. */
  costUsd: number | null;
  elapsedMs: number;
};

type NarratorSettings = {
  LLM_BASE_URL?: string | undefined;
  LLM_MODEL?: string | undefined;
  LLM_API_KEY?: string | undefined;
  LLM_INPUT_USD_PER_MILLION?: number | undefined;
  LLM_OUTPUT_USD_PER_MILLION?: number | undefined;
};

/** This model has a JSON mode and answers well within the time limit. */
const DEFAULT_WORKERS_AI_MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";

/**
 * Returns the narrator of the deployment: a language model on the configured server, otherwise on Workers AI,
 * and without either the rules.
 */
export function chooseNarrator(
  settings: NarratorSettings,
  binding: ModelBinding | undefined,
  log: (entry: NarrativeLog) => void,
  timeoutMs = NARRATIVE_TIMEOUT_MS,
  request?: Fetch,
): Narrator {
  const { LLM_INPUT_USD_PER_MILLION: inputUsd, LLM_OUTPUT_USD_PER_MILLION: outputUsd } = settings;
  const price = inputUsd === undefined || outputUsd === undefined ? null : { inputUsd, outputUsd };
  const costOf = (use: TokenUsage) =>
    price && Number(((use.input * price.inputUsd + use.output * price.outputUsd) / 1_000_000).toFixed(6));
  const writer = writerOf(settings, binding, request);
  return writer ? languageModelNarrator({ writer, costOf, log, timeoutMs }) : rulesNarrator;
}

/** Returns the configured language model, otherwise that of Workers AI, or null without either. */
export function writerOf(
  { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey }: NarratorSettings,
  binding: ModelBinding | undefined,
  request?: Fetch,
): WritingModel | null {
  if (baseUrl && model) return { kind: "openai_compatible", name: model, baseUrl, apiKey, request };
  return binding ? { kind: "workers_ai", name: model ?? DEFAULT_WORKERS_AI_MODEL, binding } : null;
}

type Verdict = { plan: ArgumentPlan } | { plan: null; reason: string; repair: PromptMessage[] };

type LanguageModel = {
  writer: WritingModel;
  /** Returns the cost in US dollars, rounded to a millionth, or null when no token prices are configured. */
  costOf: (use: TokenUsage) => number | null;
  log: (entry: NarrativeLog) => void;
  timeoutMs: number;
};

/**
 * Returns a narrator that uses the language model's plan if it passes the check against the facts. Otherwise
 * the model gets a second attempt with the list of problems. If that fails too, the rules arrange the
 * argument, and `author.fallbackReason` says why.
 */
function languageModelNarrator({ writer, costOf, log, timeoutMs }: LanguageModel): Narrator {
  return {
    async write(brief, now, onText) {
      const { askModel } = await import("./ask-model.ts");
      const startedAt = Date.now();
      const use: TokenUsage = { input: 0, output: 0 };
      const signal = AbortSignal.timeout(timeoutMs);
      const offer = statementOptionsOf(brief.facts);
      const { options } = offer;
      const request = briefMessage(options);
      let attempts = 0;
      const attempt = async (repair: PromptMessage[]) => {
        attempts += 1;
        const reply = await askModel({ writer, messages: [request, ...repair], options, signal });
        use.input += reply.use.input;
        use.output += reply.use.output;
        return verdictOn(reply, offer, brief);
      };
      const arrange = async (): Promise<Narrative> => {
        let verdict = await attempt([]);
        if (!verdict.plan && !signal.aborted) verdict = await attempt(verdict.repair);
        if (!verdict.plan) return rulesNarrative(brief, now, verdict.reason);
        return narrativeOf(verdict.plan, brief, {
          kind: writer.kind,
          model: writer.name,
          writtenAt: now.toISOString(),
          wasRepaired: attempts > 1,
          fallbackReason: null,
        });
      };

      const narrative = await arrange();
      for (const { text } of narrative.claims) onText?.(`${text} `);
      log({
        symbol: brief.symbol,
        kind: narrative.author.kind,
        model: writer.name,
        attempts,
        fallbackReason: narrative.author.fallbackReason,
        inputTokens: use.input,
        outputTokens: use.output,
        costUsd: costOf(use),
        elapsedMs: Date.now() - startedAt,
      });
      return narrative;
    },
  };
}

function verdictOn(
  { answer, text, failure }: ModelReply,
  offer: StatementOptions,
  { facts }: NarratorInput,
): Verdict {
  // When the call failed, there is no answer to correct, so the second attempt sends the same request.
  if (!answer) return { plan: null, reason: failure, repair: text ? repairMessages(text, [failure]) : [] };
  const { plan, foreign } = planOfSelection(answer, offer);
  const problems = plan ? problemsOf(plan, offer, facts) : foreign;
  if (plan && problems.length === 0) return { plan };
  const reason = "The language model's plan did not pass the check against the facts.";
  return { plan: null, reason, repair: repairMessages(text, problems) };
}

function problemsOf(
  plan: ArgumentPlan,
  { options }: StatementOptions,
  facts: NarratorInput["facts"],
): string[] {
  return [
    ...planProblems(plan, facts).map(({ at, problem, detail }) => `${at}: ${problem}. ${detail}`),
    ...emptyPartsThatCouldBeFilled(plan, options).map(
      (part) => `${part}: empty, although statements of the list fit there.`,
    ),
  ];
}
