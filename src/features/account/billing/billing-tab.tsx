import { useSubscription } from "#lib/subscription.ts";
import { Card } from "#ui/card.tsx";
import { LoadFailure } from "#ui/notice.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { AvailablePlans } from "./available-plans.tsx";
import { BillingHistory } from "./billing-history.tsx";
import { CurrentPlan } from "./current-plan.tsx";
import { GuestOffers } from "./guest-offers.tsx";
import { SubscriptionNotice } from "./subscription-notice.tsx";

/** The current plan with its actions, all plans, and the invoices. */
export default function BillingTab() {
  const { status, isLoading, hasFailed, error, isFetching, refetch } = useSubscription();
  if (isLoading || !status)
    return (
      <Card as="div">
        <span role="status" className="sr-only">
          Loading…
        </span>
        <SkeletonLines lines={6} />
      </Card>
    );
  return (
    <div className="flex flex-col gap-6">
      {hasFailed ? (
        <LoadFailure
          title="Failed to fetch subscription data"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {" "}
          Until then you see the limits of the free plan. Your subscription itself is unchanged.
        </LoadFailure>
      ) : (
        <SubscriptionNotice subscription={status.subscription} />
      )}
      <GuestOffers />
      <CurrentPlan status={status} isKnown={!hasFailed} />
      <AvailablePlans currentTier={status.subscription.subscription_tier} />
      <BillingHistory
        items={status.billingHistory}
        isComplete={status.isBillingHistoryComplete}
        onRetry={() => void refetch()}
      />
    </div>
  );
}
