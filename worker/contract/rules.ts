/** Numbers and names that a rule of the product needs in more than one place. Periods of storage are in retention.ts. */

/** Lowest first. The levels' bounds are fitted with the model. */
export const confidenceLevels = ["low", "medium", "high", "very_high"] as const;

/** As a sentence says them. */
export const confidenceNames = {
  very_high: "very high",
  high: "high",
  medium: "medium",
  low: "low",
} as const satisfies Record<(typeof confidenceLevels)[number], string>;

/** Within this many percentage points of the base rate a prediction has no edge. */
export const NO_EDGE_POINTS = 3;

/**
 * What an edge (P(beat) minus the base rate) amounts to under the rule of today. Ask it of new predictions only: a stored
 * one carries the verdict of its day.
 */
export function edgeVerdictOf(edge: number): "edge_up" | "edge_down" | "no_edge" {
  if (Math.abs(edge) <= NO_EDGE_POINTS / 100) return "no_edge";
  return edge > 0 ? "edge_up" : "edge_down";
}

/**
 * Settled predictions that a percentage, its label or its bar needs, on every screen; below it the counts stand alone.
 * With 20 the 95% interval of a share near 70% is still 37 points wide, with 5 about 60.
 */
export const MIN_SETTLED_FOR_PERCENTAGE = 20;

/** Days of the written rule in docs/settlement.md. */
export const settlementDays = {
  /** After the report's day, in which a reported figure must appear. */
  deadline: 10,
  /** A report that moves by more than this is no longer the one that was predicted. */
  maxMove: 60,
  /** After the deadline, in which sources may still come to agree. */
  review: 20,
} as const;

export const planIds = ["basic", "premium", "institutional"] as const;
export const tiers = ["free", ...planIds] as const;

/** What a tier costs a month in cents, and how many analyses a period allows; null is unlimited (spec section 9). */
export const tierTerms = {
  free: { name: "Free", priceCents: 0, callLimit: 10 },
  basic: { name: "Basic", priceCents: 2900, callLimit: 100 },
  premium: { name: "Premium", priceCents: 4900, callLimit: 500 },
  institutional: { name: "Institutional", priceCents: 19_900, callLimit: null },
} as const satisfies Record<
  (typeof tiers)[number],
  { name: string; priceCents: number; callLimit: number | null }
>;

/** A free account analyses this often before its address must be confirmed. */
export const UNCONFIRMED_CALL_LIMIT = 2;

/** How long a failed renewal leaves the plan in force. */
export const GRACE_DAYS = 7;
