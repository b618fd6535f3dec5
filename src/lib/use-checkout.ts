import { useEffect, useState } from "react";
import type { PlanId } from "#contract/subscription.ts";
import { messageOf, send } from "./request.ts";

const FAILED = "Failed to create checkout session";

/**
 * Opens the checkout of a plan, one at a time; `opening` names the plan until the page is left. `onFailure` gets the
 * returned error text, or our own where there is none.
 */
export function useCheckout(onFailure: (text: string) => void) {
  const [opening, setOpening] = useState<PlanId | null>(null);

  // The back button may bring this page back as it was left, in the middle of opening a checkout.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setOpening(null);
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);

  async function open(planId: PlanId) {
    if (opening !== null) return;
    setOpening(planId);
    const { url, problem } = await checkoutOf(planId);
    if (url) return location.assign(url);
    setOpening(null);
    onFailure(problem ?? FAILED);
  }
  return { opening, open };
}

/** The address of a new checkout, or why there is none. The call may answer an `error` with any status. */
async function checkoutOf(planId: PlanId): Promise<{ url?: string; problem?: string }> {
  try {
    const response = await send("/api/subscription/create-checkout", { method: "POST", body: { planId } });
    const { url, error } = (await response.json()) as { url?: unknown; error?: unknown };
    if (typeof url === "string") return { url };
    return typeof error === "string" ? { problem: error } : {};
  } catch (error) {
    return { problem: messageOf(error, FAILED) };
  }
}
