import { z } from "zod";
import { edgeVerdictSchema, type PredictionHistoryItem } from "#contract/prediction.ts";
import type { Recap } from "#contract/recap.ts";

/** What a recap reads of a stored analysis, or of the evidence of a lock; other versions may lack any of it. */
const storedSchema = z.object({
  edgeVerdict: edgeVerdictSchema.nullish().catch(null),
  model: z.object({ edgeVerdict: edgeVerdictSchema }).nullish().catch(null),
  impliedMove: z.object({ impliedMovePercent: z.number().nonnegative().nullable() }).nullish().catch(null),
});

/** The recap of a settled prediction, from what was stored at its time and what followed; null for any other. */
export function recapOf(
  item: PredictionHistoryItem,
  storedAnalysis: unknown,
  aftermath: Pick<Recap, "reportDate" | "session" | "move" | "moveMissing" | "next" | "filing">,
): Recap | null {
  const { state, actualEps, consensusEps, beatProbability, baseRate } = item;
  if (state !== "settled" || actualEps === null) return null;
  const stored = storedSchema.safeParse(storedAnalysis).data;
  const surprise = actualEps - consensusEps;
  return {
    ...aftermath,
    // Six digits, so that 1.1 - 1 is 0.1.
    surprise: Number(surprise.toFixed(6)),
    surprisePercent:
      consensusEps === 0 ? null : Number(((100 * surprise) / Math.abs(consensusEps)).toFixed(2)),
    edge: beatProbability - baseRate,
    edgeVerdict: stored?.model?.edgeVerdict ?? stored?.edgeVerdict ?? null,
    impliedMovePercent: stored?.impliedMove?.impliedMovePercent ?? null,
  };
}
