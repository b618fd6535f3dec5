import { useSession } from "#lib/session.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { tierNames } from "../tier-names.ts";

/** The plan, what it costs and what was paid. */
export default function BillingTab() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Card aria-labelledby="plan-title">
      <CardHeader id="plan-title" title="Current Plan" />
      <dl className="grid gap-4 sm:grid-cols-2">
        <Figure label="Plan" value={tierNames[user.subscriptionTier]} />
        <Figure label="API Calls" value={`${user.apiCallsUsed} / ${user.apiCallsLimit ?? "Unlimited"}`} />
      </dl>
    </Card>
  );
}
