import { toCents } from "#model/history.ts";
import { layoutOf } from "../release/layout.ts";
import { parseRelease } from "../release/parse-release.ts";
import { figuresInSentences, type StatedFigure } from "../release/read-reported.ts";
import { type TableFigure, tableFiguresIn } from "../release/table-figures.ts";

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

type Statement = Pick<StatedFigure, "basis" | "value" | "quote" | "isDiluted">;

/**
 * Looks for an EPS figure in an exhibit (HTML). It is confirmed when the exhibit states it for the quarter, to
 * the cent, and contradicted when at least two places state the same other figure instead, when a table and a
 * sentence differ about it, or when it is nearer to a longer period's figure than to the quarter's.
 */
export function findFigure(html: string, eps: number): ExhibitFinding {
  const layout = layoutOf(parseRelease(html));
  const tables = tableFiguresIn(layout).filter(({ metric }) => metric === "eps");
  const quarter = tables.filter(({ isQuarter }) => isQuarter);
  const said = figuresInSentences(layout).filter(({ metric }) => metric === "eps");
  const isIt = ({ value }: { value: number }) => toCents(value) === toCents(eps);
  const split = disagreementOn(quarter, said, eps);
  if (split) return split;
  // A figure of the year to date is not the quarter's, whatever a sentence seems to say.
  if (quarter.length === 0 && tables.some(isIt)) return { state: "not_found" };
  const all: Statement[] = [...said, ...quarter];
  // A basis (adjusted or GAAP) whose EPS appears both as a profit and as a loss is unclear and not used.
  const lost = new Set(all.filter(({ value }) => value < 0).map(({ basis }) => basis));
  const won = new Set(all.filter(({ value }) => value > 0).map(({ basis }) => basis));
  const statements = all.filter(({ basis }) => !(lost.has(basis) && won.has(basis)));
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
  const longer = longerPeriodOf(tables, eps);
  if (longer) return longer;
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

/**
 * Returns the finding when only a table, or only sentences, state the figure for the quarter and the other
 * states a different one on the same basis. Its quote has both places.
 */
function disagreementOn(
  tables: readonly TableFigure[],
  said: readonly StatedFigure[],
  eps: number,
): ExhibitFinding | null {
  const isIt = ({ value }: { value: number }) => toCents(value) === toCents(eps);
  for (const basis of ["gaap", "adjusted"] as const) {
    const [inTables, inSentences] = [tables, said].map((places: readonly Statement[]) =>
      places.filter((place) => place.basis === basis),
    );
    const [table, sentence] = [inTables?.[0], inSentences?.[0]];
    if (!inTables || !inSentences || !table || !sentence) continue;
    const isInTable = inTables.some(isIt);
    if (isInTable === inSentences.some(isIt)) continue;
    const other = isInTable ? sentence : table;
    const half = MAX_QUOTE / 2 - 2;
    return {
      state: "contradicted",
      eps: other.value,
      basis,
      quote: `${sentence.quote.slice(-half)} … ${(inTables.find(isIt) ?? table).quote.slice(-half)}`,
    };
  }
  return null;
}

/**
 * Returns the finding when the figure is nearer to that of a longer period in a table than to the quarter's on
 * the same basis, as when a source reports the half year for the quarter. Its quote has both.
 */
function longerPeriodOf(tables: readonly TableFigure[], eps: number): ExhibitFinding | null {
  for (const quarter of tables.filter(({ isQuarter }) => isQuarter)) {
    const distance = (figure: TableFigure) => Math.abs(figure.value - eps);
    const longer = tables.find(
      (figure) =>
        !figure.isQuarter && figure.basis === quarter.basis && distance(figure) < distance(quarter) / 2,
    );
    if (!longer) continue;
    const half = MAX_QUOTE / 2 - 2;
    return {
      state: "contradicted",
      eps: quarter.value,
      basis: quarter.basis ?? "gaap",
      quote: `${quarter.quote.slice(-half)} … ${longer.quote.slice(-half)}`,
    };
  }
  return null;
}

function onlyValue(statements: readonly Statement[]): number | null {
  const values = new Set(statements.map(({ value }) => toCents(value)));
  return values.size === 1 ? ([...values][0] ?? null) : null;
}
