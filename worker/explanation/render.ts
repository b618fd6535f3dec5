import type { Claim } from "#contract/analysis.ts";
import { type Argument, type ArgumentSentence, argumentGroups } from "#contract/evidence.ts";
import { findStatement } from "./catalog.ts";
import type { Fact } from "./evidence.ts";
import { type ArgumentPlan, placedStatementsOf, planProblems, type StatementUse } from "./plan.ts";
import { type FactIndex, factIndexOf, slotValuesOf } from "./statement.ts";

/** A plan as sentences. `claims` are the argument's sentences in order, without the risks. */
type RenderedArgument = { argument: Argument; claims: Claim[]; keyFactors: Claim[]; risks: Claim[] };

const MAX_KEY_FACTORS = 8;

/**
 * Renders a plan as sentences with the ids of their facts. Throws when the plan has problems
 * (`planProblems`).
 */
export function renderArgument(plan: ArgumentPlan, facts: readonly Fact[]): RenderedArgument {
  const [problem] = planProblems(plan, facts);
  if (problem) throw new Error(`The plan cannot be rendered: ${problem.at} ${problem.problem}`);
  const index = factIndexOf(facts);
  const sentence = (use: StatementUse) => renderUse(use, index);
  const thesis = sentence(plan.thesis);
  const sections = argumentGroups.flatMap((group) => {
    const sentences = plan[group].map(sentence);
    return sentences.length > 0 ? [{ group, sentences }] : [];
  });
  return {
    argument: { thesis, sections },
    claims: [thesis, ...sections.flatMap(({ sentences }) => sentences)].map(claimOf),
    keyFactors: placedStatementsOf(plan)
      .filter(({ part }) => part !== "risks")
      .flatMap(({ use }) => tagOf(use, index) ?? [])
      .slice(0, MAX_KEY_FACTORS),
    risks: plan.risks.map((use) => claimOf(sentence(use))),
  };
}

/**
 * Renders one statement as a sentence. Throws when its facts or its wording do not exist; it does not check
 * whether the statement is true.
 */
export function renderUse(use: StatementUse, index: FactIndex): ArgumentSentence {
  const { statement, values, evidenceIds } = readUse(use, index);
  const wording = statement.wordings[use.wording];
  if (!wording) throw new Error(`${statement.name} has no wording ${use.wording}`);
  return {
    statement: statement.name,
    text: wording(values, index.today),
    side: statement.side(values),
    points: statement.points(values),
    evidenceIds,
  };
}

function tagOf(use: StatementUse, index: FactIndex): Claim | null {
  const { statement, values, evidenceIds } = readUse(use, index);
  return statement.tag && { text: statement.tag(values), evidenceIds };
}

function readUse(use: StatementUse, index: FactIndex) {
  const statement = findStatement(use.statement);
  const values = statement && slotValuesOf(statement, use, index).values;
  if (!statement || !values) throw new Error(`${use.statement} cannot be rendered`);
  return {
    statement,
    values,
    evidenceIds: Object.keys(statement.slots).map((slot) => use.facts[slot] ?? ""),
  };
}

function claimOf({ text, evidenceIds }: ArgumentSentence): Claim {
  return { text, evidenceIds };
}

/** Appends the ids of the facts to a sentence: "The consensus is 1.61. [F12]". */
export function withCitations({ text, evidenceIds }: Claim): string {
  return evidenceIds.length === 0 ? text : `${text} ${evidenceIds.map((id) => `[${id}]`).join("")}`;
}
