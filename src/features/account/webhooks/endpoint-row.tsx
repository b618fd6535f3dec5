import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookEndpoint } from "#contract/webhooks.ts";
import { dateAndTime } from "#lib/dates.ts";
import { useAction } from "#lib/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import {
  removeWebhookEndpoint,
  resumeWebhookEndpoint,
  sendTestEvent,
  webhookDeliveriesQuery,
  webhookEndpointsQuery,
} from "./api.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { RotateSecret } from "./secret-dialogs.tsx";

const states: Record<WebhookEndpoint["state"], { label: string; tone: "positive" | "warn" | "neutral" }> = {
  active: { label: "Active", tone: "positive" },
  failing: { label: "Failing", tone: "warn" },
  paused: { label: "Paused", tone: "warn" },
  stopped: { label: "Stopped by your plan", tone: "neutral" },
};

/** One endpoint: its state, what can be done with it, and its log. */
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
    failure: { title: "Sending Failed", fallback: "Failed to send the test event. Please try again." },
    onSettled: () => {
      setOpen("log");
      onSettled();
    },
  });
  const resumed = useAction({
    call: () => resumeWebhookEndpoint(id),
    success: { title: "Endpoint resumed", description: "Events from now on are sent." },
    failure: { title: "Resuming Failed", fallback: "Failed to resume the endpoint. Please try again." },
    onSettled,
  });
  const removed = useAction({
    call: () => removeWebhookEndpoint(id),
    success: { title: "Endpoint removed", description: "Nothing more is sent to it." },
    failure: { title: "Removing Failed", fallback: "Failed to remove the endpoint. Please try again." },
    onSettled: () => {
      setOpen(null);
      onSettled();
    },
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
      </div>
      {open === "log" && <DeliveryLog endpointId={id} />}
      {open === "rotate" && <RotateSecret id={id} onClose={() => setOpen(null)} />}
      <Dialog
        isOpen={open === "remove"}
        onClose={() => setOpen(null)}
        isAlert
        title="Remove this endpoint?"
        description="Nothing more is sent to it, and its log is deleted."
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(null)}>
              Keep
            </Button>
            <Button variant="danger" isLoading={removed.isPending} onClick={() => removed.run()}>
              Remove
            </Button>
          </>
        }
      />
    </li>
  );
}
