import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SessionItem } from "#contract/security.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { Laptop } from "#ui/icons.tsx";
import { endOtherSessions, endSession, securityEventsQuery, sessionsQuery } from "../api.ts";

export function Sessions() {
  const sessions = useQuery(sessionsQuery());
  const queryClient = useQueryClient();
  const [ending, setAsked] = useState<SessionItem | "others" | null>(null);
  const otherSessions = sessions.data?.sessions.filter(({ isCurrent }) => !isCurrent) ?? [];

  return (
    <Card aria-labelledby="sessions-title">
      <CardHeader
        id="sessions-title"
        icon={<Laptop />}
        title="Active Sessions"
        description="Where your account is signed in."
      />
      {sessions.isError && <LoadFailure title="Your sessions could not be loaded" query={sessions} />}
      <ul className="flex flex-col divide-y divide-line">
        {sessions.data?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </ul>
      {otherSessions.length > 1 && (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setAsked("others")}>
          Terminate all other sessions
        </Button>
      )}
      {ending && (
        <ConfirmDialog
          title={ending === "others" ? "Terminate all other sessions?" : "Terminate this session?"}
          description={
            ending === "others"
              ? "Every browser except this one will have to sign in again."
              : `${ending.device} will have to sign in again.`
          }
          button="Terminate"
          action={{
            call: () => (ending === "others" ? endOtherSessions() : endSession(ending.id)),
            success:
              ending === "others"
                ? { title: "Sessions terminated", description: "You have been signed out everywhere else." }
                : { title: "Session terminated", description: "The session has been ended." },
            failure: { fallback: "Failed to terminate the session. Please try again." },
            onSettled: () => {
              void queryClient.invalidateQueries(sessionsQuery());
              void queryClient.invalidateQueries(securityEventsQuery());
            },
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: SessionItem; onEnd: () => void }) {
  const { device, place, lastUsedAt, isCurrent } = session;
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device} {isCurrent && <Badge tone="positive">Current</Badge>}
        </p>
        <p className="text-sm text-muted">
          {place && `${place} · `}Last used {dateAndTime(lastUsedAt)}
        </p>
      </div>
      {!isCurrent && (
        <Button variant="secondary" size="sm" onClick={onEnd}>
          Terminate
        </Button>
      )}
    </li>
  );
}
