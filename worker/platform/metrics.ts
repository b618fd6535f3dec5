/** `kind`: a route, a job, a host. */
type Measured = { kind: string; outcome: string; ms: number };

/** Index `kind`; blobs event, kind and outcome; double milliseconds. */
export function measure(
  metrics: AnalyticsEngineDataset | undefined,
  event: "request" | "job",
  { kind, outcome, ms }: Measured,
): void {
  metrics?.writeDataPoint({ indexes: [kind], blobs: [event, kind, outcome], doubles: [ms] });
}
