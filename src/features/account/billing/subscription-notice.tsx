import { planTerms } from "#contract/plans.ts";
import type { SubscriptionStatusResponse } from "#contract/subscription.ts";
import { longDate } from "#lib/dates.ts";
import { Notice } from "#ui/notice.tsx";

type SubscriptionNoticeProps = { subscription: SubscriptionStatusResponse["subscription"] };

/** Announces a failed payment, a coming end, a coming change of plan or a pause; nothing otherwise. */
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
