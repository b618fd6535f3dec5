import type { PredictionHistoryItem } from "#contract/prediction.ts";
import { calendarDate, dateAndTime, daysAway, distance } from "#lib/dates.ts";
import { MISSING, percent, perShare } from "#lib/numbers.ts";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { Term } from "#widgets/term.tsx";
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
          note={
            <>
              <Term name="baseRate">base rate</Term> of beats {percent(baseRate, 1)}
            </>
          }
        />
        <Figure label="Consensus then" value={perShare(consensusEps, currency)} />
        <Figure
          label="Reported EPS"
          value={perShare(actualEps, currency)}
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
