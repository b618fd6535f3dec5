import { useNavigate } from "react-router";
import { isSmallerPlan } from "#contract/plans.ts";
import {
  type Plan,
  proratedCalls,
  prorationCents,
  remainingMonthFraction,
  type SubscriptionStatusResponse,
} from "#contract/subscription.ts";
import { longDate } from "#lib/dates.ts";
import { money } from "#lib/numbers.ts";
import { useReadSubscription } from "#lib/subscription.ts";
import { useAction } from "#lib/use-action.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { changePlan } from "./api.ts";

type Subscription = SubscriptionStatusResponse["subscription"];
type ChangePlanProps = { plans: readonly Plan[]; wanted: Plan; subscription: Subscription };

export function ChangePlan({ plans, wanted, subscription }: ChangePlanProps) {
  const readSubscription = useReadSubscription();
  const navigate = useNavigate();
  const current = plans.find(({ id }) => id === subscription.subscription_tier);
  const obstacle = obstacleOf(subscription, wanted);

  const { isPending, run } = useAction({
    call: () => changePlan(wanted.id),
    success: ({ change }) => ({
      title: "Subscription Updated",
      description:
        change === "downgrade_waits"
          ? `Your plan changes to ${wanted.name} when the paid month ends.`
          : `You are on the ${wanted.name} plan now.`,
    }),
    failure: { title: "Update failed", fallback: "Failed to change your plan. Please try again." },
    refresh: readSubscription,
    onSuccess: () => navigate("/account?tab=billing"),
  });

  return (
    <Card aria-labelledby="change-title">
      <h2 id="change-title" className="heading-3">
        {current && current.id !== wanted.id ? `From ${current.name} to ${wanted.name}` : wanted.name}
      </h2>
      {obstacle ? (
        <p className="mt-1 text-muted">{obstacle}</p>
      ) : (
        current && <Terms current={current} wanted={wanted} subscription={subscription} />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {obstacle ? (
          <LinkButton href="/account?tab=billing" variant="secondary">
            Back to Billing
          </LinkButton>
        ) : (
          <Button size="lg" isLoading={isPending} onClick={() => run()}>
            {isPending ? "Loading..." : stepTo(wanted, current)}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** Returns the button's text, in the same words as the billing tab. */
function stepTo(wanted: Plan, current: Plan | undefined): string {
  if (current?.id === wanted.id) return `Keep ${wanted.name}`;
  return `${current && isSmallerPlan(wanted.id, current.id) ? "Downgrade" : "Upgrade"} to ${wanted.name}`;
}

type TermsProps = { current: Plan; wanted: Plan; subscription: Subscription };

function Terms({ current, wanted, subscription }: TermsProps) {
  const end = subscription.subscription_end ?? new Date().toISOString();
  const monthly = `${money(wanted.price * 100)} a month`;
  if (current.id === wanted.id)
    return (
      <p className="mt-1 text-muted">Your plan stays {wanted.name}; the scheduled change is cancelled.</p>
    );
  if (wanted.price < current.price)
    return (
      <p className="mt-1 text-muted">
        Nothing is due today. You keep {current.name} until {longDate(end)}; from then on it is {monthly}.
      </p>
    );
  const left = remainingMonthFraction(new Date(end), new Date());
  const today = prorationCents(current.price * 100, wanted.price * 100, left);
  const calls = proratedCalls(current.apiCallLimit, wanted.apiCallLimit, left);
  return (
    <p className="mt-1 text-muted">
      About {money(today)} is due today, the difference until {longDate(end)}; from then on it is {monthly}.
      {calls === null
        ? " Your predictions are unlimited at once."
        : ` It adds about ${calls} predictions to this month's at once.`}
    </p>
  );
}

/** Returns why the plan cannot be changed, or null if it can. */
function obstacleOf(subscription: Subscription, wanted: Plan): string | null {
  if (subscription.grace_end)
    return "Your last payment failed. Please update your payment method in Billing first.";
  if (subscription.subscription_status === "canceled")
    return "Your subscription is cancelled. Please reactivate it in Billing first.";
  if (wanted.id === (subscription.pending_tier ?? subscription.subscription_tier))
    return subscription.pending_tier ? "This change is already scheduled." : "This is your plan.";
  return null;
}
