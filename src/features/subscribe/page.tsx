import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { type PlanId, planIds } from "#contract/plans.ts";
import type { Plan } from "#contract/subscription.ts";
import { usePageTitle } from "#lib/browser.ts";
import { useCheckout } from "#lib/checkout.ts";
import { money } from "#lib/numbers.ts";
import { plansQuery, useSubscription } from "#lib/subscription.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { PlanCard, PlanGrid } from "#ui/domain/plan-card.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { ArrowLeft } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { ChangePlan } from "./change-plan.tsx";

/** The plan that is offered to a person without one. The specification sets it. */
const FALLBACK_PLAN: PlanId = planIds[0];

export default function SubscribePage() {
  usePageTitle("Subscribe");
  const plans = useQuery(plansQuery());
  const { status, isLoading, hasFailed, error, isFetching, refetch } = useSubscription();
  const { isOpening, open } = useCheckout();
  const [params, setParams] = useSearchParams();
  const planOf = (name: string | null | undefined) => plans.data?.find(({ id }) => id === name);
  // The page opens with the plan of the URL, or else the person's current plan, so that another one is offered
  // only on request.
  const chosen =
    planOf(params.get("plan")) ?? planOf(status?.subscription.subscription_tier) ?? planOf(FALLBACK_PLAN);

  return (
    <AppShell>
      <div className="page-width flex flex-col gap-6 py-6 sm:py-8">
        <div>
          <LinkButton href="/account?tab=billing" variant="ghost" size="sm" className="-ml-3 -mt-2 mb-2">
            <ArrowLeft className="size-4" /> Billing
          </LinkButton>
          <h1 className="heading-1">
            {params.get("upgrade") === "true" ? "Change your plan" : "Choose your plan"}
          </h1>
          <p className="mt-1 text-muted">
            Monthly, in US dollars, any tax included. Cancel in your account whenever you like; you keep the
            month you paid for.
          </p>
        </div>
        {plans.isError && <LoadFailure title="The plans cannot be loaded right now." query={plans} />}
        {(plans.isPending || isLoading) && <SkeletonLines lines={5} />}
        {plans.data && status && chosen && (
          <>
            <PlanChoice
              plans={plans.data}
              chosen={chosen.id}
              isDisabled={isOpening}
              onChoose={(plan) =>
                setParams(
                  (current) => {
                    current.set("plan", plan);
                    return current;
                  },
                  { replace: true },
                )
              }
            />
            {hasFailed ? (
              <LoadFailure title="Your subscription could not be read" query={{ error, refetch, isFetching }}>
                {" "}
                Nothing can be bought until we know your current plan.
              </LoadFailure>
            ) : status.subscription.subscribed || status.subscription.grace_end ? (
              <ChangePlan plans={plans.data} wanted={chosen} subscription={status.subscription} />
            ) : (
              <StartCheckout plan={chosen} isOpening={isOpening} onOpen={() => open(chosen.id)} />
            )}
          </>
        )}
      </div>
    </AppShell>
  );
}

type PlanChoiceProps = {
  plans: readonly Plan[];
  chosen: PlanId;
  isDisabled: boolean;
  onChoose: (plan: PlanId) => void;
};

function PlanChoice({ plans, chosen, isDisabled, onChoose }: PlanChoiceProps) {
  return (
    <section aria-labelledby="choice-title">
      <h2 id="choice-title" className="sr-only">
        Plans
      </h2>
      <PlanGrid>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            badge={plan.popular ? "Most Popular" : undefined}
            isHighlighted={plan.id === chosen}
          >
            <Button
              variant={plan.id === chosen ? "primary" : "secondary"}
              isWide
              aria-pressed={plan.id === chosen}
              disabled={isDisabled}
              onClick={() => onChoose(plan.id)}
            >
              {isDisabled ? "Loading..." : plan.id === chosen ? "Selected" : `Select ${plan.name}`}
            </Button>
          </PlanCard>
        ))}
      </PlanGrid>
    </section>
  );
}

type StartCheckoutProps = { plan: Plan; isOpening: boolean; onOpen: () => void };

function StartCheckout({ plan, isOpening, onOpen }: StartCheckoutProps) {
  return (
    <Card aria-labelledby="checkout-title">
      <h2 id="checkout-title" className="heading-3">
        {plan.name}, {money(plan.price * 100)} a month
      </h2>
      <p className="mt-1 text-muted">
        You pay on our payment provider's page; we never see your card. The plan starts at once and renews
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
