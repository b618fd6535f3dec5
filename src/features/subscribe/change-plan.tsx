import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import {
  changePlanResponseSchema,
  type Plan,
  type SubscriptionStatusResponse,
} from "#contract/subscription.ts";
import { apiFetch } from "#lib/api.ts";
import { longDate } from "#lib/dates.ts";
import { money } from "#lib/numbers.ts";
import { messageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { subscriptionQuery } from "#lib/subscription.ts";
import { showToast } from "#lib/toast-store.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { proratedCalls, prorationCents } from "./proration.ts";

type Subscription = SubscriptionStatusResponse["subscription"];
type ChangePlanProps = { plans: readonly Plan[]; wanted: Plan; subscription: Subscription };

/** What another plan costs today and later, and the step itself. */
export function ChangePlan({ plans, wanted, subscription }: ChangePlanProps) {
  const { refreshUser } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);
  const current = plans.find(({ id }) => id === subscription.subscription_tier);
  const obstacle = obstacleOf(subscription, wanted);

  async function change() {
    setIsPending(true);
    try {
      const { change: outcome } = await apiFetch(changePlanResponseSchema, "/api/subscription/change-plan", {
        method: "POST",
        body: { planId: wanted.id },
      });
      await queryClient.fetchQuery({ ...subscriptionQuery(), staleTime: 0 });
      await refreshUser();
      showToast({
        tone: "success",
        title: "Subscription Updated",
        description:
          outcome === "downgrade_waits"
            ? `Your plan changes to ${wanted.name} when the paid month ends.`
            : `You are on the ${wanted.name} plan now.`,
      });
      navigate("/account?tab=billing");
    } catch (error) {
      const description = messageOf(error, "Failed to change your plan. Please try again.");
      showToast({ tone: "destructive", title: "Update failed", description });
      setIsPending(false);
    }
  }

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
          <Button size="lg" isLoading={isPending} onClick={change}>
            {isPending ? "Loading..." : `Change to ${wanted.name}`}
          </Button>
        )}
      </div>
    </Card>
  );
}

type TermsProps = { current: Plan; wanted: Plan; subscription: Subscription };

function Terms({ current, wanted, subscription }: TermsProps) {
  const end = subscription.subscription_end ?? new Date().toISOString();
  const monthly = `${money(wanted.price * 100)} a month`;
  if (current.id === wanted.id)
    return (
      <p className="mt-1 text-muted">Your plan stays {wanted.name}; the waiting change is taken back.</p>
    );
  if (wanted.price < current.price)
    return (
      <p className="mt-1 text-muted">
        Nothing is due today. You keep {current.name} until {longDate(end)}; from then on it is {monthly}.
      </p>
    );
  const [until, now] = [new Date(end), new Date()];
  const today = prorationCents(current.price * 100, wanted.price * 100, until, now);
  const calls = proratedCalls(current.apiCallLimit, wanted.apiCallLimit, until, now);
  return (
    <p className="mt-1 text-muted">
      About {money(today)} is due today, the difference until {longDate(end)}; from then on it is {monthly}.
      {calls === null
        ? " Your predictions are unlimited at once."
        : ` It adds about ${calls} predictions to this month's at once.`}
    </p>
  );
}

/** Why the plan cannot be changed to this one now, or null. */
function obstacleOf(subscription: Subscription, wanted: Plan): string | null {
  if (subscription.grace_end)
    return "Your last payment failed. Please update your payment method in Billing first.";
  if (subscription.subscription_status === "canceled")
    return "Your subscription is cancelled. Please reactivate it in Billing first.";
  if (wanted.id === (subscription.pending_tier ?? subscription.subscription_tier))
    return subscription.pending_tier ? "This change is waiting already." : "This is your plan.";
  return null;
}
