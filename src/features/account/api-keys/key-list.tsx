import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey } from "#contract/api-keys.ts";
import type { ApiScope } from "#contract/rules.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { apiKeysQuery, revokeApiKey, securityEventsQuery } from "../api.ts";

export function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const queryClient = useQueryClient();
  const [revoking, setAsked] = useState<ApiKey | null>(null);
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => setAsked(key)} />
        ))}
      </ul>
      {revoking && (
        <ConfirmDialog
          title="Revoke this API key?"
          description={`Programs that use ${revoking.name} are refused at once. A revoked key never works again.`}
          button="Revoke"
          action={{
            call: () => revokeApiKey(revoking.id),
            success: { title: "API key revoked", description: `${revoking.name} is refused from now on.` },
            failure: { fallback: "Failed to revoke the key. Please try again." },
            onSettled: () => {
              void queryClient.invalidateQueries(apiKeysQuery());
              void queryClient.invalidateQueries(securityEventsQuery());
            },
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, prefix, scopes, state, createdAt, lastUsedAt, revokedAt } = apiKey;
  return (
    <li className="flex items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 break-words font-medium">
          <span className="min-w-0">{name}</span>{" "}
          {state === "stopped" && <Badge tone="warn">Stopped by your plan</Badge>}
          {state === "revoked" && <Badge>Revoked</Badge>}
        </p>
        <p className="font-mono text-sm text-muted">{prefix}…</p>
        <p className="text-sm text-muted">
          {scopes.map((scope) => scopeTexts[scope].label).join(" · ")} · Made {dateAndTime(createdAt)} ·{" "}
          {lastUsedAt ? `Last used ${dateAndTime(lastUsedAt)}` : "Never used"}
          {revokedAt && ` · Revoked ${dateAndTime(revokedAt)}`}
        </p>
      </div>
      {state !== "revoked" && (
        <Button variant="secondary" size="sm" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      )}
    </li>
  );
}

export const scopeTexts: Record<ApiScope, { label: string; hint: string }> = {
  read: { label: "Read", hint: "Your predictions, the calendar, the track record, the season." },
  analyze: { label: "Analyze", hint: "Analyzes of companies; each counts against your plan's calls." },
};
