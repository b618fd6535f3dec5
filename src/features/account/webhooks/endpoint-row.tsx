import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookDelivery, WebhookEndpoint } from "#contract/webhooks.ts";
import { dateAndTime } from "#lib/dates.ts";
import { useAction } from "#lib/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import {
  removeWebhookEndpoint,
  replayDelivery,
  resumeWebhookEndpoint,
  sendTestEvent,
  webhookDeliveriesQuery,
  webhookEndpointsQuery,
} from "../api.ts";
import { RotateSecret } from "./secret-dialogs.tsx";

const states: Record<WebhookEndpoint["state"], { label: string; tone: "positive" | "warn" | "neutral" }> = {
  active: { label: "Active", tone: "positive" },
  failing: { label: "Failing", tone: "warn" },
  paused: { label: "Paused", tone: "warn" },
  stopped: { label: "Stopped by your plan", tone: "neutral" },
};

export function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, events, state, createdAt, failingSince, previousSecretUntil } = endpoint;
  const [open, setOpen] = useState<"log" | "rotate" | "remove" | null>(null);
  const queryClient = useQueryClient();
  const onSettled = () => {
    void queryClient.invalidateQueries(webhookEndpointsQuery());
    void queryClient.invalidateQueries(webhookDeliveriesQuery(id));
  };
  const tested = useAction({
    call: () => sendTestEvent(id),
    success: { title: "Test event on its way", description: "The log shows how it went." },
    failure: { fallback: "Failed to send the test event. Please try again." },
    onSettled: () => {
      setOpen("log");
      onSettled();
    },
  });
  const resumed = useAction({
    call: () => resumeWebhookEndpoint(id),
    success: { title: "Endpoint resumed", description: "Events from now on are sent." },
    failure: { fallback: "Failed to resume the endpoint. Please try again." },
    onSettled,
  });
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="break-all font-mono text-sm font-medium">{url}</span>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
        </p>
        <p className="text-sm text-muted">
          {events.join(" · ")} · Added {dateAndTime(createdAt)}
          {failingSince && ` · Failing since ${dateAndTime(failingSince)}`}
          {previousSecretUntil && ` · Old secret signs too until ${dateAndTime(previousSecretUntil)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {state === "paused" ? (
          <Button size="sm" isLoading={resumed.isPending} onClick={() => resumed.run()}>
            Resume
          </Button>
        ) : (
          state !== "stopped" && (
            <Button size="sm" variant="secondary" isLoading={tested.isPending} onClick={() => tested.run()}>
              Send test event
            </Button>
          )
        )}
        <Button
          size="sm"
          variant="secondary"
          aria-expanded={open === "log"}
          onClick={() => setOpen(open === "log" ? null : "log")}
        >
          Log
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setOpen("rotate")}>
          Rotate secret
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setOpen("remove")} aria-label={`Remove ${url}`}>
          Remove
        </Button>
        <ActionFailure message={tested.message ?? resumed.message} />
      </div>
      {open === "log" && <DeliveryLog endpointId={id} />}
      {open === "rotate" && <RotateSecret id={id} onClose={() => setOpen(null)} />}
      {open === "remove" && (
        <ConfirmDialog
          title="Remove this endpoint?"
          description="Nothing more is sent to it, and its log is deleted."
          button="Remove"
          action={{
            call: () => removeWebhookEndpoint(id),
            success: { title: "Endpoint removed", description: "Nothing more is sent to it." },
            failure: { fallback: "Failed to remove the endpoint. Please try again." },
            onSettled,
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  );
}

const deliveryStates: Record<
  WebhookDelivery["state"],
  { label: string; tone: "positive" | "warn" | "neutral" }
> = {
  delivered: { label: "Delivered", tone: "positive" },
  pending: { label: "On its way", tone: "neutral" },
  failed: { label: "Failed", tone: "warn" },
};

function DeliveryLog({ endpointId }: { endpointId: string }) {
  const queryClient = useQueryClient();
  const [replayedId, setReplayedId] = useState<string | null>(null);
  const log = useQuery({ ...webhookDeliveriesQuery(endpointId), refetchInterval: 5_000 });
  const replayed = useAction<string>({
    call: (delivery) => replayDelivery(endpointId, delivery),
    success: { title: "Sent again", description: "It has the same webhook-id." },
    failure: { fallback: "Failed to send it again. Please try again." },
    onSettled: () => void queryClient.invalidateQueries(webhookDeliveriesQuery(endpointId)),
  });
  if (log.isPending) return <SkeletonLines lines={3} />;
  if (log.isError) return <LoadFailure title="The log could not be loaded" query={log} />;
  const { deliveries } = log.data;
  if (deliveries.length === 0)
    return <p className="text-sm text-muted">Nothing was sent in the last 7 days.</p>;
  return (
    <ul aria-label="Deliveries" className="flex flex-col gap-3 rounded-md bg-sunken p-3 text-sm">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-mono">{delivery.type}</span>
              <Badge tone={deliveryStates[delivery.state].tone}>{deliveryStates[delivery.state].label}</Badge>
            </p>
            <p className="break-words text-muted">{attemptText(delivery)}</p>
            {delivery.reason && <p className="text-muted">{delivery.reason}</p>}
          </div>
          {delivery.state !== "pending" && (
            <Button
              size="sm"
              variant="secondary"
              disabled={replayed.isPending}
              onClick={() => {
                setReplayedId(delivery.id);
                replayed.run(delivery.id);
              }}
              aria-label={`Send ${delivery.eventId} again`}
            >
              Send again
            </Button>
          )}
          {delivery.id === replayedId && <ActionFailure message={replayed.message} />}
        </li>
      ))}
    </ul>
  );
}

function attemptText({ createdAt, attempts, status, milliseconds, nextAttemptAt }: WebhookDelivery): string {
  const parts = [dateAndTime(createdAt), attempts === 1 ? "1 attempt" : `${attempts} attempts`];
  if (status !== null) parts.push(`status ${status} in ${milliseconds ?? 0} ms`);
  if (nextAttemptAt !== null && attempts > 0) parts.push(`next ${dateAndTime(nextAttemptAt)}`);
  return parts.join(" · ");
}
