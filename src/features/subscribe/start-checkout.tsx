import type { Plan } from "#contract/subscription.ts";
import { money } from "#lib/numbers.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

type StartCheckoutProps = { plan: Plan; isOpening: boolean; onOpen: () => void };

/** The way to the payment provider's page. */
export function StartCheckout({ plan, isOpening, onOpen }: StartCheckoutProps) {
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
        <Button size="lg" isLoading={isOpening} onClick={onOpen}>
          {isOpening ? "Loading..." : "Continue to Checkout"}
        </Button>
      </div>
    </Card>
  );
}
