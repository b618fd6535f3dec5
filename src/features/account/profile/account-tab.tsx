import { useState } from "react";
import type { User } from "#contract/account.ts";
import { planTerms } from "#contract/plans.ts";
import { answerTimeOf, hasPrioritySupport } from "#contract/support.ts";
import { longDate } from "#lib/dates.ts";
import { number } from "#lib/numbers.ts";
import { useSession } from "#lib/session.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { ConfirmNotice } from "#ui/domain/confirm-notice.tsx";
import { Pencil } from "#ui/icons.tsx";
import { Progress } from "#ui/progress.tsx";
import { StatusBadge } from "../billing/current-plan.tsx";
import { ChangePhoto } from "./change-photo.tsx";
import { ProfileForm } from "./profile-form.tsx";

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
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <dt className="text-muted">
            {hasPrioritySupport(user.subscriptionTier) ? "Priority support" : "Support"}
          </dt>
          <dd>
            <a href="/support" className="link">
              answered within {answerTimeOf(user.subscriptionTier)}
            </a>
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function ProfileCard({ user }: { user: User }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Card aria-labelledby="profile-title">
      <CardHeader
        id="profile-title"
        title="Profile"
        aside={
          !isEditing && (
            <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
              <Pencil className="size-4" /> Edit Profile
            </Button>
          )
        }
      />
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <Avatar user={user} />
        <div className="min-w-0 max-w-full">
          <p className="text-xl font-semibold [overflow-wrap:anywhere]">{user.fullName || "User"}</p>
          <p className="text-muted [overflow-wrap:anywhere]">{user.email}</p>
        </div>
        {isEditing && <ChangePhoto user={user} />}
      </div>
      {isEditing ? (
        <ProfileForm user={user} onDone={() => setIsEditing(false)} />
      ) : (
        <ProfileFacts user={user} />
      )}
    </Card>
  );
}

function ProfileFacts({ user }: { user: User }) {
  const facts = [
    ["Full Name", user.fullName || "Not provided"],
    ["Phone", user.phone || "Not provided"],
    ["Company", user.company || "Not provided"],
    ["Location", user.location || "Not provided"],
    ["Member Since", user.createdAt ? longDate(user.createdAt) : "Unknown"],
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
      <div className="min-w-0 sm:col-span-2">
        <dt className="text-sm text-muted">Bio</dt>
        <dd className="whitespace-pre-line break-words">{user.bio || "No bio provided"}</dd>
      </div>
    </dl>
  );
}

function Avatar({ user }: { user: Pick<User, "avatarUrl" | "fullName" | "email"> }) {
  const frame = "size-18 shrink-0 rounded-full";
  if (user.avatarUrl) return <img src={user.avatarUrl} alt="" className={`${frame} object-cover`} />;
  const [initial = "U"] = [...(user.fullName || user.email)];
  return (
    <span
      aria-hidden="true"
      className={`${frame} inline-flex items-center justify-center bg-primary-soft font-display text-3xl font-semibold text-primary`}
    >
      {initial.toUpperCase()}
    </span>
  );
}
