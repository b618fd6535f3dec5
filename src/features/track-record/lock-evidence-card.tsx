import type { LockEvidence } from "#contract/lock-evidence.ts";
import { confidenceNames } from "#contract/rules.ts";
import { calendarDate, dateAndTime } from "#lib/dates.ts";
import { counted, fixed, perShare } from "#lib/numbers.ts";
import { Card, CardHeader, Figure } from "#ui/card.tsx";

/** What a prediction of the slate rested on when it was locked: who gave the reports, and every figure of the model. */
export function LockEvidenceCard({ evidence }: { evidence: LockEvidence }) {
  const { modelVersion, asOf, consensusEps, currency, analystCount, sources, features } = evidence;
  const known = Object.entries(features).filter(([, value]) => value !== null);
  const past = Array.isArray(evidence.input.past) ? evidence.input.past.length : 0;
  return (
    <Card aria-labelledby="evidence">
      <CardHeader
        id="evidence"
        title="What it was based on"
        description={`Model ${modelVersion}, as of ${dateAndTime(asOf)}, frozen`}
      />
      <dl className="grid grid-cols-2 gap-5 sm:grid-cols-4">
        <Figure
          label="Consensus"
          value={perShare(consensusEps, currency)}
          note={analystCount === null ? "number of analysts not known" : counted(analystCount, "analyst")}
        />
        <Figure label="Past reports" value={String(past)} note={sources.join(", ")} />
        <Figure label="Confidence" value={confidenceNames[evidence.confidence]} />
        <Figure label="Expected report" value={calendarDate(evidence.reportDate)} />
      </dl>
      <details className="mt-5">
        <summary className="link inline-block cursor-pointer">
          Show the model's {counted(known.length, "figure")}, of {Object.keys(features).length}
        </summary>
        <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          {known.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-muted">{name}</dt>
              <dd>{fixed(Number(value), 4)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  );
}
