import { createContext, useContext } from "react";
import type { Evidence, EvidenceKind } from "#contract/evidence.ts";
import { dateAndTime, distance } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Popover } from "#ui/popover.tsx";
import { stateTones, valueText } from "#widgets/evidence-table.tsx";

const EvidenceContext = createContext<readonly Evidence[]>([]);

/** Provides the facts of an analysis to its parts. */
export const EvidenceProvider = EvidenceContext.Provider;

function useFact(id: string): Evidence | undefined {
  return useContext(EvidenceContext).find((fact) => fact.id === id);
}

/** Id of the first fact of a kind whose label starts with `labelStart`; undefined where there is none. */
export function useFactId(kind: EvidenceKind, labelStart: string): string | undefined {
  return useContext(EvidenceContext).find((fact) => fact.kind === kind && fact.label.startsWith(labelStart))
    ?.id;
}

/** A fact's id as a button that opens its value, source and time. Renders nothing for an unknown id. */
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
      <p className="mt-1 text-lg font-semibold figures">{valueText(fact)}</p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-muted">Source</dt>
        <dd>
          {fact.url ? (
            <a href={fact.url} target="_blank" rel="noopener noreferrer" className="link">
              {fact.source}
            </a>
          ) : (
            fact.source
          )}
        </dd>
        <dt className="text-muted">As of</dt>
        <dd>
          <time dateTime={fact.asOf}>{dateAndTime(fact.asOf)}</time>
          <span className="text-muted">, {distance(fact.asOf, new Date())}</span>
        </dd>
        <dt className="text-muted">State</dt>
        <dd>
          <Badge tone={stateTones[fact.state]}>{fact.state}</Badge>
        </dd>
      </dl>
      {fact.note && <p className="mt-3 text-muted">{fact.note}</p>}
      <a href={`#evidence-${id}`} className="link mt-3 inline-block">
        Show among all facts
      </a>
    </Popover>
  );
}

type CitedTextProps = {
  /** Plain text; its citations ([F12]) become chips at the end. */
  text: string;
  /** Further cited facts. */
  evidenceIds?: readonly string[];
};

/** A sentence with a chip for each cited fact. */
export function CitedText({ text, evidenceIds = [] }: CitedTextProps) {
  const marked = Array.from(text.matchAll(/\[(F\d+)\]/g), ([, id]) => id ?? "");
  const ids = [...new Set([...marked, ...evidenceIds])];
  return (
    <>
      {text.replaceAll(/\s*\[F\d+\]/g, "")}
      {ids.map((id) => (
        <EvidenceChip key={id} id={id} />
      ))}
    </>
  );
}
