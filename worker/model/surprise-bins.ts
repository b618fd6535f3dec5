/** A surprise relative to an estimate of a cent or none says nothing; it is taken relative to this much. */
export const LEAST_ESTIMATE = 0.02;
/** Share of the consensus from which on a surprise lies in an outer band. */
export const OUTER_BAND = 0.05;

/** Upper edges of the bins of a miss, relative to the consensus; the last bin of a miss ends at an exact meet. */
export const MISS_EDGES = [-0.5, -0.25, -0.1, -0.05] as const;
/** Lower edges of the bins of a beat but for the first, which begins at an exact meet. */
export const BEAT_EDGES = [0.025, 0.05, 0.1, 0.2, 0.5] as const;

/** Bins of a miss, one of an exact meet, and bins of a beat, from the worst miss to the best beat. */
export const MEET_BIN = MISS_EDGES.length + 1;
export const SURPRISE_BINS = MEET_BIN + 1 + BEAT_EDGES.length + 1;

/** Surprise relative to the consensus's size; both in currency units to the cent. */
export function relativeSurprise(actual: number, estimate: number): number {
  return (actual - estimate) / Math.max(LEAST_ESTIMATE, Math.abs(estimate));
}

/** The bin of a relative surprise; exactly 0 is a meet. */
export function surpriseBinOf(surprise: number): number {
  if (surprise === 0) return MEET_BIN;
  // In ten-thousandths, since 1.05 - 1 is more than 0.05.
  const rounded = Math.round(1e4 * surprise) / 1e4;
  if (surprise < 0) return MISS_EDGES.filter((edge) => rounded > edge).length;
  return MEET_BIN + 1 + BEAT_EDGES.filter((edge) => rounded >= edge).length;
}
