import type { RateRule } from "./rate-limiter.ts";

/** Every rate we hold, by name. Counted per address unless its name says otherwise. */
export const rateRules = {
  /** Any call at all: generous, against floods only. */
  call: { capacity: 600, perSeconds: 60 },
  analyze: { capacity: 60, perSeconds: 60 },
  search: { capacity: 120, perSeconds: 60 },
  signUp: { capacity: 10, perSeconds: 600 },
  signInAddress: { capacity: 30, perSeconds: 60 },
  /** Per account: the eleventh wrong password within a minute waits. */
  signInAccount: { capacity: 10, perSeconds: 60 },
  mail: { capacity: 5, perSeconds: 3600 },
  checkout: { capacity: 20, perSeconds: 600 },
  sensitive: { capacity: 20, perSeconds: 600 },
} as const satisfies Record<string, RateRule>;

export type RateName = keyof typeof rateRules;
