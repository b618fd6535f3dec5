import type { Citation } from "#contract/evidence.ts";
import type { Fact } from "./evidence.ts";

/** The contract's limit. */
const MAX_CITATIONS = 60;
const MAX_TITLE = 300;
const MAX_SNIPPET = 500;

/**
 * The links under an analysis, one a web address, in the order of the evidence. `verified` means that the source itself
 * answered in this run. A headline's page is never opened here, so it is never verified.
 */
export function citationsOf(facts: readonly Fact[]): Citation[] {
  const byUrl = new Map<string, { facts: Fact[] }>();
  for (const fact of facts) {
    if (fact.url === null || fact.state === "missing") continue;
    const known = byUrl.get(fact.url);
    if (known) known.facts.push(fact);
    else byUrl.set(fact.url, { facts: [fact] });
  }
  return [...byUrl].slice(0, MAX_CITATIONS).map(([url, { facts }]) => {
    const [first] = facts;
    if (first?.kind === "news" && first.isQuotation && typeof first.value === "string")
      return { title: first.value.slice(0, MAX_TITLE), url, snippet: first.source, verified: false };
    const labels = [...new Set(facts.map((fact) => fact.label))].join("; ");
    return {
      title: `${first?.source ?? "Source"}: ${(first?.kind ?? "").replaceAll("_", " ")}`.slice(0, MAX_TITLE),
      url,
      snippet: labels.slice(0, MAX_SNIPPET),
      verified: facts.some(isAnswered),
    };
  });
}

/** How many different sources answered us with what is cited; all pages and headlines of one count once. */
export function verifiedSourceCount(facts: readonly Fact[]): number {
  return new Set(facts.filter((fact) => fact.url !== null && isAnswered(fact)).map(({ source }) => source))
    .size;
}

function isAnswered({ state }: Fact): boolean {
  return state === "live" || state === "cached";
}
