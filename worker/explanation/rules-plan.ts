import { ARGUMENT_LENGTH, type Side } from "#contract/evidence.ts";
import { catalog, subjectOfStatement } from "./catalog.ts";
import type { Fact } from "./evidence.ts";
import { type ArgumentPlan, oppositeSide, type StatementUse, sentenceCountOf } from "./plan.ts";
import { renderUse } from "./render.ts";
import {
  type FactIndex,
  factIndexOf,
  fitsSlot,
  type Slot,
  type Statement,
  type StatementGroup,
  slotValuesOf,
} from "./statement.ts";

/**
 * The most statements of each part. Together with the thesis, and without the risks, they are as many as an
 * argument may have.
 */
const MOST = { moves: 3, against: 2, context: 2, record: 1, risks: 4 } as const;

/**
 * Arranges an argument by fixed rules: contributions by their size, other statements in the order of the
 * catalog. Throws when no thesis is true of the facts, which cannot happen with the facts of a forecast.
 */
export function planByRules(facts: readonly Fact[]): ArgumentPlan {
  const open = new Choice(statementCandidatesOf(facts));
  const thesis = open.take(({ group }) => group === "thesis");
  if (!thesis) throw new Error("No thesis is true of these facts");
  const against = oppositeSide(thesis.side);
  const isMove = (each: StatementCandidate) => each.group === "moves";
  const bySize = (a: StatementCandidate, b: StatementCandidate) =>
    Math.abs(b.points ?? 0) - Math.abs(a.points ?? 0);
  const withThesis = open.takeAll(MOST.moves, (each) => isMove(each) && each.side !== against, bySize);
  // If no contribution supports the thesis, the largest contributions are listed as moves although they
  // oppose it.
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
  // For a little-known company, more context and record statements fill the argument up to its minimum
  // length.
  const missing = ARGUMENT_LENGTH.min - sentenceCountOf(plan);
  if (missing > 0) {
    plan.context.push(...open.takeAll(missing, isContext).map(asUse));
    plan.record.push(...open.takeAll(ARGUMENT_LENGTH.min - sentenceCountOf(plan), isRecord).map(asUse));
  }
  return plan;
}

const isContext = ({ group }: StatementCandidate) => group === "context";
const isRecord = ({ group }: StatementCandidate) => group === "record";

/** Chooses statements so that none is used twice and no fact is cited twice. */
class Choice {
  readonly #open: readonly StatementCandidate[];
  readonly #cited = new Set<string>();
  readonly #taken = new Set<string>();

  constructor(open: readonly StatementCandidate[]) {
    this.#open = open;
  }

  take(isWanted: (candidate: StatementCandidate) => boolean): StatementCandidate | null {
    return this.takeAll(1, isWanted)[0] ?? null;
  }

  /** Takes at most `most` statements, each on another subject. */
  takeApart(most: number, isWanted: (candidate: StatementCandidate) => boolean): StatementCandidate[] {
    const subjects = new Set<string>();
    const chosen: StatementCandidate[] = [];
    while (chosen.length < most) {
      const next = this.take((each) => isWanted(each) && !subjects.has(subjectOfStatement(each.statement)));
      if (!next) break;
      subjects.add(subjectOfStatement(next.statement));
      chosen.push(next);
    }
    return chosen;
  }

  /** Takes at most `most` statements in the given order, otherwise in that of the catalog. */
  takeAll(
    most: number,
    isWanted: (candidate: StatementCandidate) => boolean,
    order: (a: StatementCandidate, b: StatementCandidate) => number = () => 0,
  ): StatementCandidate[] {
    const chosen: StatementCandidate[] = [];
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

function asUse({ statement, facts }: Pick<StatementCandidate, "statement" | "facts">): StatementUse {
  return { statement, facts, wording: 0 };
}

export type StatementCandidate = {
  statement: string;
  group: StatementGroup;
  facts: StatementUse["facts"];
  side: Side;
  /**
   * What the statement's facts add to P(beat), in percentage points. Null for facts that are no input of the
   * probability.
   */
  points: number | null;
  texts: string[];
  isQuotation: boolean;
};

/** At most this many facts of a family, such as all with keys "headline …", become candidates. */
const MAX_OF_FAMILY = 5;

/**
 * Returns all statements that are true of the facts, in the order of the catalog. A statement about a family
 * of facts is returned once for each of its first five facts.
 */
export function statementCandidatesOf(facts: readonly Fact[]): StatementCandidate[] {
  const index = factIndexOf(facts);
  return catalog.flatMap((statement) =>
    fillings(statement, facts).flatMap((filling) => candidateOf(statement, filling, index) ?? []),
  );
}

function candidateOf(
  statement: Statement,
  facts: StatementUse["facts"],
  index: FactIndex,
): StatementCandidate | null {
  const { values } = slotValuesOf(statement, { facts }, index);
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

/**
 * Returns the ways to fill a statement's slots with facts: none if a slot has no fact, one for each of the
 * first five facts of a family, and otherwise one.
 */
function fillings({ slots }: Statement, facts: readonly Fact[]): StatementUse["facts"][] {
  let filled: StatementUse["facts"][] = [{}];
  for (const [name, slot] of Object.entries(slots)) {
    const fitting = facts.filter((fact) => fitsSlot(slot, fact)).slice(0, isFamily(slot) ? MAX_OF_FAMILY : 1);
    filled = filled.flatMap((so) => fitting.map(({ id }) => ({ ...so, [name]: id })));
  }
  return filled;
}

function isFamily(slot: Slot): boolean {
  return typeof slot === "string" && slot.endsWith(" *");
}
