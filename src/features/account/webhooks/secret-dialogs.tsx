import { useState } from "react";
import { inWords } from "#contract/format.ts";
import { webhookRule } from "#contract/rules.ts";
import { type WebhookEventType, webhookEventTypes } from "#contract/webhooks.ts";
import { TextField } from "#ui/field.tsx";
import { addWebhookEndpoint, rotateWebhookSecret, webhookEndpointsQuery } from "../api.ts";
import { CheckboxList, NewSecretDialog } from "../new-secret-dialog.tsx";

const eventTexts: Record<WebhookEventType, { label: string; hint: string }> = {
  "prediction.locked": { label: "Locked", hint: "A prediction was locked before its report." },
  "prediction.settled": { label: "Settled", hint: "A locked prediction ended." },
  "prediction.moved": {
    label: "Moved",
    hint: `A probability moved by ${inWords(webhookRule.movedPoints)} points or more.`,
  },
};

const signingSecret = {
  title: "The signing secret",
  name: "secret",
  warning: "With it your server checks that an event comes from us. Rotate it if it leaks.",
  store: "Store the secret where your server reads its secrets.",
  testId: "webhook-secret",
};

export function AddEndpoint({ onClose }: { onClose: () => void }) {
  const [events, setEvents] = useState<readonly WebhookEventType[]>(webhookEventTypes);
  return (
    <NewSecretDialog
      title="Add a webhook endpoint"
      button={{ label: "Add the endpoint" }}
      failure="Failed to add the endpoint. Please try again."
      read={(entry) => ({ url: entry("url").trim(), events: [...events] })}
      check={({ url }) => (url ? null : { fields: { url: "Enter the address of the endpoint." } })}
      call={async (sent) => (await addWebhookEndpoint(sent)).secret}
      listKey={webhookEndpointsQuery().queryKey}
      shown={signingSecret}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Address"
            name="url"
            type="url"
            maxLength={500}
            hint="As 'https://hooks.example.com/beatcast'."
            error={errorOf("url")}
            autoFocus
          />
          <CheckboxList
            legend="Events"
            choices={webhookEventTypes}
            texts={eventTexts}
            chosen={events}
            onChange={setEvents}
          />
        </>
      )}
    </NewSecretDialog>
  );
}

export function RotateSecret({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <NewSecretDialog
      title="Rotate the signing secret?"
      button={{ label: "Rotate" }}
      failure="Failed to rotate the secret. Please try again."
      read={() => ({})}
      call={async ({ password }) => (await rotateWebhookSecret(id, password)).secret}
      listKey={webhookEndpointsQuery().queryKey}
      shown={signingSecret}
      onClose={onClose}
    >
      {() => (
        <p className="text-muted">
          For {webhookRule.bothSecretsHours} hours events are signed with the old secret and the new one.
        </p>
      )}
    </NewSecretDialog>
  );
}
