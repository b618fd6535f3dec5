import { claimProblems, type Grounds } from "#analysis/grounding/claim.ts";
import { DRAFT_BOUNDS, draftProblems } from "#analysis/grounding/narrative.ts";
import type { Author } from "#contract/analysis.ts";
import { type Answer, draftOf, finishedClaims } from "./answer.ts";
import { askModel, type ModelReply } from "./ask-model.ts";
import { costOf, type ModelMessage, type TokenUse, type WritingModel } from "./model.ts";
import { type Brief, groundsOf, type Narrative, type Narrator } from "./port.ts";
import { briefMessage, problemLine, repairMessages } from "./prompt.ts";
import { narrativeOf, rulesNarrative } from "./rules.ts";

/** What a language model has for its text, the repair included. */
export const NARRATIVE_TIMEOUT_MS = 20_000;

/** One line of the log an analysis: who wrote it, in how many calls, at what cost. */
export type NarrativeLog = {
  symbol: string;
  kind: Author["kind"];
  model: string;
  attempts: number;
  fallbackReason: string | null;
  inputTokens: number;
  outputTokens: number;
  /** Null without prices in the settings. */
  costUsd: number | null;
  elapsedMs: number;
};

type Verdict = { answer: Answer } | { answer: null; text: string; problems: string[]; reason: string };

/**
 * A narrator that lets a language model write. Its text goes out only when the grounding check accepts every sentence;
 * else it is asked once to repair it, and then the rules write, and the author says why.
 */
export function languageModelNarrator(
  writer: WritingModel,
  log: (entry: NarrativeLog) => void,
  timeoutMs = NARRATIVE_TIMEOUT_MS,
): Narrator {
  return {
    async write(brief, now, onText) {
      const startedAt = Date.now();
      const use: TokenUse = { input: 0, output: 0 };
      const signal = AbortSignal.timeout(timeoutMs);
      let attempts = 0;
      const attempt = async (messages: ModelMessage[], onPartial?: (partial: unknown) => void) => {
        attempts += 1;
        const reply = await askModel({ writer, messages, signal, ...(onPartial ? { onPartial } : {}) });
        use.input += reply.use.input;
        use.output += reply.use.output;
        return verdictOn(reply, brief);
      };
      const written = ({ answer }: { answer: Answer }) =>
        narrativeOf(draftOf(answer), {
          kind: writer.kind,
          model: writer.name,
          writtenAt: now.toISOString(),
          wasRepaired: attempts > 1,
          fallbackReason: null,
        });
      const write = async (): Promise<Narrative> => {
        const request = briefMessage(brief);
        const first = await attempt([request], onText && sentenceStream(groundsOf(brief), onText));
        if (first.answer) return written(first);
        if (signal.aborted) return rulesNarrative(brief, now, first.reason);
        const second = await attempt([request, ...repairMessages(first.text, first.problems)]);
        return second.answer ? written(second) : rulesNarrative(brief, now, second.reason);
      };

      const narrative = await write();
      log({
        symbol: brief.symbol,
        kind: narrative.author.kind,
        model: writer.name,
        attempts,
        fallbackReason: narrative.author.fallbackReason,
        inputTokens: use.input,
        outputTokens: use.output,
        costUsd: costOf(use, writer.price),
        elapsedMs: Date.now() - startedAt,
      });
      return narrative;
    },
  };
}

/** The answer when it may go out, else what is wrong with it. */
function verdictOn({ answer, text, failure }: ModelReply, brief: Brief): Verdict {
  if (!answer) return { answer, text, problems: [failure], reason: failure };
  const problems = draftProblems(draftOf(answer), groundsOf(brief)).map(problemLine);
  if (answer.tradeRecommendation !== brief.recommendation)
    problems.push(`tradeRecommendation: it is "${brief.recommendation}"; repeat it.`);
  if (problems.length === 0) return { answer };
  const reason = "The language model's text did not pass the check against the evidence.";
  return { answer: null, text, problems, reason };
}

/** Tells each finished sentence of a growing answer once, if it is true of its evidence. */
function sentenceStream(grounds: Grounds, onText: (delta: string) => void): (partial: unknown) => void {
  let seen = 0;
  return (partial) => {
    const claims = finishedClaims(partial);
    for (const claim of claims.slice(seen))
      if (claimProblems(claim, grounds, DRAFT_BOUNDS.reasoning.maxLength).length === 0)
        onText(`${claim.text} `);
    seen = Math.max(seen, claims.length);
  };
}
