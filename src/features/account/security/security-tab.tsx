import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SecurityAttemptKind, SecurityEvent, SecurityEventKind } from "#contract/security.ts";
import { dateAndTime } from "#lib/dates.ts";
import { useSession } from "#lib/session.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { History } from "#ui/icons.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { connectedAppsQuery, securityEventsQuery, sessionsQuery, signInMethodsQuery } from "../api.ts";
import { ConnectedAppsCard } from "../connected-apps/connected-apps-card.tsx";
import { ChangePassword } from "./change-password.tsx";
import { LinkedSignIns } from "./linked-sign-ins.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";
import { TwoFactor } from "./two-factor.tsx";

export default function SecurityTab() {
  const { user } = useSession();
  const isLoading = [
    useQuery(signInMethodsQuery()),
    useQuery(sessionsQuery()),
    useQuery(connectedAppsQuery()),
    useQuery(securityEventsQuery()),
  ].some(({ isPending }) => isPending);
  if (!user) return <p>User information not available</p>;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <ChangePassword email={user.email} />
        {isLoading ? (
          <LoadingCards />
        ) : (
          <>
            <Passkeys />
            <LinkedSignIns />
            <TwoFactor user={user} />
          </>
        )}
      </div>
      <div className="flex flex-col gap-6">
        {isLoading ? (
          <LoadingCards />
        ) : (
          <>
            <Sessions />
            <ConnectedAppsCard />
            <SecurityTrail />
          </>
        )}
      </div>
    </div>
  );
}

/** Lists of unknown length appear together, so none pushes another down while it is read. */
function LoadingCards() {
  return (
    <div aria-busy="true" className="flex min-h-dvh flex-col gap-6">
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

const names: Record<SecurityEventKind, string> = {
  account_created: "Account created",
  email_confirmed: "Email address confirmed",
  sign_in: "Signed in",
  sign_out: "Signed out",
  password_changed: "Password changed",
  password_reset: "Password reset",
  two_factor_enabled: "Two-factor authentication turned on",
  two_factor_disabled: "Two-factor authentication turned off",
  recovery_code_used: "Recovery code used",
  recovery_codes_renewed: "New recovery codes made",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  sign_in_linked: "Sign-in linked",
  sign_in_unlinked: "Sign-in unlinked",
  session_ended: "Session terminated",
  other_sessions_ended: "All other sessions terminated",
  data_exported: "Data exported",
  api_key_created: "API key made",
  api_key_revoked: "API key revoked",
  app_connected: "App connected",
  app_disconnected: "App disconnected",
  app_token_reused: "App disconnected: a replaced token came again",
  webhook_added: "Webhook endpoint added",
  webhook_removed: "Webhook endpoint removed",
  webhook_secret_rotated: "Signing secret of a webhook endpoint rotated",
  calendar_feed_made: "Address of the calendar feed made",
  calendar_feed_removed: "Address of the calendar feed ended",
  standing_access_ended:
    "Passkeys, linked sign-ins, connected apps, API keys, webhooks and calendar feed ended",
  security_emails_off: "Security emails turned off",
  review_decided: "Review decided as operator",
};

const attemptNames: Record<SecurityAttemptKind, string> = {
  sign_in_failed: "Sign-in failed",
  password_change_failed: "Password change failed",
  password_reset_requested: "Password reset requested",
  two_factor_failed: "Wrong two-factor code",
  passkey_failed: "Passkey refused",
};

const SHOWN_AT_FIRST = 5;

function SecurityTrail() {
  const trail = useQuery(securityEventsQuery());
  const { events = [], attempts = [] } = trail.data ?? {};
  return (
    <Card aria-labelledby="trail-title">
      <CardHeader id="trail-title" icon={<History />} title="Recent Security Activity" />
      {trail.isError && <LoadFailure title="The activity could not be loaded" query={trail} />}
      <TrailList rows={events.map((event) => ({ ...event, title: names[event.kind] }))} />
      {attempts.length > 0 && (
        <>
          <h3 className="heading-3 mt-6">Attempts</h3>
          <p className="mb-3 text-sm text-muted">
            Anyone who knows your address can cause these. Each line counts an hour.
          </p>
          <TrailList
            rows={attempts.map(({ kind, count, ...rest }) => ({
              ...rest,
              kind,
              title: count === 1 ? attemptNames[kind] : `${attemptNames[kind]}, ${count} times`,
            }))}
          />
        </>
      )}
    </Card>
  );
}

type TrailRow = Pick<SecurityEvent, "device" | "place" | "at"> & { kind: string; title: string };

function TrailList({ rows }: { rows: readonly TrailRow[] }) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <ol className="flex flex-col gap-3">
        {rows.slice(0, isWhole ? rows.length : SHOWN_AT_FIRST).map(({ kind, title, device, place, at }) => (
          <li key={`${kind} ${at}`}>
            <p className="font-medium">{title}</p>
            <p className="text-sm text-muted">
              {dateAndTime(at)} · {device}
              {place && ` · ${place}`}
            </p>
          </li>
        ))}
      </ol>
      {!isWhole && rows.length > SHOWN_AT_FIRST && (
        <Button variant="ghost" size="sm" className="mt-3" onClick={() => setIsWhole(true)}>
          Show all {rows.length}
        </Button>
      )}
    </>
  );
}
