import { type Candidate, candidates } from "../candidates.ts";
import type { Fact } from "../evidence.ts";
import type { ArgumentPlan, PlanPart, StatementUse } from "../plan.ts";
import { opposite, usesOf } from "../validate.ts";

/** A statement that is true now, under the id by which a language model chooses it ("S7"). */
export type Option = Candidate & { id: string };

/** More than the catalogue makes true of one company; what is beyond it is not offered. */
const MAX_OPTIONS = 200;

/** Stands first among the risks of every analysis, whoever arranges it. */
const CAUTION = "beat-is-no-rise";

/** What a language model may choose from, and what it has no say in. */
export type Offer = { options: Option[]; caution: StatementUse[] };

/** Every statement that is true now but the caution, numbered in the order of the catalogue. */
export function offerOf(facts: readonly Fact[]): Offer {
  const all = candidates(facts);
  return {
    options: all
      .filter(({ statement }) => statement !== CAUTION)
      .slice(0, MAX_OPTIONS)
      .map((candidate, i) => ({ ...candidate, id: `S${i + 1}` })),
    caution: all
      .filter(({ statement }) => statement === CAUTION)
      .map(({ statement, facts: filled }) => ({ statement, facts: filled, wording: 0 })),
  };
}

/** Whether a statement can stand in this part; which side is "against" depends on the thesis and is checked in the plan. */
export function isOfferedIn(part: PlanPart | "thesis", { group, side }: Candidate): boolean {
  switch (part) {
    case "against":
      return side !== "context" && (group === "moves" || group === "context");
    case "risks":
      return group === "risk";
    default:
      return group === part;
  }
}

/** The parts that a one-sided plan leaves empty although a statement with facts of its own would fit there. */
export function neglectedParts(plan: ArgumentPlan, options: readonly Option[]): PlanPart[] {
  const cited = new Set(usesOf(plan).flatMap(({ use }) => Object.values(use.facts)));
  const thesis = options.find(({ statement }) => statement === plan.thesis.statement);
  const against = opposite(thesis?.side ?? "context");
  const fits = {
    moves: ({ group, side }: Option) => group === "moves" && side !== against,
    against: ({ group, side }: Option) => group === "moves" && side === against,
    record: ({ group }: Option) => group === "record",
  };
  const isFree = ({ facts }: Option) => !Object.values(facts).some((id) => cited.has(id));
  return (["moves", "against", "record"] as const).filter(
    (part) => plan[part].length === 0 && options.some((option) => fits[part](option) && isFree(option)),
  );
}
