/** What was measured. `kind` is a route or a job, and `ms` is the duration in milliseconds. */
type Measured = { kind: string; outcome: string; ms: number };

/**
 * Writes one data point to Analytics Engine: `kind` as the index, then `event`, `kind` and `outcome` as blobs,
 * and the milliseconds as the double. Does nothing without a data set.
 */
export function measure(
  metrics: AnalyticsEngineDataset | undefined,
  event: "request" | "job",
  { kind, outcome, ms }: Measured,
): void {
  metrics?.writeDataPoint({ indexes: [kind], blobs: [event, kind, outcome], doubles: [ms] });
}
