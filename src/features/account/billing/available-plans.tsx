import { useQuery } from "@tanstack/react-query";
import type { Tier } from "#contract/account.ts";
import { plansQuery } from "#lib/subscription.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { PlanCard, PlanGrid } from "#ui/domain/plan-card.tsx";
import { LoadFailure } from "#ui/notice.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";

/** All plans; each but the current one links to its change. */
export function AvailablePlans({ currentTier }: { currentTier: Tier }) {
  const plans = useQuery(plansQuery());
  return (
    <section aria-labelledby="plans-title">
      <h2 id="plans-title" className="heading-2 mb-4">
        Available Plans
      </h2>
      {plans.isPending && <SkeletonLines lines={4} />}
      {plans.isError && (
        <LoadFailure
          title="The plans cannot be loaded right now."
          error={plans.error}
          onRetry={() => void plans.refetch()}
          isRetrying={plans.isFetching}
        />
      )}
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
                  variant={plan.popular ? "primary" : "secondary"}
                  isWide
                >
                  Upgrade to {plan.name}
                </LinkButton>
              )}
            </PlanCard>
          ))}
        </PlanGrid>
      )}
    </section>
  );
}
