import { useEffect } from "react";
import type { PlanId } from "#contract/plans.ts";
import { RequestError, send } from "./request.ts";
import { useAction } from "./use-action.ts";

/**
 * Creates a checkout and returns its address. An answer without an address is an error, even with a status of
 * 2xx; it throws `RequestError`.
 */
async function createCheckout(planId: PlanId): Promise<string> {
  const response = await send("/api/subscription/create-checkout", { method: "POST", body: { planId } });
  const body = (await response.json()) as { url?: unknown };
  if (typeof body.url === "string") return body.url;
  throw new RequestError(response.status, JSON.stringify(body));
}

export function useCheckout() {
  const { run, reset, isPending, isSuccess } = useAction<PlanId, string>({
    call: createCheckout,
    failure: { title: "Error", fallback: "Failed to create checkout session" },
    onSuccess: (url) => location.assign(url),
  });

  // The back button may restore the page from the browser's cache in the middle of a checkout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reset` does the same at every render
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && reset();
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);

  return { isOpening: isPending || isSuccess, open: run };
}
