import { useEffect, useState } from "react";
import type { Coverage } from "#contract/coverage.ts";
import { count } from "#lib/count.ts";
import { readCoverage } from "./api.ts";

/** The counted figures beside the round ones. Shows nothing until they are there, and nothing when the call fails. */
export function CountedCoverage() {
  const [coverage, setCoverage] = useState<Coverage | null>(null);

  useEffect(() => {
    const left = new AbortController();
    readCoverage(left.signal)
      .then(setCoverage)
      .catch((error: unknown) => {
        if (!left.signal.aborted) console.warn("Failed to fetch the coverage", error);
      });
    return () => left.abort();
  }, []);

  return (
    <p role="status" data-testid="coverage" className="mt-3 min-h-10 text-sm text-muted">
      {coverage && coverageText(coverage)}
    </p>
  );
}

/** "Counted now: 53 companies with a prediction on our record, 1 data source in use (Yahoo Finance)." */
export function coverageText({ dataMode, companies, sources }: Coverage): string {
  const counted = [
    `${count(companies, "company", "companies")} with a prediction on our record`,
    `${count(sources.length, "data source")} in use (${sources.join(", ")})`,
  ].join(", ");
  const simulated = dataMode === "sample" ? " This market is simulated." : "";
  return `Counted now: ${counted}.${simulated}`;
}
