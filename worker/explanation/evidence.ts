import type { Citation, Evidence, EvidenceKind } from "#contract/evidence.ts";
import type { Part } from "#contract/market-data.ts";
import { webAddress } from "#contract/public-url.ts";

export type Fact = Evidence & {
  /** Says what the fact is about ("surprise 2024-12-31"). Statements find their facts by this key. */
  key: string;
  /** True for an untrusted text, which a sentence may only quote. */
  isQuotation: boolean;
  /**
   * The publisher of a quoted headline, which is untrusted too. Null for all other facts, including quoted
   * messages.
   */
  quotedFrom: string | null;
};

export type EvidenceOrigin = Pick<Evidence, "source" | "url" | "asOf" | "state">;

export type FactValue = number | string;

/**
 * A fact to add. `url` and `asOf` default to those of `origin`; the other optional properties default to null
 * or false.
 */
export type NewFact = {
  key: string;
  kind: EvidenceKind;
  label: string;
  value: FactValue;
  unit?: string | null;
  origin: EvidenceOrigin;
  url?: string | null;
  asOf?: string;
  note?: string;
  computedBy?: string;
  isQuotation?: boolean;
  quotedFrom?: string;
};

type MissingFact = {
  key: string;
  kind: EvidenceKind;
  label: string;
  source: string;
  reason: string;
};

/** Collects the facts of one analysis. They are numbered F1, F2, … in the order in which they are added. */
export type EvidenceSet = {
  /**
   * Adds a fact and returns its id. Throws when the value is a number that is not finite, which would be an
   * error in our code.
   */
  add(fact: NewFact): string;
  addMissing(fact: MissingFact): string;
  readonly facts: readonly Fact[];
};

/** The maximum lengths of the API's schema, in characters. Longer texts are cut. */
const LIMITS = { label: 200, value: 500, source: 80, note: 300, url: 2000 } as const;

/** Returns an empty set. `asOf` is the UTC moment given to rows that say that something is missing. */
export function openEvidenceSet(asOf: string): EvidenceSet {
  const facts: Fact[] = [];
  const nextId = () => `F${facts.length + 1}`;
  return {
    facts,
    add(fact) {
      if (typeof fact.value === "number" && !Number.isFinite(fact.value))
        throw new Error(`Evidence "${fact.key}" is not a finite number`);
      const id = nextId();
      facts.push({
        id,
        key: fact.key,
        kind: fact.kind,
        label: fact.label.slice(0, LIMITS.label),
        value: typeof fact.value === "string" ? fact.value.slice(0, LIMITS.value) : tidy(fact),
        unit: fact.unit ?? null,
        source: fact.origin.source.slice(0, LIMITS.source),
        url: webAddress(fact.url === undefined ? fact.origin.url : fact.url),
        asOf: fact.asOf ?? fact.origin.asOf,
        state: fact.origin.state,
        note: fact.note?.slice(0, LIMITS.note) ?? null,
        computedBy: fact.computedBy ?? null,
        isQuotation: fact.isQuotation ?? false,
        quotedFrom: fact.quotedFrom ?? null,
      });
      return id;
    },
    addMissing(fact) {
      const id = nextId();
      facts.push({
        id,
        key: fact.key,
        kind: fact.kind,
        label: fact.label.slice(0, LIMITS.label),
        value: null,
        unit: null,
        source: fact.source.slice(0, LIMITS.source),
        url: null,
        asOf,
        state: "missing",
        note: fact.reason.slice(0, LIMITS.note),
        computedBy: null,
        isQuotation: false,
        quotedFrom: null,
      });
      return id;
    },
  };
}

/**
 * Returns the fact's number: unchanged when it comes from a source, and rounded to ten significant digits
 * when we computed it, which removes floating-point noise.
 */
function tidy({ value, computedBy }: NewFact): number {
  return computedBy ? Number(Number(value).toPrecision(10)) : Number(value);
}

/** Returns the fact without the fields that only the server uses. */
export function toEvidence(fact: Fact): Evidence {
  const { id, kind, label, value, unit, source, url, asOf, state, note, computedBy } = fact;
  return { id, kind, label, value, unit, source, url, asOf, state, note, computedBy };
}

export function originOf(part: Exclude<Part<unknown>, { state: "missing" }>): EvidenceOrigin {
  return { source: part.source, url: part.url, asOf: part.asOf, state: part.state };
}

const OURS = "Beatcast";

/**
 * Returns the origin of a fact that is computed from a source's data: its source reads "Beatcast, from …",
 * and it has no address.
 */
export function computedFrom(origin: EvidenceOrigin): EvidenceOrigin {
  return {
    ...origin,
    source: origin.source.startsWith(OURS)
      ? origin.source
      : `${OURS}, from ${origin.source}`.slice(0, LIMITS.source),
    url: null,
  };
}

/** The API's schema allows this many citations. */
const MAX_CITATIONS = 60;
const MAX_TITLE = 300;
const MAX_SNIPPET = 500;

/**
 * Returns one citation per address, in the order of the facts. `verified` means that the source itself
 * delivered the data, now or from the cache. Headlines are never verified, because their pages are not
 * opened.
 */
export function citationsOf(facts: readonly Fact[]): Citation[] {
  const byUrl = new Map<string, { facts: Fact[] }>();
  for (const fact of facts) {
    if (fact.url === null || fact.state === "missing") continue;
    const citation = byUrl.get(fact.url);
    if (citation) citation.facts.push(fact);
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

/** Returns the number of different sources with an address that delivered data, now or from the cache. */
export function verifiedSourceCount(facts: readonly Fact[]): number {
  return new Set(facts.filter((fact) => fact.url !== null && isAnswered(fact)).map(({ source }) => source))
    .size;
}

function isAnswered({ state }: Fact): boolean {
  return state === "live" || state === "cached";
}
