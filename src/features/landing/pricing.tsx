import { useCallback, useEffect, useState } from "react";
import { planTerms } from "#contract/plans.ts";
import type { Plan } from "#contract/subscription.ts";
import { useCheckout } from "#lib/checkout.ts";
import { Button } from "#ui/button.tsx";
import { PlanCard, PlanGrid } from "#ui/domain/plan-card.tsx";
import { Notice } from "#ui/notice.tsx";
import { readPlans } from "./api.ts";
import { Section } from "./examples.tsx";

/** How long the page waits before it scrolls to the prices. The specification sets this value. */
const SCROLL_DELAY_MS = 100;

export function Pricing({ builtPlans }: { builtPlans: readonly Plan[] }) {
  const { plans, hasFailed, reload } = usePlans(builtPlans);
  const { isOpening, open } = useCheckout();
  useScrollToPricing();

  return (
    <Section
      id="pricing"
      eyebrow="Pricing"
      title="One monthly price. Cancel whenever you like."
      text="Cancel your plan, export your data or delete your account yourself, without contacting anyone."
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
      <PlanGrid>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            badge={plan.recommended ? "RECOMMENDED" : undefined}
            isHighlighted={plan.recommended}
          >
            <Button
              variant={plan.recommended ? "primary" : "secondary"}
              isWide
              disabled={isOpening}
              onClick={() => open(plan.id)}
            >
              {isOpening ? "Loading..." : `Choose ${plan.name}`}
            </Button>
          </PlanCard>
        ))}
      </PlanGrid>
      <p className="mt-6 text-sm text-muted">
        Just looking? A free account has {planTerms.free.callLimit} API calls a month and needs no card; the
        third call asks for a confirmed email address.{" "}
        <a href="/auth?tab=signup" className="link">
          Create one
        </a>
        . Prices in US dollars, any tax included; fees are non-refundable.
      </p>
    </Section>
  );
}

function useScrollToPricing() {
  useEffect(() => {
    if (location.hash !== "#pricing") return;
    const timer = setTimeout(() => document.getElementById("pricing")?.scrollIntoView(), SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}

type PlansState = { plans: readonly Plan[]; hasFailed: boolean; reload: () => void };

/**
 * Returns the plans of the build until the current ones have been read, and none after a failure, because an
 * outdated price is worse than no price.
 */
function usePlans(builtPlans: readonly Plan[]): PlansState {
  const [plans, setPlans] = useState(builtPlans);
  const [hasFailed, setHasFailed] = useState(false);

  const reload = useCallback(async () => {
    setHasFailed(false);
    await readPlans().then(setPlans, (error: unknown) => {
      console.warn("Failed to fetch plans", error);
      setPlans([]);
      setHasFailed(true);
    });
  }, []);

  useEffect(() => void reload(), [reload]);
  return { plans, hasFailed, reload: () => void reload() };
}
