import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectedApp } from "#contract/connected-apps.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { Plug } from "#ui/icons.tsx";
import { connectedAppsQuery, disconnectApp, securityEventsQuery } from "../api.ts";
import { scopeTexts } from "../api-keys/key-list.tsx";

export function ConnectedAppsCard() {
  const queryClient = useQueryClient();
  const apps = useQuery(connectedAppsQuery());
  const [disconnecting, setAsked] = useState<ConnectedApp | null>(null);
  return (
    <Card aria-labelledby="apps-title">
      <CardHeader
        id="apps-title"
        icon={<Plug />}
        title="Connected Apps"
        description="Assistants and programs that you let use this account."
      />
      {apps.isError && <LoadFailure title="Your connected apps could not be loaded" query={apps} />}
      {apps.data?.apps.length === 0 && (
        <p className="text-sm text-muted">
          None yet. To connect an assistant, give it the address{" "}
          <code className="break-all font-mono text-ink">{`${location.origin}/mcp`}</code>.
        </p>
      )}
      {apps.data && apps.data.apps.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {apps.data.apps.map((app) => (
            <AppRow key={app.id} app={app} onDisconnect={() => setAsked(app)} />
          ))}
        </ul>
      )}
      {disconnecting && (
        <ConfirmDialog
          title="Disconnect this app?"
          description={`${disconnecting.name} is refused at once. To use it again, connect it anew.`}
          button="Disconnect"
          action={{
            call: () => disconnectApp(disconnecting.id),
            success: {
              title: "App disconnected",
              description: `${disconnecting.name} is refused from now on.`,
            },
            failure: { fallback: "The app could not be disconnected. Please try again." },
            onSettled: () => {
              void queryClient.invalidateQueries(connectedAppsQuery());
              void queryClient.invalidateQueries(securityEventsQuery());
            },
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

function AppRow({ app, onDisconnect }: { app: ConnectedApp; onDisconnect: () => void }) {
  const { name, domain, scopes, connectedAt, lastUsedAt } = app;
  return (
    <li className="flex items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="break-words font-medium">{name}</p>
        <p className="break-words text-sm text-muted">{domain ?? "Its name is not verified"}</p>
        <p className="text-sm text-muted">{scopes.map((scope) => scopeTexts[scope].label).join(" · ")}</p>
        <p className="text-sm text-muted text-pretty">
          Connected {dateAndTime(connectedAt)} ·{" "}
          {lastUsedAt ? `Last used ${dateAndTime(lastUsedAt)}` : "Never used"}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={onDisconnect} aria-label={`Disconnect ${name}`}>
        Disconnect
      </Button>
    </li>
  );
}
