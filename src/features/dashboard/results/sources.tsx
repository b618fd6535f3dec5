import type { Analysis } from "#contract/analysis.ts";
import { count } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { EvidenceTable } from "#widgets/evidence-table.tsx";

/** The sources of an analysis as links, then every fact. */
export function Sources({ analysis }: { analysis: Analysis }) {
  return (
    <>
      <Citations data={analysis.comprehensiveMarketData} />
      <EvidenceList evidence={analysis.evidence} parts={analysis.parts} />
    </>
  );
}

/** The sources as links. Renders nothing where no source has a URL. */
export function Citations({ data }: { data: Analysis["comprehensiveMarketData"] }) {
  if (data.citations.length === 0) return null;
  return (
    <Card aria-labelledby="citations">
      <CardHeader
        id="citations"
        title="Data Sources & Citations"
        description="Verified: a source that answered us with the facts cited here, counted once. Pages behind headlines were not opened."
        aside={<Badge tone="primary">{count(data.verifiedSources, "verified source")}</Badge>}
      />
      <ol className="flex list-decimal flex-col gap-3 pl-6 text-sm">
        {data.citations.map((citation) => (
          <li key={citation.url}>
            <a href={citation.url} target="_blank" rel="noopener noreferrer" className="link">
              {citation.title}
            </a>
            {citation.snippet && <span className="block text-muted">{citation.snippet}</span>}
            <span className="block break-all text-xs text-muted">{citation.url}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

type EvidenceListProps = Pick<Analysis, "evidence" | "parts">;

/** Every fact of the analysis; missing parts are named. */
function EvidenceList({ evidence, parts }: EvidenceListProps) {
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
