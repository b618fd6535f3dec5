import type { PredictionHistoryItem } from "#contract/prediction.ts";
import { calendarDate, dateAndTime, daysAway, distance } from "#lib/dates.ts";
import { fixed, MISSING, percent } from "#lib/numbers.ts";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { OutcomeBadge } from "../outcome-badge.tsx";
import { capital } from "../scales.ts";

/** What stands under a reported EPS that is not there. */
const unreportedNotes: Record<PredictionHistoryItem["state"], string> = {
  pending: "not out yet",
  settled: "",
  void: "no usable figure came",
  review: "under review",
  unlocked: "not looked for",
};

/** What was called, what was reported, and that the analysis below is the one of then. */
export function OutcomeCard({ prediction }: { prediction: PredictionHistoryItem }) {
  const { createdAt, predictionType, probability, baseRate, consensusEps, actualEps, currency } = prediction;
  const now = new Date();
  const money = (value: number | null) =>
    value === null ? MISSING : `${fixed(value)} ${currency ?? ""}`.trim();
  return (
    <Card aria-labelledby="outcome">
      <CardHeader
        id="outcome"
        title="Outcome"
        description={`Frozen as shown on ${dateAndTime(createdAt)}, ${distance(createdAt, now)}`}
        aside={<OutcomeBadge {...prediction} />}
      />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure
          label="Prediction"
          value={`${capital(predictionType)} ${probability}%`}
          note={`base rate of beats ${percent(baseRate, 1)}`}
        />
        <Figure label="Consensus then" value={money(consensusEps)} />
        <Figure
          label="Reported EPS"
          value={money(actualEps)}
          note={prediction.actualResult ? `a ${prediction.actualResult}` : unreportedNotes[prediction.state]}
        />
        <Figure
          label="Report"
          value={
            <span className="text-base">
              {prediction.reportDate ? calendarDate(prediction.reportDate) : MISSING}
            </span>
          }
          note={prediction.reportDate ? daysAway(prediction.reportDate, now) : "date not known"}
        />
      </dl>
      {prediction.stateReason && <p className="mt-4 text-sm text-muted">{prediction.stateReason}</p>}
    </Card>
  );
}
