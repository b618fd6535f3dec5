import { toCents } from "#model/history.ts";
import { type EpsStatement, epsStatements } from "./eps-statements.ts";
import { linesOf } from "./lines.ts";

type EpsBasis = "adjusted" | "gaap";

type ExhibitFinding =
  | {
      state: "confirmed";
      /** Null where adjusted and GAAP are equal. */
      basis: EpsBasis | null;
      quote: string;
      /** Null where it equals the confirmed one. */
      adjustedEps: number | null;
    }
  | { state: "contradicted"; eps: number; basis: EpsBasis; quote: string }
  | { state: "not_found" };

/** Places that must agree before a release contradicts. */
const MIN_PLACES = 2;

/**
 * Confirmed: stated for the quarter, to the cent. Contradicted: not stated, while only one other figure is, in two
 * places or more.
 */
export function findFigure(html: string, eps: number): ExhibitFinding {
  const statements = epsStatements(linesOf(html));
  const isIt = (statement: EpsStatement) => toCents(statement.eps) === toCents(eps);
  const matches = statements.filter(isIt);
  const [match] = matches.toSorted((a, b) => Number(b.isDiluted) - Number(a.isDiluted));
  if (match) {
    const bases = new Set(matches.map(({ basis }) => basis));
    return {
      state: "confirmed",
      basis: bases.size === 1 ? match.basis : null,
      quote: match.quote,
      adjustedEps: onlyValue(statements.filter(({ basis }) => basis === "adjusted" && !bases.has(basis))),
    };
  }
  const adjusted = statements.filter(({ basis }) => basis === "adjusted");
  const deciding = adjusted.length > 0 ? adjusted : statements;
  const [first] = deciding;
  const other = deciding.length >= MIN_PLACES ? onlyValue(deciding) : null;
  return first && other !== null
    ? { state: "contradicted", eps: other, basis: first.basis, quote: first.quote }
    : { state: "not_found" };
}

function onlyValue(statements: readonly EpsStatement[]): number | null {
  const values = new Set(statements.map(({ eps }) => toCents(eps)));
  return values.size === 1 ? ([...values][0] ?? null) : null;
}
