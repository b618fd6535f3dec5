import { addDays } from "date-fns";
import { planTerms } from "#contract/plans.ts";
import type { SubscriptionStatusResponse } from "#contract/subscription.ts";
import { longDate } from "#lib/dates.ts";
import { MISSING, money, number } from "#lib/numbers.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { CreditCard } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";
import { Progress } from "#ui/progress.tsx";
import { PlanActions } from "./plan-actions.tsx";

/** How many days ahead the next billing date is assumed when it is not known. The specification sets this value. */
const FALLBACK_BILLING_DAYS = 30;

type CurrentPlanProps = {
  status: SubscriptionStatusResponse;
  isKnown: boolean;
};

export function CurrentPlan({ status: { subscription, limits }, isKnown }: CurrentPlanProps) {
  const { amount, subscription_tier: tier, payment_method: card } = subscription;
  return (
    <Card aria-labelledby="plan-title">
      <CardHeader
        id="plan-title"
        title="Current Plan"
        aside={isKnown ? <StatusBadge status={subscription.subscription_status} /> : <Badge>not known</Badge>}
      />
      <dl className="grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        <Figure label="Plan" value={planTerms[tier].name} />
        {isKnown ? (
          <NextDate subscription={subscription} />
        ) : (
          <Figure label="Next billing date" value={MISSING} />
        )}
        <Figure
          label="Monthly cost"
          value={isKnown ? money(amount?.cents ?? 0, amount?.currency) : MISSING}
          note={
            subscription.pending_tier && `from the change to ${planTerms[subscription.pending_tier].name}`
          }
        />
        <CallsUsed limits={limits} />
      </dl>
      <p className="mt-5 flex items-center gap-2.5 border-t border-line pt-5">
        <CreditCard className="size-5 text-muted" />
        <span>
          <span className="text-muted">Payment method: </span>
          {card ? (
            <>
              <span className="capitalize">{card.brand}</span> ending in {card.last4}
            </>
          ) : isKnown ? (
            "•••• •••• •••• ••••, no card on file"
          ) : (
            MISSING
          )}
        </span>
      </p>
      <PlanActions subscription={subscription} isKnown={isKnown} />
    </Card>
  );
}

function NextDate({ subscription }: { subscription: SubscriptionStatusResponse["subscription"] }) {
  const { subscribed, subscription_end: end, subscription_status: status } = subscription;
  if (subscribed && end)
    return status === "canceled" ? (
      <Figure label="Access until" value={longDate(end)} note="It will not renew" />
    ) : (
      <Figure label="Next billing date" value={longDate(end)} />
    );
  const fallback = longDate(addDays(new Date(), FALLBACK_BILLING_DAYS));
  return (
    <Figure
      label="Next billing date"
      value={fallback}
      note={subscribed ? undefined : "if you subscribe today"}
    />
  );
}

function CallsUsed({ limits }: { limits: SubscriptionStatusResponse["limits"] }) {
  const { apiCallsUsed: used, apiCallsLimit: limit } = limits;
  return (
    <Figure
      label="API Calls"
      value={`${number(used)} / ${limit === null ? "Unlimited" : number(limit)}`}
      note={
        limit !== null && (
          <span className="mt-2 block">
            <Progress label="API calls used" value={used} max={limit} valueText={`${used} of ${limit}`} />
          </span>
        )
      }
    />
  );
}

type SubscriptionNoticeProps = { subscription: SubscriptionStatusResponse["subscription"] };

export function SubscriptionNotice({ subscription }: SubscriptionNoticeProps) {
  const {
    subscribed,
    subscription_status: status,
    subscription_end: end,
    subscription_tier: tier,
  } = subscription;
  if (subscription.grace_end)
    return (
      <Notice tone="warn" title="Your last payment failed">
        {subscribed
          ? `Please update your payment method. Your plan stays until ${longDate(subscription.grace_end)}; after that the free limits apply.`
          : "The free limits apply until it is paid. Please update your payment method."}
      </Notice>
    );
  if (subscribed && status === "canceled" && end)
    return (
      <Notice tone="info" title={`Your subscription ends on ${longDate(end)}`}>
        It will not renew. Until then you keep the {planTerms[tier].name} plan, and you can reactivate at any
        time.
      </Notice>
    );
  if (subscription.pending_tier && end)
    return (
      <Notice
        tone="info"
        title={`Your plan changes to ${planTerms[subscription.pending_tier].name} on ${longDate(end)}`}
      >
        Until then you keep the {planTerms[tier].name} plan.
      </Notice>
    );
  if (status === "paused")
    return (
      <Notice tone="warn" title="Your subscription is paused">
        The free limits apply until it continues. A payment that is disputed with the bank pauses what it paid
        for. Please contact support if you did not expect this.
      </Notice>
    );
  return null;
}

const tones: Readonly<Record<string, Tone>> = {
  active: "positive",
  cancelled: "danger",
  past_due: "warn",
};

/** Shows the subscription's status, with `cancelled` spelled as in the product specification. */
export function StatusBadge({ status }: { status: string | null }) {
  const label = status === "canceled" ? "cancelled" : (status ?? "No Subscription");
  return <Badge tone={tones[label] ?? "neutral"}>{label}</Badge>;
}
