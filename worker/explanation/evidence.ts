import type { Citation, Evidence, EvidenceKind } from "#contract/evidence.ts";
import type { Part } from "#contract/market-data.ts";
import { webAddress } from "#contract/public-url.ts";

export type Fact = Evidence & {
  /** The key stays the same within one analysis ("surprise 2024-12-31"). */
  key: string;
  /** An untrusted text: a sentence may quote it whole and use no other part of it. */
  isQuotation: boolean;
  /** The untrusted source of a quotation. Null for everything else. */
  quotedFrom: string | null;
};

export type Origin = Pick<Evidence, "source" | "url" | "asOf" | "state">;

export type Value = number | string;

/** Omitted properties are null, empty or false. */
export type NewFact = {
  key: string;
  kind: EvidenceKind;
  label: string;
  value: Value;
  unit?: string | null;
  origin: Origin;
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

/** Facts are numbered F1, F2, … in the order in which they are added. */
export type EvidenceSet = {
  /** Throws for a number that is not finite, which would be our own error. */
  add(fact: NewFact): string;
  addMissing(fact: MissingFact): string;
  readonly facts: readonly Fact[];
};

/** These limits are those of the API's schema. */
const LIMITS = { label: 200, value: 500, source: 80, note: 300, url: 2000 } as const;

/** `asOf` is a UTC moment. */
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
 * Values from the source stay as they are; ours are rounded to ten significant digits to remove floating-point
 * noise.
 */
function tidy({ value, computedBy }: NewFact): number {
  return computedBy ? Number(Number(value).toPrecision(10)) : Number(value);
}

/** Returns the fact without the fields that only the server uses. */
export function toEvidence(fact: Fact): Evidence {
  const { id, kind, label, value, unit, source, url, asOf, state, note, computedBy } = fact;
  return { id, kind, label, value, unit, source, url, asOf, state, note, computedBy };
}

export function originOf(part: Exclude<Part<unknown>, { state: "missing" }>): Origin {
  return { source: part.source, url: part.url, asOf: part.asOf, state: part.state };
}

const OURS = "Beatcast";

export function computedFrom(origin: Origin): Origin {
  return {
    ...origin,
    source: origin.source.startsWith(OURS)
      ? origin.source
      : `${OURS}, from ${origin.source}`.slice(0, LIMITS.source),
    url: null,
  };
}

/** This limit is that of the API's schema. */
const MAX_CITATIONS = 60;
const MAX_TITLE = 300;
const MAX_SNIPPET = 500;

/**
 * Returns one citation per address, in the order of the evidence. `verified` means that the source answered in this
 * run; the pages of headlines are never opened.
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

export function verifiedSourceCount(facts: readonly Fact[]): number {
  return new Set(facts.filter((fact) => fact.url !== null && isAnswered(fact)).map(({ source }) => source))
    .size;
}

function isAnswered({ state }: Fact): boolean {
  return state === "live" || state === "cached";
}
