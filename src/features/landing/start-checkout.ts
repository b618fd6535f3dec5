import type { PlanId } from "#contract/subscription.ts";
import { messageOf, send } from "#lib/request.ts";
import { showToast } from "#ui/toast-store.ts";

const FAILED = "Failed to create checkout session";

/** Asks for a checkout of a plan and leaves for it. Answers false, after telling why, when there is none. */
export async function startCheckout(planId: PlanId): Promise<boolean> {
  try {
    const answer = (await (
      await send("/api/subscription/create-checkout", { method: "POST", body: { planId } })
    ).json()) as { url?: unknown; error?: unknown };
    if (typeof answer.url === "string") {
      location.assign(answer.url);
      return true;
    }
    tell(typeof answer.error === "string" ? answer.error : FAILED);
  } catch (error) {
    tell(messageOf(error, FAILED));
  }
  return false;
}

function tell(description: string): void {
  showToast({ tone: "destructive", title: "Error", description });
}
