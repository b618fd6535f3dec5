import type { Claim } from "#contract/analysis.ts";
import { claimProblems, type Grounds } from "./claim.ts";

/** The text of an analysis before it is accepted: three lists of claims. */
export type Draft = { reasoning: Claim[]; keyFactors: Claim[]; risks: Claim[] };

export type DraftPart = keyof Draft;

/** How many claims each part has, and how long one may be, marks not counted. */
export const DRAFT_BOUNDS = {
  reasoning: { min: 3, max: 16, maxLength: 320 },
  keyFactors: { min: 2, max: 8, maxLength: 110 },
  risks: { min: 1, max: 6, maxLength: 240 },
} as const satisfies Record<DraftPart, { min: number; max: number; maxLength: number }>;

const draftParts = Object.keys(DRAFT_BOUNDS) as DraftPart[];

/** A claim that may not be published, or a part of the wrong size (then `claim` is null), and why. */
type DraftProblem = { part: DraftPart; claim: Claim | null; problems: string[] };

/** What is wrong with a draft: empty when every claim is true of its evidence and nothing is said twice. */
export function draftProblems(draft: Draft, grounds: Grounds): DraftProblem[] {
  return draftParts.flatMap((part) => {
    const { min, max, maxLength } = DRAFT_BOUNDS[part];
    const claims = draft[part];
    const found: DraftProblem[] = claims.flatMap((claim) => {
      const problems = claimProblems(claim, grounds, maxLength);
      return problems.length > 0 ? [{ part, claim, problems }] : [];
    });
    if (claims.length < min || claims.length > max)
      found.push({ part, claim: null, problems: [`${part} needs ${min} to ${max} entries.`] });
    if (new Set(claims.map((claim) => claim.text)).size < claims.length)
      found.push({ part, claim: null, problems: [`${part} says something twice.`] });
    return found;
  });
}
