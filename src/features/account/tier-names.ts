import type { Tier } from "#contract/account.ts";

/** How a plan is called where it stands for a person's account. */
export const tierNames: Record<Tier, string> = {
  free: "Free",
  basic: "Basic",
  premium: "Premium",
  institutional: "Institutional",
};
