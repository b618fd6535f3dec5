import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { WebhookDelivery } from "#contract/webhooks.ts";
import { dateAndTime } from "#lib/dates.ts";
import { useAction } from "#lib/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { LoadFailure } from "#ui/notice.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { replayDelivery, webhookDeliveriesQuery } from "./api.ts";

const states: Record<WebhookDelivery["state"], { label: string; tone: "positive" | "warn" | "neutral" }> = {
  delivered: { label: "Delivered", tone: "positive" },
  pending: { label: "On its way", tone: "neutral" },
  failed: { label: "Failed", tone: "warn" },
};

/** The newest deliveries of an endpoint; an ended one can be sent again. */
export function DeliveryLog({ endpointId }: { endpointId: string }) {
  const queryClient = useQueryClient();
  const log = useQuery({ ...webhookDeliveriesQuery(endpointId), refetchInterval: 5_000 });
  const replayed = useAction<string>({
    call: (delivery) => replayDelivery(endpointId, delivery),
    success: { title: "Sent again", description: "It has the same webhook-id." },
    failure: { title: "Replay Failed", fallback: "Failed to send it again. Please try again." },
    onSettled: () => void queryClient.invalidateQueries(webhookDeliveriesQuery(endpointId)),
  });
  if (log.isPending) return <SkeletonLines lines={3} />;
  if (log.isError)
    return (
      <LoadFailure
        title="The log could not be loaded"
        error={log.error}
        onRetry={() => void log.refetch()}
        isRetrying={log.isFetching}
      />
    );
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
              <Badge tone={states[delivery.state].tone}>{states[delivery.state].label}</Badge>
            </p>
            <p className="break-words text-muted">{attemptText(delivery)}</p>
            {delivery.excerpt && <p className="break-all font-mono text-muted">{delivery.excerpt}</p>}
          </div>
          {delivery.state !== "pending" && (
            <Button
              size="sm"
              variant="secondary"
              disabled={replayed.isPending}
              onClick={() => replayed.run(delivery.id)}
              aria-label={`Send ${delivery.eventId} again`}
            >
              Send again
            </Button>
          )}
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
