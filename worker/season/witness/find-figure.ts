import { toCents } from "#model/history.ts";
import { canonicalText } from "../release/parse-release.ts";
import { layoutOf } from "../release/layout.ts";
import { type StatedFigure, statementsIn } from "../release/read-reported.ts";

type EpsBasis = "adjusted" | "gaap";

type ExhibitFinding =
  | {
      state: "confirmed";
      /** `basis` is null when adjusted and GAAP EPS are equal, so that either may be meant. */
      basis: EpsBasis | null;
      quote: string;
      /**
       * The exhibit's adjusted EPS when the confirmed figure is GAAP; null when it is unclear or the confirmed
       * figure itself.
       */
      adjustedEps: number | null;
    }
  | { state: "contradicted"; eps: number; basis: EpsBasis; quote: string }
  | { state: "not_found" };

/** A release contradicts a figure only if at least this many places state the same other figure. */
const MIN_PLACES = 2;
/** The length of a quote in characters. The figure is at its end, so its beginning is cut off. */
const MAX_QUOTE = 240;

/**
 * Looks for an EPS figure in an exhibit (HTML). It is confirmed when the exhibit states it for the quarter, to
 * the cent, and contradicted when at least two places state the same other figure instead.
 */
export function findFigure(html: string, eps: number): ExhibitFinding {
  const all = statementsIn(layoutOf(canonicalText(html))).filter(({ metric }) => metric === "eps");
  // A basis (adjusted or GAAP) whose EPS appears both as a profit and as a loss is unclear and not used.
  const lost = new Set(all.filter(({ value }) => value < 0).map(({ basis }) => basis));
  const won = new Set(all.filter(({ value }) => value > 0).map(({ basis }) => basis));
  const statements = all.filter(({ basis }) => !(lost.has(basis) && won.has(basis)));
  const isIt = (statement: StatedFigure) => toCents(statement.value) === toCents(eps);
  const matches = statements.filter(isIt);
  const [match] = matches.toSorted((a, b) => Number(b.isDiluted) - Number(a.isDiluted));
  if (match) {
    const bases = new Set(matches.map(({ basis }) => basis));
    return {
      state: "confirmed",
      basis: bases.size === 1 ? match.basis : null,
      quote: match.quote.slice(-MAX_QUOTE),
      adjustedEps: onlyValue(statements.filter(({ basis }) => basis === "adjusted" && !bases.has(basis))),
    };
  }
  const adjusted = statements.filter(({ basis }) => basis === "adjusted");
  const deciding = adjusted.length > 0 ? adjusted : statements;
  const [first] = deciding;
  const otherValue = deciding.length >= MIN_PLACES ? onlyValue(deciding) : null;
  return first && otherValue !== null
    ? {
        state: "contradicted",
        eps: otherValue,
        basis: first.basis ?? "gaap",
        quote: first.quote.slice(-MAX_QUOTE),
      }
    : { state: "not_found" };
}

function onlyValue(statements: readonly StatedFigure[]): number | null {
  const values = new Set(statements.map(({ value }) => toCents(value)));
  return values.size === 1 ? ([...values][0] ?? null) : null;
}
