import { ARGUMENT_LENGTH, type Side } from "#contract/evidence.ts";
import { catalog, subjectNamed } from "./catalog.ts";
import type { Fact } from "./evidence.ts";
import { type ArgumentPlan, lengthOf, opposite, type StatementUse } from "./plan.ts";
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

/** Numbers of sentences. Together they are the longest argument. */
const MOST = { moves: 3, against: 2, context: 2, record: 1, risks: 4 } as const;

/**
 * Orders by the largest contribution, then by the catalog. Throws without a true thesis, which the model's facts
 * rule out.
 */
export function planByRules(facts: readonly Fact[]): ArgumentPlan {
  const open = new Choice(candidates(facts));
  const thesis = open.take(({ group }) => group === "thesis");
  if (!thesis) throw new Error("No thesis is true of these facts");
  const against = opposite(thesis.side);
  const isMove = (each: Candidate) => each.group === "moves";
  const bySize = (a: Candidate, b: Candidate) => Math.abs(b.points ?? 0) - Math.abs(a.points ?? 0);
  const withThesis = open.takeAll(MOST.moves, (each) => isMove(each) && each.side !== against, bySize);
  // What moves the probability comes first, even in the other direction.
  const moves = withThesis.length > 0 ? withThesis : open.takeAll(MOST.moves, isMove, bySize);
  const contrary = open.takeAll(MOST.against, (each) => isMove(each) && each.side === against, bySize);
  contrary.push(
    ...open.takeApart(MOST.against - contrary.length, (each) => isContext(each) && each.side === against),
  );
  const context = open.takeApart(MOST.context, (each) => isContext(each) && each.side !== against);
  const record = open.takeAll(MOST.record, ({ group }) => group === "record");
  const plan = {
    thesis: asUse(thesis),
    moves: moves.map(asUse),
    against: contrary.map(asUse),
    context: context.map(asUse),
    record: record.map(asUse),
    risks: open.takeAll(MOST.risks, ({ group }) => group === "risk").map(asUse),
  };
  // For a little-known company, context fills the argument up to its minimum length.
  const missing = ARGUMENT_LENGTH.min - lengthOf(plan);
  if (missing > 0) {
    plan.context.push(...open.takeAll(missing, isContext).map(asUse));
    plan.record.push(...open.takeAll(ARGUMENT_LENGTH.min - lengthOf(plan), isRecord).map(asUse));
  }
  return plan;
}

const isContext = ({ group }: Candidate) => group === "context";
const isRecord = ({ group }: Candidate) => group === "record";

/** Uses each statement once and none that cites a fact already cited. */
class Choice {
  readonly #open: readonly Candidate[];
  readonly #cited = new Set<string>();
  readonly #taken = new Set<string>();

  constructor(open: readonly Candidate[]) {
    this.#open = open;
  }

  take(isWanted: (candidate: Candidate) => boolean): Candidate | null {
    return this.takeAll(1, isWanted)[0] ?? null;
  }

  takeApart(most: number, isWanted: (candidate: Candidate) => boolean): Candidate[] {
    const subjects = new Set<string>();
    const chosen: Candidate[] = [];
    while (chosen.length < most) {
      const next = this.take((each) => isWanted(each) && !subjects.has(subjectNamed(each.statement)));
      if (!next) break;
      subjects.add(subjectNamed(next.statement));
      chosen.push(next);
    }
    return chosen;
  }

  /** Takes in the given order, or in the catalog's. */
  takeAll(
    most: number,
    isWanted: (candidate: Candidate) => boolean,
    order: (a: Candidate, b: Candidate) => number = () => 0,
  ): Candidate[] {
    const chosen: Candidate[] = [];
    for (const candidate of this.#open.filter(isWanted).sort(order)) {
      if (chosen.length >= most) break;
      const ids = Object.values(candidate.facts);
      if (this.#taken.has(candidate.statement) || ids.some((id) => this.#cited.has(id))) continue;
      this.#taken.add(candidate.statement);
      for (const id of ids) this.#cited.add(id);
      chosen.push(candidate);
    }
    return chosen;
  }
}

function asUse({ statement, facts }: Pick<Candidate, "statement" | "facts">): StatementUse {
  return { statement, facts, wording: 0 };
}

export type Candidate = {
  statement: string;
  group: StatementGroup;
  facts: StatementUse["facts"];
  side: Side;
  /** Percentage points of P(beat). Null for statements that are not part of the probability. */
  points: number | null;
  texts: string[];
  isQuotation: boolean;
};

/** A family is, for example, all facts named "headline …". */
const MAX_OF_FAMILY = 5;

/** Returns candidates in the order of the catalog; a family contributes one statement each. */
export function candidates(facts: readonly Fact[]): Candidate[] {
  const index = indexOf(facts);
  return catalog.flatMap((statement) =>
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

/** Returns one filling for each fact of a family. */
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
