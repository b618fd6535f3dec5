import { useQuery } from "@tanstack/react-query";
import { findingText, type RecalibrationProposal } from "#contract/drift.ts";
import { fixed } from "#lib/numbers.ts";
import { LoadFailure, Notice } from "#ui/notice.tsx";
import { driftQuery } from "./api.ts";

/** Says where settled predictions no longer agree with their outcomes, as long as they do not. */
export function DriftNote() {
  const { data, error, refetch, isFetching } = useQuery(driftQuery());
  if (error)
    return (
      <LoadFailure
        title="Whether our probabilities have drifted could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  const newest = data?.newest;
  if (!newest || newest.findings.length === 0) return null;
  const { firstDay, lastDay, findings, proposals } = newest;
  return (
    <Notice tone="warn" title="Our probabilities have drifted">
      <p>
        Of the predictions settled from {firstDay} to {lastDay}, these are further from their outcomes than we
        tolerate:
      </p>
      <ul className="my-2 list-disc pl-5">
        {findings.map((finding) => (
          <li key={`${finding.sector} ${finding.kind}`}>
            {findingText(finding)} Since week {finding.since}.
          </li>
        ))}
      </ul>
      {proposals.map((proposal) => (
        <p key={proposal.version}>{proposalText(proposal)}</p>
      ))}
      <p>What is locked never changes.</p>
    </Notice>
  );
}

function proposalText({ version, tested: { n, brier } }: RecalibrationProposal): string {
  return `A recalibration is proposed as version ${version}. Fitted on the older predictions, it takes the Brier score of the newest ${n} from ${fixed(brier.before, 4)} to ${fixed(brier.after, 4)}. A person decides whether later predictions use it.`;
}
