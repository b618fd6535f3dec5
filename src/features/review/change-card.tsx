import { textOfChange } from "#contract/company-change.ts";
import type { DoubtfulChange } from "#contract/review.ts";
import { calendarDate } from "#lib/dates.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { decideChange } from "./api.ts";
import { DecisionForm } from "./decision-form.tsx";

const choices = [
  { value: "dismiss", label: "Dismiss: nothing changed" },
  { value: "carry_out", label: "Carry it out" },
] as const;

/** It cannot be taken back: two companies become one, or the reverse. */
export function ChangeCard({ found }: { found: DoubtfulChange }) {
  const { id, change, reason } = found;
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
        call={({ decision, reason: given }) => decideChange({ id, decision, reason: given })}
      />
    </Card>
  );
}
