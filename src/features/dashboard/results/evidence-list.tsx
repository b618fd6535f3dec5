import type { Analysis } from "#contract/analysis.ts";
import { count } from "#lib/count.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { EvidenceTable } from "#widgets/evidence-table.tsx";

type Props = Pick<Analysis, "evidence" | "parts">;

/** Every fact of the analysis with its source, time and state; what could not be had says why. */
export function EvidenceList({ evidence, parts }: Props) {
  const missing = parts.filter((part) => part.state === "missing");
  return (
    <Card aria-labelledby="evidence">
      <CardHeader
        id="evidence"
        title="Evidence"
        description={`${count(evidence.length, "fact")}${missing.length > 0 ? `; not available: ${missing.map((part) => part.part).join(", ")}` : ""}`}
      />
      <details data-printed>
        <summary className="link inline-block cursor-pointer text-sm">Show all facts</summary>
        <div className="mt-4">
          <EvidenceTable evidence={evidence} />
        </div>
      </details>
    </Card>
  );
}
