import { useEffect, useState } from "react";
import type { Plan, PlanId } from "#contract/subscription.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { classes } from "#ui/classes.ts";
import { Check } from "#ui/icons.tsx";
import { Notice } from "#ui/notice.tsx";
import { Section } from "./section.tsx";
import { startCheckout } from "./start-checkout.ts";
import { usePlans } from "./use-plans.ts";

/** Spec: the pause before the page scrolls to the prices when a link asked for them. */
const SCROLL_DELAY_MS = 100;

/** The plans with their prices. Choosing one starts its checkout. */
export function Pricing({ builtPlans }: { builtPlans: readonly Plan[] }) {
  const { plans, hasFailed, reload } = usePlans(builtPlans);
  const [chosen, setChosen] = useState<PlanId | null>(null);
  useScrollToPricing();

  async function choose(planId: PlanId) {
    setChosen(planId);
    if (!(await startCheckout(planId))) setChosen(null);
  }

  return (
    <Section
      id="pricing"
      eyebrow="Pricing"
      title="One price a month. Leave whenever you like."
      text="Cancel, export and delete in your account, without talking to anyone."
    >
      {hasFailed && (
        <Notice
          tone="warn"
          title="The plans cannot be loaded right now."
          action={
            <Button variant="secondary" size="sm" onClick={reload}>
              Try again
            </Button>
          }
        />
      )}
      <ul className="grid items-stretch gap-5 md:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} isBusy={chosen !== null} onChoose={() => choose(plan.id)} />
        ))}
      </ul>
      <p className="mt-6 text-sm text-muted">
        Just looking? A free account has 10 API calls a month and needs no card.{" "}
        <a href="/auth" className="link">
          Create one
        </a>
        . Prices in US dollars; fees are non-refundable.
      </p>
    </Section>
  );
}

type PlanCardProps = { plan: Plan; isBusy: boolean; onChoose: () => void };

function PlanCard({ plan, isBusy, onChoose }: PlanCardProps) {
  return (
    <li
      className={classes(
        "flex flex-col rounded-lg border bg-surface p-6 shadow-card",
        plan.recommended ? "border-2 border-primary" : "border-line",
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h3 className="heading-3">{plan.name}</h3>
        {plan.recommended && <Badge tone="signal">RECOMMENDED</Badge>}
      </div>
      <p className="mt-3 flex items-baseline gap-1.5">
        <span className="text-4xl font-semibold tracking-[-0.03em] figures">${plan.price}</span>
        <span className="text-muted">per {plan.interval}</span>
      </p>
      <p className="mt-1 text-sm text-muted figures">
        {plan.apiCallLimit === null ? "Unlimited API calls" : `${plan.apiCallLimit} API calls per month`}
      </p>
      <ul className="mb-6 mt-5 flex flex-1 flex-col gap-2.5 border-t border-line pt-5">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check className="size-5 mt-0.5 text-primary" />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        variant={plan.recommended ? "primary" : "secondary"}
        isWide
        disabled={isBusy}
        onClick={onChoose}
      >
        {isBusy ? "Loading..." : `Choose ${plan.name}`}
      </Button>
    </li>
  );
}

/** Scrolls to the prices when the address asks for them. */
function useScrollToPricing() {
  useEffect(() => {
    if (location.hash !== "#pricing") return;
    const timer = setTimeout(() => document.getElementById("pricing")?.scrollIntoView(), SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}
