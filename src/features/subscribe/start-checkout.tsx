import { useState } from "react";
import { createCheckoutResponseSchema, type Plan } from "#contract/subscription.ts";
import { apiFetch } from "#lib/api.ts";
import { money } from "#lib/numbers.ts";
import { messageOf } from "#lib/request.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { showToast } from "#ui/toast-store.ts";

/** The way to the payment provider's page. */
export function StartCheckout({ plan }: { plan: Plan }) {
  const [isLoading, setIsLoading] = useState(false);

  async function leave() {
    setIsLoading(true);
    try {
      const body = { planId: plan.id };
      const { url } = await apiFetch(createCheckoutResponseSchema, "/api/subscription/create-checkout", {
        method: "POST",
        body,
      });
      location.assign(url);
    } catch (error) {
      const description = messageOf(error, "Failed to create checkout session");
      showToast({ tone: "destructive", title: "Error", description });
      setIsLoading(false);
    }
  }

  return (
    <Card aria-labelledby="checkout-title">
      <h2 id="checkout-title" className="heading-3">
        {plan.name}, {money(plan.price * 100)} a month
      </h2>
      <p className="mt-1 text-muted">
        You pay on our payment provider's page; we never see your card. The plan holds at once and renews
        every month until you cancel. Fees are non-refundable.
      </p>
      <div className="mt-4">
        <Button size="lg" isLoading={isLoading} onClick={leave}>
          {isLoading ? "Loading..." : "Continue to Checkout"}
        </Button>
      </div>
    </Card>
  );
}
