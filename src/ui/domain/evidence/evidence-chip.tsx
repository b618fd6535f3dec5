import { createContext, useContext } from "react";
import type { Evidence, EvidenceKind } from "#contract/evidence.ts";
import { dateAndTime, relativeTimeText } from "#lib/dates.ts";
import { Badge } from "../../badge.tsx";
import { Popover } from "../../popover.tsx";
import { stateTones, valueText } from "../evidence-table.tsx";

const EvidenceContext = createContext<readonly Evidence[]>([]);

export const EvidenceProvider = EvidenceContext.Provider;

function useFacts(ids: readonly string[]): Evidence[] {
  const evidence = useContext(EvidenceContext);
  return ids.flatMap((id) => evidence.find((fact) => fact.id === id) ?? []);
}

function useFact(id: string): Evidence | undefined {
  return useContext(EvidenceContext).find((fact) => fact.id === id);
}

/** Returns the id of the first fact of the kind whose label starts with `labelStart`. */
export function useFactId(kind: EvidenceKind, labelStart: string): string | undefined {
  return useContext(EvidenceContext).find((fact) => fact.kind === kind && fact.label.startsWith(labelStart))
    ?.id;
}

export function EvidenceChip({ id }: { id: string }) {
  const fact = useFact(id);
  if (!fact) return null;
  return (
    <Popover
      title={fact.label}
      trigger={
        <button
          type="button"
          aria-label={`Evidence ${id}: ${fact.label}`}
          className="mx-0.5 inline-flex min-h-6 items-center rounded-sm bg-primary-soft px-1.5 align-baseline text-xs font-semibold text-primary transition-colors duration-fast hover:bg-primary hover:text-on-primary focus-ring figures"
        >
          {id}
        </button>
      }
    >
      <FactDetails fact={fact} />
    </Popover>
  );
}

/** Removes marks such as "[F12]". */
export function withoutCitations(text: string): string {
  return text.replaceAll(/\s*\[F\d+\]/g, "");
}

export function citedFactIds(text: string): string[] {
  return Array.from(text.matchAll(/\[(F\d+)\]/g), ([, id]) => id ?? "");
}

type CitationProps = {
  number: number;
  evidenceIds: readonly string[];
};

export function Citation({ number, evidenceIds }: CitationProps) {
  const facts = useFacts(evidenceIds);
  const [only] = facts;
  if (!only) return null;
  const isOne = facts.length === 1;
  return (
    <Popover
      title={isOne ? only.label : `${facts.length} facts behind this sentence`}
      trigger={
        <button
          type="button"
          aria-label={`Facts ${number}: ${facts.map(({ label }) => label).join("; ")}`}
          className="relative -top-[0.35em] -my-2 inline-flex min-h-6 min-w-5 items-center justify-center rounded-sm px-0.5 text-[0.72em] font-semibold leading-none text-primary focus-ring hover:bg-primary-soft figures"
        >
          {number}
        </button>
      }
    >
      {isOne ? <FactDetails fact={only} /> : <FactList facts={facts} />}
    </Popover>
  );
}

function FactDetails({ fact }: { fact: Evidence }) {
  return (
    <>
      <p className="mt-1 text-lg font-semibold figures">{valueText(fact)}</p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-muted">Source</dt>
        <dd>
          <SourceName fact={fact} />
        </dd>
        <dt className="text-muted">As of</dt>
        <dd>
          <time dateTime={fact.asOf}>{dateAndTime(fact.asOf)}</time>
          <span className="text-muted">, {relativeTimeText(fact.asOf, new Date())}</span>
        </dd>
        <dt className="text-muted">State</dt>
        <dd>
          <Badge tone={stateTones[fact.state]}>{fact.state}</Badge>
        </dd>
      </dl>
      {fact.note && <p className="mt-3 text-muted">{fact.note}</p>}
      <a href={`#evidence-${fact.id}`} className="link mt-3 inline-block">
        Show among all facts
      </a>
    </>
  );
}

function FactList({ facts }: { facts: readonly Evidence[] }) {
  return (
    <ul className="mt-1 max-h-72 divide-y divide-line overflow-y-auto">
      {facts.map((fact) => (
        <li key={fact.id} className="py-2">
          <p className="flex justify-between gap-3">
            <span>{fact.label}</span>
            <strong className="text-right font-semibold figures">{valueText(fact)}</strong>
          </p>
          <p className="text-xs text-muted">
            <SourceName fact={fact} />, <time dateTime={fact.asOf}>{dateAndTime(fact.asOf)}</time>,{" "}
            {fact.state}
          </p>
          {fact.note && <p className="text-xs text-muted">{fact.note}</p>}
          <a href={`#evidence-${fact.id}`} className="link text-xs">
            Show {fact.id} among all facts
          </a>
        </li>
      ))}
    </ul>
  );
}

function SourceName({ fact }: { fact: Evidence }) {
  if (!fact.url) return fact.source;
  return (
    <a href={fact.url} target="_blank" rel="noopener noreferrer" className="link">
      {fact.source}
    </a>
  );
}
