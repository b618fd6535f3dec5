import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { planTerms } from "#contract/plans.ts";
import { useUser } from "#lib/session.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Plug } from "#ui/icons.tsx";
import { SkeletonLines } from "#ui/loading.tsx";
import { webhookEndpointsQuery } from "../api.ts";
import { EndpointRow } from "./endpoint-row.tsx";
import { AddEndpoint } from "./secret-dialogs.tsx";

/**
 * Lists the webhook endpoints. It shows nothing on a plan without webhooks, unless endpoints exist from an
 * earlier plan.
 */
export function WebhooksCard() {
  const { subscriptionTier } = useUser();
  const endpoints = useQuery(webhookEndpointsQuery());
  const [isAdding, setIsAdding] = useState(false);
  const isInPlan = planTerms[subscriptionTier].webhookEndpoints > 0;
  const endpointList = endpoints.data?.endpoints ?? [];
  if (!isInPlan && endpointList.length === 0) return null;
  return (
    <Card aria-labelledby="webhooks-title">
      <CardHeader
        id="webhooks-title"
        icon={<Plug />}
        title="Webhooks"
        description={
          <>
            Events sent to your server when a prediction is locked, settled or moves. The{" "}
            <a href="/developers#webhooks" className="link">
              reference
            </a>{" "}
            shows how to check a signature.
          </>
        }
        aside={
          isInPlan && (
            <Button
              size="sm"
              disabled={!endpoints.data || endpointList.length >= endpoints.data.limit}
              onClick={() => setIsAdding(true)}
            >
              Add an endpoint
            </Button>
          )
        }
      />
      {endpoints.isPending && <SkeletonLines lines={3} />}
      {endpoints.isError && <LoadFailure title="Your webhooks could not be loaded" query={endpoints} />}
      {endpoints.data && endpointList.length === 0 && (
        <EmptyState
          level={3}
          title="No endpoint yet"
          text="An endpoint is an https address of your server that takes events."
        />
      )}
      {endpointList.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {endpointList.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      {isAdding && <AddEndpoint onClose={() => setIsAdding(false)} />}
    </Card>
  );
}
