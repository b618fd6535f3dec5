import type { Evidence } from "#contract/evidence.ts";
import { dateAndTime, distance } from "#lib/dates.ts";
import { Badge } from "../../badge.tsx";
import { stateTones, valueText } from "../evidence-table.tsx";

/** A fact's value, source, time, state and note, with a link to its row. */
export function FactDetails({ fact }: { fact: Evidence }) {
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
          <span className="text-muted">, {distance(fact.asOf, new Date())}</span>
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

/** Several facts, each in three lines: what it is, its value, who gave it and when. */
export function FactList({ facts }: { facts: readonly Evidence[] }) {
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
