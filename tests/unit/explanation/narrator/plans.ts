import type { Side } from "#contract/evidence.ts";
import type { Fact } from "#explanation/evidence.ts";
import {
  type ModelSelection,
  type StatementOption,
  statementOptionsOf,
} from "#explanation/narrator/answer.ts";
import type { Narrative } from "#explanation/narrator/narrator.ts";
import { statementCandidatesOf } from "#explanation/rules-plan.ts";

type Taken = { id: string; wording: number }[];

/**
 * Builds the answer of a well-behaved model: it uses other wordings and another order than the rules, and repeats
 * nothing.
 */
export function goodAnswer(facts: readonly Fact[]): ModelSelection {
  const { options } = statementOptionsOf(facts);
  const cited = new Set<string>();
  const statements = new Set<string>();
  const take = (most: number, isWanted: (option: StatementOption) => boolean): Taken => {
    const taken: Taken = [];
    for (const option of options.filter(isWanted)) {
      const ids = Object.values(option.facts);
      if (taken.length === most || statements.has(option.statement) || ids.some((id) => cited.has(id)))
        continue;
      statements.add(option.statement);
      for (const id of ids) cited.add(id);
      taken.push({ id: option.id, wording: 1 });
    }
    return taken;
  };
  const [thesis] = take(1, ({ group }) => group === "thesis");
  const side = options.find(({ id }) => id === thesis?.id)?.side;
  const against: Side = side === "against" ? "for" : "against";
  return {
    thesis: thesis ?? { id: "", wording: 0 },
    moves: take(2, (option) => option.group === "moves" && option.side !== against).reverse(),
    against: take(1, (option) => option.group === "moves" && option.side === against),
    record: take(1, ({ group }) => group === "record"),
    context: take(2, ({ group, side: of }) => group === "context" && of !== against),
    risks: take(2, ({ group }) => group === "risk"),
  };
}

/**
 * Lists what is wrong with a narrative: a sentence that the catalog does not make of these facts, a fact used
 * twice, or a wrong length.
 */
export function faultsOf({ argument, claims, risks }: Narrative, facts: readonly Fact[]): string[] {
  const all = statementCandidatesOf(facts);
  const isTrue = (text: string) => all.some(({ texts }) => texts.includes(text));
  const ids = claims.flatMap(({ evidenceIds }) => evidenceIds);
  const sentences = [argument.thesis, ...argument.sections.flatMap((section) => section.sentences)];
  return [
    ...claims.filter(({ text }) => !isTrue(text)).map(({ text }) => `not true: ${text}`),
    ...risks.filter((risk) => !isTrue(risk.replace(/ (\[F\d+\])+$/, ""))).map((risk) => `not true: ${risk}`),
    ...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `twice: ${id}`),
    ...(claims.length < 4 || claims.length > 9 ? [`${claims.length} sentences`] : []),
    ...(sentences.map(({ text }) => text).join() === claims.map(({ text }) => text).join()
      ? []
      : ["claims differ from the argument"]),
    ...(risks.some((risk) => /a beat does not mean that the stock rises/i.test(risk)) ? [] : ["no caution"]),
  ];
}
