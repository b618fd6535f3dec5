import { textOfChange } from "#contract/company-change.ts";
import type {
  DeadLetterItem,
  DecidedCase,
  Disagreement,
  SubmittedResult,
  UnappliedChange,
} from "#contract/review.ts";
import { calendarDate, dateAndTime } from "#lib/dates.ts";
import { fixed } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { decideDeadLetter, dismissResult, submitCompanyChangeDecision } from "./api.ts";
import { WitnessDetails } from "./case-card.tsx";
import { DecisionForm } from "./decision-form.tsx";

/** Shows a result that a user sent in. A stranger chose its link, so the link is shown as plain text. */
export function ResultCard({ result }: { result: SubmittedResult }) {
  const { predictionId, symbol, fiscalQuarterEnd, eps, url, sentAt } = result;
  const id = `result-${predictionId}`;
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        level={3}
        title={`${symbol}: ${fixed(eps)}`}
        description={`Quarter to ${calendarDate(fiscalQuarterEnd)} · sent ${dateAndTime(sentAt)}`}
      />
      <p className="text-sm text-muted">Link chosen by a user:</p>
      <p className="break-all font-mono text-sm">{url}</p>
      <DecisionForm
        name={`Decide the result of ${symbol}`}
        choices={[{ value: "dismiss", label: "Dismiss this result" }]}
        call={({ reason }) => dismissResult(predictionId, reason)}
      />
    </Card>
  );
}

const deadLetterChoices = [
  { value: "replay", label: "Replay" },
  { value: "drop", label: "Drop" },
] as const;

export function DeadLetterCard({ deadLetter }: { deadLetter: DeadLetterItem }) {
  const { id, job, error, body, times, lastAt } = deadLetter;
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        level={3}
        title={job}
        description={`Last failed ${dateAndTime(lastAt)}`}
        aside={<Badge tone="warn">{times > 1 ? `${times} times` : "once"}</Badge>}
      />
      <p>{error}</p>
      <p className="mt-1 break-all font-mono text-xs text-muted">{body}</p>
      <DecisionForm
        name={`Decide ${job}`}
        choices={deadLetterChoices}
        call={({ decision, reason }) => decideDeadLetter(id, { decision, reason })}
      />
    </Card>
  );
}

export function DisagreementCard({ disagreement }: { disagreement: Disagreement }) {
  const { symbol, fiscalQuarterEnd, figureEps, witness } = disagreement;
  const id = `disagreement-${symbol}-${fiscalQuarterEnd}`;
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        level={3}
        title={`${symbol}: source ${fixed(figureEps)}, release ${fixed(witness.exhibitEps)}`}
        description={`Quarter to ${calendarDate(fiscalQuarterEnd)}`}
      />
      <WitnessDetails witness={witness} />
    </Card>
  );
}

export function DecidedList({ decided }: { decided: readonly DecidedCase[] }) {
  return (
    <Card>
      <ol className="flex flex-col gap-3">
        {decided.map(({ subject, decision, reason, at }) => (
          <li key={`${subject} ${decision} ${at}`}>
            <p className="font-medium">
              {subject}: {decision}
            </p>
            <p className="text-sm text-muted">
              {dateAndTime(at)} · {reason}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const choices = [
  { value: "dismiss", label: "Dismiss: nothing changed" },
  { value: "carry_out", label: "Carry it out" },
] as const;

/**
 * Lets the operator decide on a possible change of a company. The decision cannot be undone: two companies
 * become one, or one becomes two.
 */
export function ChangeCard({ found: doubtful }: { found: UnappliedChange }) {
  const { id, change, reason } = doubtful;
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        level={3}
        title={textOfChange(change)}
        description={`From ${calendarDate(change.day)}, by ${change.source}`}
      />
      {reason && <p>{reason}</p>}
      <DecisionForm
        name={`Decide that ${textOfChange(change)}`}
        choices={choices}
        call={({ decision, reason: given }) => submitCompanyChangeDecision({ id, decision, reason: given })}
      />
    </Card>
  );
}
