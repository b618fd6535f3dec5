import type { User } from "#contract/account.ts";
import { planTerms } from "#contract/plans.ts";
import { number } from "#lib/numbers.ts";
import { useSession } from "#lib/session.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { ConfirmNotice } from "#ui/domain/confirm-notice.tsx";
import { Progress } from "#ui/progress.tsx";
import { StatusBadge } from "../status-badge.tsx";
import { ProfileCard } from "./profile-card.tsx";

export default function AccountTab() {
  const { user } = useSession();
  if (!user) return <p>User information not available</p>;
  return (
    <div className="flex flex-col gap-6">
      {!user.isEmailVerified && (
        <ConfirmNotice email={user.email} title="Please confirm your email address">
          We sent you a link. Opening it confirms that the address is yours, so that we can reach you when it
          matters.
        </ConfirmNotice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ProfileCard user={user} />
        <AccountStatus user={user} />
      </div>
    </div>
  );
}

/** Plan, calls used and state of the subscription. */
function AccountStatus({ user }: { user: User }) {
  const limit = user.apiCallsLimit;
  const used = `${number(user.apiCallsUsed)} / ${limit === null ? "Unlimited" : number(limit)}`;
  return (
    <Card aria-labelledby="status-title">
      <CardHeader id="status-title" title="Account Status" />
      <dl className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-4">
          <dt className="text-muted">Plan</dt>
          <dd className="font-semibold">{planTerms[user.subscriptionTier].name}</dd>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <dt className="text-muted">API Calls</dt>
          <dd className="font-semibold figures">{used}</dd>
          {limit !== null && (
            <dd className="w-full">
              <Progress
                label="API calls used"
                value={user.apiCallsUsed}
                max={limit}
                valueText={`${user.apiCallsUsed} of ${limit}`}
              />
            </dd>
          )}
        </div>
        <div className="flex items-center justify-between gap-4">
          <dt className="text-muted">Subscription Status</dt>
          <dd>
            <StatusBadge status={user.subscriptionStatus || "active"} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
