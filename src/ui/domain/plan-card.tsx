import type { ReactNode } from "react";
import type { Plan } from "#contract/subscription.ts";
import { Badge } from "../badge.tsx";
import { classes } from "../classes.ts";
import { Check } from "../icons.tsx";

type PlanCardProps = {
  plan: Plan;
  badge?: string | undefined;
  isHighlighted?: boolean;
  children?: ReactNode;
};

export function PlanGrid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid items-stretch gap-5 md:grid-cols-[repeat(auto-fit,minmax(13.5rem,1fr))]">
      {children}
    </ul>
  );
}

export function PlanCard(props: PlanCardProps) {
  const { plan, badge, isHighlighted = false, children } = props;
  const { name, price, interval, apiCallLimit, features } = plan;
  return (
    <li
      className={classes(
        "flex flex-col rounded-lg border bg-surface p-6 shadow-card",
        isHighlighted ? "border-2 border-primary" : "border-line",
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="heading-3">{name}</h3>
        {badge && <Badge tone="signal">{badge}</Badge>}
      </div>
      <p className="mt-3 flex items-baseline gap-1.5">
        <span className="text-4xl font-semibold tracking-[-0.03em] figures">${price}</span>
        <span className="text-muted">per {interval}</span>
      </p>
      <p className="mt-1 text-sm text-muted figures">
        {apiCallLimit === null ? "Unlimited API calls" : `${apiCallLimit} API calls per month`}
      </p>
      <ul className="mb-6 mt-5 flex flex-1 flex-col gap-2.5 border-t border-line pt-5">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check className="size-5 mt-0.5 text-primary" />
            {feature}
          </li>
        ))}
      </ul>
      {children}
    </li>
  );
}
