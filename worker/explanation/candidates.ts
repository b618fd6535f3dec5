import type { Side } from "#contract/argument.ts";
import { catalogue } from "./catalogue.ts";
import type { Fact } from "./evidence.ts";
import type { StatementUse } from "./plan.ts";
import { renderUse } from "./render.ts";
import {
  type FactIndex,
  fits,
  indexOf,
  type Slot,
  type Statement,
  type StatementGroup,
  valuesOf,
} from "./statement.ts";

export type Candidate = {
  statement: string;
  group: StatementGroup;
  facts: StatementUse["facts"];
  side: Side;
  /** Percentage points of P(beat); null where no part of the number. */
  points: number | null;
  texts: string[];
  isQuotation: boolean;
};

/** "headline …". */
const MAX_OF_FAMILY = 5;

/** In catalogue order; a family gives one each. */
export function candidates(facts: readonly Fact[]): Candidate[] {
  const index = indexOf(facts);
  return catalogue.flatMap((statement) =>
    fillings(statement, facts).flatMap((filling) => candidateOf(statement, filling, index) ?? []),
  );
}

function candidateOf(statement: Statement, facts: StatementUse["facts"], index: FactIndex): Candidate | null {
  const { values } = valuesOf(statement, { facts }, index);
  if (!values || !statement.holds(values)) return null;
  const texts = statement.wordings.map(
    (_, wording) => renderUse({ statement: statement.name, facts, wording }, index).text,
  );
  return {
    statement: statement.name,
    group: statement.group,
    facts,
    side: statement.side(values),
    points: statement.points(values),
    texts,
    isQuotation: Object.values(statement.slots).some(isFamily),
  };
}

/** One a fact of a family. */
function fillings({ slots }: Statement, facts: readonly Fact[]): StatementUse["facts"][] {
  let filled: StatementUse["facts"][] = [{}];
  for (const [name, slot] of Object.entries(slots)) {
    const fitting = facts.filter((fact) => fits(slot, fact)).slice(0, isFamily(slot) ? MAX_OF_FAMILY : 1);
    filled = filled.flatMap((so) => fitting.map(({ id }) => ({ ...so, [name]: id })));
  }
  return filled;
}

function isFamily(slot: Slot): boolean {
  return typeof slot === "string" && slot.endsWith(" *");
}
