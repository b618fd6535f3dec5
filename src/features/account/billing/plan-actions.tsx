import { useState } from "react";
import { tierTerms } from "#contract/rules.ts";
import type { SubscriptionStatusResponse } from "#contract/subscription.ts";
import { longDate } from "#lib/dates.ts";
import { isSubscriptionActive } from "#lib/subscription.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Refresh } from "#ui/icons.tsx";
import { useBillingActions } from "./use-billing-actions.ts";

type PlanActionsProps = {
  subscription: SubscriptionStatusResponse["subscription"];
  /** False when it could not be read: only a refresh is offered then. */
  isKnown: boolean;
};

/** Payment method, refresh, and the one change that the status allows: cancel, reactivate or subscribe. */
export function PlanActions({ subscription, isKnown }: PlanActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isPending, refresh, portal, cancel, reactivate } = useBillingActions({
    onCancelEnd: () => setIsAsking(false),
  });
  const { subscribed, subscription_status: status, subscription_end: end } = subscription;
  // A subscription with an owed or disputed payment still runs: it can be cancelled, and a second one is not offered.
  const canCancel = isSubscriptionActive(subscription) || status === "past_due" || status === "paused";
  // After a failed payment there may be no payment method; the portal takes a new one.
  const hasPaymentMethod = subscription.payment_method !== null || subscription.grace_end !== null;
  const canReactivate = subscribed && status === "canceled";

  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {hasPaymentMethod && (
        <Button
          variant={status === "past_due" ? "primary" : "secondary"}
          isLoading={portal.isPending}
          disabled={isPending}
          onClick={() => portal.run()}
        >
          Update Payment Method
        </Button>
      )}
      <Button
        variant="secondary"
        isLoading={refresh.isPending}
        disabled={isPending}
        onClick={() => refresh.run()}
      >
        {!refresh.isPending && <Refresh className="size-4" />} Refresh
      </Button>
      {!isKnown ? null : canCancel ? (
        <Button variant="ghost" disabled={isPending} onClick={() => setIsAsking(true)}>
          Cancel Subscription
        </Button>
      ) : canReactivate ? (
        <Button isLoading={reactivate.isPending} disabled={isPending} onClick={() => reactivate.run()}>
          Reactivate Subscription
        </Button>
      ) : (
        <LinkButton href="/subscribe">Subscribe Now</LinkButton>
      )}
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        isAlert
        title="Cancel your subscription?"
        description={`It will not renew. You keep the ${tierTerms[subscription.subscription_tier].name} plan${
          end ? ` until ${longDate(end)}` : ""
        }; after that you have the free plan, and your data stays.`}
        footer={
          <>
            <Button variant="secondary" disabled={isPending} onClick={() => setIsAsking(false)}>
              Keep Subscription
            </Button>
            <Button variant="danger" isLoading={cancel.isPending} onClick={() => cancel.run()}>
              Cancel Subscription
            </Button>
          </>
        }
      />
    </div>
  );
}
