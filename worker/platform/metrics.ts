/** `kind` is a route, a job or a host. */
type Measured = { kind: string; outcome: string; ms: number };

/**
 * Writes one data point: the index is `kind`, the blobs are event, kind and outcome, and the double is
 * milliseconds.
 */
export function measure(
  metrics: AnalyticsEngineDataset | undefined,
  event: "request" | "job",
  { kind, outcome, ms }: Measured,
): void {
  metrics?.writeDataPoint({ indexes: [kind], blobs: [event, kind, outcome], doubles: [ms] });
}
