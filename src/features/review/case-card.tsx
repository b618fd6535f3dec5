import type { ReviewCase, ReviewWitness } from "#contract/review.ts";
import { calendarDate, dateAndTime } from "#lib/dates.ts";
import { counted, fixed } from "#lib/numbers.ts";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { decidePredictions } from "./api.ts";
import { DecisionForm } from "./decision-form.tsx";

const choices = [
  { value: "settle", label: "Settle with a figure" },
  { value: "void", label: "Void" },
  { value: "wait", label: "Keep waiting a day" },
] as const;

export function CaseCard({ found: reviewCase }: { found: ReviewCase }) {
  const { symbol, companyName, fiscalQuarterEnd, locks, figure, witness, results } = reviewCase;
  const id = `case-${symbol}-${fiscalQuarterEnd}`;
  const reasons = [...new Set(locks.map(({ reason }) => reason).filter((reason) => reason !== null))];
  const strikes = [...new Set(locks.map(({ consensusEps }) => fixed(consensusEps)))];
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        level={3}
        title={`${symbol}, quarter to ${calendarDate(fiscalQuarterEnd)}`}
        description={`${companyName} · ${counted(locks.length, "locked prediction")}`}
      />
      {reasons.map((reason) => (
        <p key={reason} className="mb-3">
          {reason}
        </p>
      ))}
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label="Consensus at lock" value={strikes.join(", ")} />
        <Figure label="Source's figure" value={fixed(figure?.eps)} note={figure?.source ?? "none yet"} />
        <Figure label="Company's release" value={fixed(witness?.exhibitEps)} note={releaseNote(witness)} />
        <Figure label="GAAP, diluted" value={fixed(witness?.gaapEps)} note={gaapNote(witness)} />
      </dl>
      {witness && <WitnessDetails witness={witness} />}
      {results > 0 && (
        <p className="mt-3 text-sm text-muted">
          {counted(results, "result")} sent in by users, listed below.
        </p>
      )}
      <DecisionForm
        name={`Decide ${symbol}`}
        choices={choices}
        figureFor="settle"
        figure={figure?.eps}
        call={({ decision, eps, reason }) => {
          const named = { symbol, fiscalQuarterEnd, lockIds: locks.map(({ lockId }) => lockId), reason };
          return decidePredictions(
            decision === "settle" ? { ...named, decision, eps } : { ...named, decision },
          );
        }}
      />
    </Card>
  );
}

export function WitnessDetails({ witness }: { witness: ReviewWitness }) {
  const { releasedFrom, releasedTo, documentUrl, quote } = witness;
  return (
    <div className="mt-3 flex flex-col gap-1 text-sm text-muted">
      {releasedFrom && releasedTo && (
        <p>
          Accepted by the SEC{" "}
          {releasedFrom === releasedTo
            ? dateAndTime(releasedTo)
            : `between ${dateAndTime(releasedFrom)} and ${dateAndTime(releasedTo)}`}
        </p>
      )}
      {quote && <blockquote className="border-l-2 border-line pl-3 break-words">{quote}</blockquote>}
      {documentUrl && (
        <a href={documentUrl} target="_blank" rel="noopener noreferrer" className="link self-start">
          Exhibit 99.1 at the SEC
        </a>
      )}
    </div>
  );
}

const findings: Record<ReviewWitness["finding"], string> = {
  confirmed: "confirms the figure",
  contradicted: "contradicts the figure",
  not_found: "figure not found in it",
  no_release: "no 8-K found",
};

function releaseNote(witness: ReviewWitness | null): string {
  return witness ? findings[witness.finding] : "not looked at";
}

function gaapNote(witness: ReviewWitness | null): string | undefined {
  return witness?.isGaapDerived ? "year less nine months" : undefined;
}
