import type { Analysis } from "#contract/analysis.ts";
import { counted } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { EvidenceTable } from "#ui/domain/evidence-table.tsx";
import { citationsFinding, evidenceFinding } from "./findings.ts";
import { ResultSection } from "./sections/section.tsx";

/** The sources as links. Renders nothing where no source has a URL. */
export function Citations({ data }: { data: Analysis["comprehensiveMarketData"] }) {
  if (data.citations.length === 0) return null;
  return (
    <ResultSection
      id="citations"
      title="Data Sources & Citations"
      finding={citationsFinding(data)}
      aside={<Badge tone="primary">{counted(data.verifiedSources, "verified source")}</Badge>}
    >
      <p className="mb-4 text-sm text-muted">
        A verified source is one that gave us facts cited here; each is counted once. We did not open the
        pages behind headlines.
      </p>
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
    </ResultSection>
  );
}

type EvidenceListProps = Pick<Analysis, "evidence" | "parts">;

/** Every fact of the analysis; missing parts are named. */
export function EvidenceList({ evidence, parts }: EvidenceListProps) {
  return (
    <ResultSection id="evidence" title="Evidence" finding={evidenceFinding({ evidence, parts })}>
      <EvidenceTable evidence={evidence} />
    </ResultSection>
  );
}
