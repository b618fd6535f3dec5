import type { Citation, Evidence, EvidenceKind } from "#contract/evidence.ts";
import type { Part } from "#contract/market-data.ts";
import { webAddress } from "#contract/public-url.ts";

/** An evidence row with its stable name and what the argument needs to know of it, which never leaves the server. */
export type Fact = Evidence & {
  /** Stable name within one analysis ("consensus", "surprise 2024-12-31"). */
  key: string;
  /** True for untrusted text (headlines, messages): a sentence may quote it whole, and take nothing else from it. */
  isQuotation: boolean;
  /** Who published a quotation; untrusted text. Null for every other fact. */
  quotedFrom: string | null;
};

/** Who said something, where and when; the head of a market part. */
export type Origin = Pick<Evidence, "source" | "url" | "asOf" | "state">;

export type Value = number | string;

/** A fact to add; what is left out is null, empty or false. */
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
  /** Name of the exported function that computed the value. */
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

/** Collects the facts of one analysis and numbers them F1, F2, … in the order in which they are added. */
export type EvidenceSet = {
  /** Adds a fact and gives its id. A number that is not finite is an error of ours and throws. */
  add(fact: NewFact): string;
  /** Adds a row for something that was looked for and not had. */
  addMissing(fact: MissingFact): string;
  readonly facts: readonly Fact[];
};

/** The contract's limits on the texts of a row. */
const LIMITS = { label: 200, value: 500, source: 80, note: 300, url: 2000 } as const;

/** Opens an empty set for an analysis as of `asOf` (UTC instant). */
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

/** A number of the source as it stands there; one of ours to ten significant digits, without the dust of binary sums. */
function tidy({ value, computedBy }: NewFact): number {
  return computedBy ? Number(Number(value).toPrecision(10)) : Number(value);
}

/** The row as the response shows it, without what only the server knows of it. */
export function toEvidence(fact: Fact): Evidence {
  const { id, kind, label, value, unit, source, url, asOf, state, note, computedBy } = fact;
  return { id, kind, label, value, unit, source, url, asOf, state, note, computedBy };
}

/** The head of a part that has data, as the origin of facts read from it. */
export function originOf(part: Exclude<Part<unknown>, { state: "missing" }>): Origin {
  return { source: part.source, url: part.url, asOf: part.asOf, state: part.state };
}

/** The origin of a number that we computed from something of `origin`. */
export function computedFrom(origin: Origin): Origin {
  return {
    ...origin,
    source: `Beatcast, from ${origin.source}`.slice(0, LIMITS.source),
    url: null,
  };
}

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
