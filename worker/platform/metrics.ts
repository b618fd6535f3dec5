/** What happened, of what kind (a route, a job, a host), how it ended, and the milliseconds it took. */
type Measured = { kind: string; outcome: string; ms: number };

/** Writes a data point where Analytics Engine is bound: index `kind`, blobs event, kind and outcome, double milliseconds. */
export function measure(
  metrics: AnalyticsEngineDataset | undefined,
  event: "request" | "job",
  { kind, outcome, ms }: Measured,
): void {
  metrics?.writeDataPoint({ indexes: [kind], blobs: [event, kind, outcome], doubles: [ms] });
}
