import type { Citation, Evidence, EvidenceKind } from "#contract/evidence.ts";
import type { MissingPart, Part } from "#market/port.ts";

type Fact = {
  kind: EvidenceKind;
  label: string;
  value: number | string;
  unit?: string | null;
  note?: string | null;
};

/** Where a fact comes from. */
export type Origin = Pick<Evidence, "source" | "url" | "asOf"> & { state: "live" | "cached" | "sample" };

/** Collects the facts of one analysis and gives each its id, F1 onwards, in the order in which they are told. */
export class EvidenceBook {
  readonly #rows: Evidence[] = [];
  readonly #asOf: string;

  constructor(asOf: Date) {
    this.#asOf = asOf.toISOString();
  }

  get rows(): readonly Evidence[] {
    return this.#rows;
  }

  /** Notes a fact; returns its id. */
  add(fact: Fact, origin: Origin): string {
    const { kind, label, value, unit = null, note = null } = fact;
    const text = typeof value === "string" ? value.slice(0, 500) : value;
    return this.#push({ kind, label, value: text, unit, note, ...origin });
  }

  /** Notes that a fact is not to be had, and why; returns its id. */
  addMissing(kind: EvidenceKind, label: string, part: MissingPart): string {
    const { source, detail } = part;
    const row = {
      kind,
      label,
      value: null,
      unit: null,
      source,
      url: null,
      asOf: this.#asOf,
      state: "missing" as const,
    };
    return this.#push({ ...row, note: detail.slice(0, 300) });
  }

  #push(row: Omit<Evidence, "id">): string {
    const id = `F${this.#rows.length + 1}`;
    this.#rows.push({ id, ...row });
    return id;
  }
}

/** The origin of facts read or computed from a part. */
export function originOf(part: Exclude<Part<unknown>, MissingPart>): Origin {
  return { source: part.source, url: part.url, asOf: part.asOf, state: part.state };
}

/** Links under the analysis: one a page, from facts that have one. Verified where the source itself answered just now. */
export function citationsOf(rows: readonly Evidence[]): Citation[] {
  const byUrl = new Map<string, Citation>();
  for (const row of rows) {
    if (!row.url || row.state === "missing" || byUrl.has(row.url)) continue;
    const title = row.kind === "news" ? row.label : `${row.source}: ${row.label}`;
    const snippet =
      row.kind === "news" ? undefined : [row.value, row.unit].filter((part) => part !== null).join(" ");
    byUrl.set(row.url, {
      title: title.slice(0, 300),
      url: row.url,
      ...(snippet ? { snippet: snippet.slice(0, 500) } : {}),
      verified: row.state === "live",
    });
  }
  return [...byUrl.values()].slice(0, 60);
}
