import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SecurityEventKind } from "#contract/security.ts";
import { dateAndTime } from "#lib/dates.ts";
import { useSession } from "#lib/session.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { History } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { LoadFailure } from "#ui/notice.tsx";
import { securityEventsQuery } from "../api.ts";
import { ChangePassword } from "./change-password.tsx";
import { Sessions } from "./sessions.tsx";
import { TwoFactor } from "./two-factor.tsx";

export default function SecurityTab() {
  const { user } = useSession();
  if (!user) return <p>User information not available</p>;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <ChangePassword email={user.email} />
        <TwoFactor user={user} />
      </div>
      <div className="flex flex-col gap-6">
        <Sessions />
        <SecurityTrail />
      </div>
    </div>
  );
}

const names: Record<SecurityEventKind, string> = {
  account_created: "Account created",
  email_confirmed: "Email address confirmed",
  sign_in: "Signed in",
  sign_in_failed: "Sign-in failed",
  sign_out: "Signed out",
  password_changed: "Password changed",
  password_change_failed: "Password change failed",
  password_reset_requested: "Password reset requested",
  password_reset: "Password reset",
  two_factor_enabled: "Two-factor authentication turned on",
  two_factor_disabled: "Two-factor authentication turned off",
  two_factor_failed: "Wrong two-factor code",
  recovery_code_used: "Recovery code used",
  recovery_codes_renewed: "New recovery codes made",
  session_ended: "Session terminated",
  other_sessions_ended: "All other sessions terminated",
  data_exported: "Data exported",
  api_key_created: "API key made",
  api_key_revoked: "API key revoked",
  webhook_added: "Webhook endpoint added",
  webhook_removed: "Webhook endpoint removed",
  webhook_secret_rotated: "Signing secret of a webhook endpoint rotated",
  calendar_feed_made: "Address of the calendar feed made",
  calendar_feed_removed: "Address of the calendar feed ended",
  standing_access_ended: "API keys, webhooks and calendar feed ended",
  review_decided: "Review decided as operator",
};

const SHOWN_AT_FIRST = 5;

function SecurityTrail() {
  const trail = useQuery(securityEventsQuery());
  const [isWhole, setIsWhole] = useState(false);
  const events = trail.data?.events ?? [];
  return (
    <Card aria-labelledby="trail-title">
      <CardHeader id="trail-title" icon={<History />} title="Recent Security Activity" />
      {trail.isPending && <SkeletonLines lines={3} />}
      {trail.isError && (
        <LoadFailure
          title="The activity could not be loaded"
          error={trail.error}
          onRetry={() => void trail.refetch()}
          isRetrying={trail.isFetching}
        />
      )}
      <ol className="flex flex-col gap-3">
        {events.slice(0, isWhole ? events.length : SHOWN_AT_FIRST).map(({ kind, device, place, at }) => (
          <li key={`${kind} ${at}`}>
            <p className="font-medium">{names[kind]}</p>
            <p className="text-sm text-muted">
              {dateAndTime(at)} · {device}
              {place && ` · ${place}`}
            </p>
          </li>
        ))}
      </ol>
      {!isWhole && events.length > SHOWN_AT_FIRST && (
        <Button variant="ghost" size="sm" className="mt-3" onClick={() => setIsWhole(true)}>
          Show all {events.length}
        </Button>
      )}
    </Card>
  );
}
