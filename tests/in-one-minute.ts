const MINUTE_MS = 60_000;
const ENOUGH_MS = 20_000;

/** The runtime counts approximate limits per minute of the clock, so a test that counts begins early in one. */
export async function inOneMinute(): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < ENOUGH_MS) await new Promise((resolve) => setTimeout(resolve, leftMs));
}
