import type { TrackRecord } from "#contract/record.ts";
import { MIN_SETTLED_FOR_PERCENTAGE } from "#contract/rules.ts";
import { count, number, percent, signed } from "#lib/numbers.ts";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { Term } from "#widgets/term.tsx";

/** Totals of all settled predictions. Small numbers show counts instead of a percentage. */
export function Headline({ record }: { record: TrackRecord }) {
  const { counts, hasHeadline, scorecard } = record;
  return (
    <Card aria-labelledby="headline">
      <CardHeader
        id="headline"
        title={count(counts.settled, "settled prediction")}
        description={
          hasHeadline
            ? "A percentage alone says little. Compare it with what always making the same prediction would have scored."
            : `No percentage yet: that takes at least ${MIN_SETTLED_FOR_PERCENTAGE} settled predictions. Until then they are only counted.`
        }
      />
      <dl className="grid grid-cols-2 gap-x-5 gap-y-6 sm:grid-cols-3 lg:grid-cols-4">
        <Figure
          label="Right"
          value={number(scorecard.correct)}
          note={hasHeadline ? accuracyNote(record) : null}
        />
        <Figure label="Wrong" value={number(scorecard.wrong)} note={hasHeadline ? wrongNote(record) : null} />
        {hasHeadline && (
          <>
            <Figure
              label="Always predicting “beat”"
              value={percent(scorecard.beatRate?.share, 1)}
              note="would have been right"
            />
            <Figure
              label={
                <>
                  Skill over the <Term name="baseRate">base rate</Term>
                </>
              }
              value={scorecard.skill === null ? "—" : `${signed(100 * scorecard.skill)}%`}
              note={<BrierNote record={record} />}
            />
          </>
        )}
        <Figure label="Awaiting their report" value={number(counts.pending)} />
        <Figure label="Under review" value={number(counts.review)} />
        <Figure label="Void" value={number(counts.void)} note="no usable figure came" />
      </dl>
    </Card>
  );
}

function accuracyNote({ scorecard: { accuracy } }: TrackRecord): string | null {
  if (!accuracy) return null;
  return `${percent(accuracy.share, 1)}, 95% interval ${percent(accuracy.low)} to ${percent(accuracy.high)}`;
}

function wrongNote({ scorecard: { accuracy } }: TrackRecord): string | null {
  return accuracy ? `${percent(1 - accuracy.share, 1)} of all` : null;
}

function BrierNote({ record: { scorecard } }: { record: TrackRecord }) {
  const { brier, baseBrier } = scorecard;
  if (brier === null || baseBrier === null) return null;
  return (
    <>
      <Term name="brier">Brier score</Term> {brier.toFixed(4)} against {baseBrier.toFixed(4)}
    </>
  );
}
