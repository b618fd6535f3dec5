import { useState } from "react";
import { planTerms } from "#contract/plans.ts";
import type { SubscriptionStatusResponse } from "#contract/subscription.ts";
import { longDate } from "#lib/dates.ts";
import { isSubscriptionActive, useReadSubscription } from "#lib/subscription.ts";
import { useAction } from "#lib/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Refresh } from "#ui/icons.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { cancelSubscription, openPortal, reactivateSubscription } from "../api.ts";

type PlanActionsProps = {
  subscription: SubscriptionStatusResponse["subscription"];
  isKnown: boolean;
};

export function PlanActions({ subscription, isKnown }: PlanActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isPending, refresh, portal, cancel, reactivate } = useBillingActions({
    onCancelEnd: () => setIsAsking(false),
  });
  const { subscribed, subscription_status: status, subscription_end: end } = subscription;
  // A subscription with a failed or disputed payment still runs, so it can be canceled and no second one is
  // offered.
  const canCancel = isSubscriptionActive(subscription) || status === "past_due" || status === "paused";
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
      <ActionFailure message={portal.message} />
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        isAlert
        title="Cancel your subscription?"
        description={`It will not renew. You keep the ${planTerms[subscription.subscription_tier].name} plan${
          end ? ` until ${longDate(end)}` : ""
        }; after that you are on the free plan, and your data stays.`}
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

function useBillingActions({ onCancelEnd }: { onCancelEnd: () => void }) {
  const readAgain = useReadSubscription();

  const refresh = useAction({
    call: readAgain,
    success: { title: "Subscription Updated", description: "Your subscription is up to date." },
    failure: { title: "Refresh Failed", fallback: "Failed to refresh subscription" },
  });
  const portal = useAction({
    call: openPortal,
    failure: { fallback: "Failed to open the payment settings. Please try again." },
    onSuccess: ({ url }) => location.assign(url),
  });
  const cancel = useAction({
    call: cancelSubscription,
    success: ({ subscription: { subscription_end: end } }) => ({
      title: "Subscription Cancelled",
      description: `Your subscription will not renew.${end ? ` You keep your plan until ${longDate(end)}.` : ""}`,
    }),
    failure: { title: "Cancellation Failed", fallback: "Failed to cancel subscription" },
    refresh: readAgain,
    onSettled: onCancelEnd,
  });
  const reactivate = useAction({
    call: reactivateSubscription,
    success: { title: "Subscription Reactivated", description: "Your subscription renews again." },
    failure: { title: "Reactivation Failed", fallback: "Failed to reactivate subscription" },
    refresh: readAgain,
  });

  const isPending = [refresh, portal, cancel, reactivate].some((action) => action.isPending);
  return { isPending, refresh, portal, cancel, reactivate };
}
