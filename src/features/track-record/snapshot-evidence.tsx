import type { Analysis } from "#contract/analysis.ts";
import { count } from "#lib/count.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { EvidenceTable } from "#widgets/evidence-table.tsx";

/** The text of the time, and every fact it rested on. */
export function SnapshotEvidence({ analysis }: { analysis: Analysis }) {
  const { aiAnalysis, evidence, model, asOf } = analysis;
  return (
    <>
      <Card aria-labelledby="reasoning">
        <CardHeader
          id="reasoning"
          title="What was written"
          description={`Model ${model.version}, as of ${dateAndTime(asOf)}, text by ${aiAnalysis.author.model ?? "fixed rules"}`}
        />
        <p className="max-w-3xl text-pretty">{aiAnalysis.reasoning}</p>
        <ul className="mt-4 flex flex-wrap gap-2">
          {aiAnalysis.keyFactors.map((factor) => (
            <li key={factor}>
              <Badge className="whitespace-normal">{factor}</Badge>
            </li>
          ))}
        </ul>
      </Card>
      <Card aria-labelledby="evidence">
        <CardHeader
          id="evidence"
          title="What it rested on"
          description={`${count(evidence.length, "fact")}, frozen`}
        />
        <details>
          <summary className="link inline-block cursor-pointer">Show all facts</summary>
          <div className="mt-3">
            <EvidenceTable evidence={evidence} />
          </div>
        </details>
      </Card>
    </>
  );
}
