import { useQuery } from "@tanstack/react-query";
import type { Tier } from "#contract/account.ts";
import { isSmallerPlan } from "#contract/plans.ts";
import type { BillingHistoryItem, GuestOffer } from "#contract/subscription.ts";
import { longDate } from "#lib/dates.ts";
import { money } from "#lib/numbers.ts";
import { guestOffersQuery, plansQuery, useOfferAnswer, useSubscription } from "#lib/subscription.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { PlanCard, PlanGrid } from "#ui/domain/plan-card.tsx";
import { CreditCard, Document } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { ActionFailure, Notice } from "#ui/notice.tsx";
import { CurrentPlan, SubscriptionNotice } from "./current-plan.tsx";

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
        <LoadFailure title="Failed to fetch subscription data" query={{ error, refetch, isFetching }}>
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

type BillingHistoryProps = { items: readonly BillingHistoryItem[]; isComplete: boolean; onRetry: () => void };

/** Lists the invoices. If they could not be read, it says so instead of showing an empty list. */
function BillingHistory({ items, isComplete, onRetry }: BillingHistoryProps) {
  return (
    <Card aria-labelledby="history-title">
      <CardHeader id="history-title" title="Billing History" />
      {!isComplete && (
        <Notice
          tone="warn"
          title="The invoices cannot be loaded right now."
          action={
            <Button variant="secondary" size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          Please try again in a few minutes.
        </Notice>
      )}
      {isComplete && items.length === 0 && <p className="text-muted">No billing history available</p>}
      <ul>
        {items.map((item) => (
          <Invoice key={item.id} item={item} />
        ))}
      </ul>
    </Card>
  );
}

function Invoice({ item }: { item: BillingHistoryItem }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{item.description ?? "Payment for subscription"}</p>
        <p className="text-sm text-muted">{longDate(item.created)}</p>
      </div>
      <p className="font-semibold figures">{money(item.amount, item.currency)}</p>
      <Badge tone={item.status === "paid" ? "neutral" : "danger"}>{item.status}</Badge>
      {item.invoice_pdf ? (
        <a
          href={item.invoice_pdf}
          target="_blank"
          rel="noopener noreferrer"
          className="link inline-flex min-h-11 items-center gap-1.5"
        >
          <Document className="size-4" /> PDF
          <span className="sr-only"> of {longDate(item.created)}, opens in a new tab</span>
        </a>
      ) : (
        <span className="text-sm text-muted">No PDF</span>
      )}
    </li>
  );
}

function AvailablePlans({ currentTier }: { currentTier: Tier }) {
  const plans = useQuery(plansQuery());
  return (
    <section aria-labelledby="plans-title">
      <h2 id="plans-title" className="heading-2 mb-4">
        Available Plans
      </h2>
      {plans.isPending && <SkeletonLines lines={4} />}
      {plans.isError && <LoadFailure title="The plans cannot be loaded right now." query={plans} />}
      {plans.data && (
        <PlanGrid>
          {plans.data.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              badge={plan.popular ? "Most Popular" : undefined}
              isHighlighted={plan.id === currentTier}
            >
              {plan.id === currentTier ? (
                <Button variant="secondary" isWide disabled>
                  Current Plan
                </Button>
              ) : (
                <LinkButton
                  href={`/subscribe?plan=${plan.id}&upgrade=true`}
                  variant={plan.popular && !isSmallerPlan(plan.id, currentTier) ? "primary" : "secondary"}
                  isWide
                >
                  {isSmallerPlan(plan.id, currentTier) ? "Downgrade" : "Upgrade"} to {plan.name}
                </LinkButton>
              )}
            </PlanCard>
          ))}
        </PlanGrid>
      )}
    </section>
  );
}

function GuestOffers() {
  const { data } = useQuery(guestOffersQuery());
  return data?.offers.map((offer) => <Offer key={offer.checkoutId} offer={offer} />);
}

function Offer({ offer }: { offer: GuestOffer }) {
  const answer = useOfferAnswer(offer, {
    success: (_, answered) => ({
      title: "Subscription Updated",
      description:
        answered === "accept"
          ? `You are on the ${offer.planName} plan now.`
          : "You declined the plan. Your account is unchanged.",
    }),
    failure: { fallback: "The plan could not be moved. Please try again." },
  });
  const titleId = `offer-${offer.checkoutId}`;

  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        id={titleId}
        icon={<CreditCard className="size-5" />}
        title={`Someone paid for a ${offer.planName} plan with your email address`}
        description={`Whoever paid was not signed in and gave ${offer.email}. If it was you, or was meant for you, accept it and the plan moves to this account. If you decline, it stays with whoever paid.`}
      />
      {offer.obstacle && <Notice tone="warn">{offer.obstacle}</Notice>}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          isLoading={answer.pending === "accept"}
          disabled={answer.isPending || offer.obstacle !== null}
          onClick={() => answer.run("accept")}
        >
          Accept
        </Button>
        <Button
          variant="secondary"
          isLoading={answer.pending === "decline"}
          disabled={answer.isPending}
          onClick={() => answer.run("decline")}
        >
          Decline
        </Button>
        <ActionFailure message={answer.message} />
      </div>
    </Card>
  );
}
