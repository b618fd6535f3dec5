import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type WebhookEventType, webhookEventTypes } from "#contract/webhook-events.ts";
import type { WebhookEndpointRequest, WebhookSecret } from "#contract/webhooks.ts";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { securityEventsQuery } from "../api.ts";
import { RecentPasswordField } from "../recent-password-field.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { useRecentPassword } from "../use-recent-password.ts";
import { addWebhookEndpoint, rotateWebhookSecret, webhookEndpointsQuery } from "./api.ts";

const eventTexts: Record<WebhookEventType, { label: string; hint: string }> = {
  "prediction.locked": { label: "Locked", hint: "A prediction was locked before its report." },
  "prediction.settled": { label: "Settled", hint: "A locked prediction ended." },
  "prediction.moved": { label: "Moved", hint: "A probability moved by five points or more." },
};

/** Adds an endpoint and shows its signing secret once. Asks for the password when the sign-in is not recent. */
export function AddEndpoint({ onClose }: { onClose: () => void }) {
  const [events, setEvents] = useState<readonly WebhookEventType[]>(webhookEventTypes);
  return (
    <SecretDialog
      title="Add a webhook endpoint"
      action="Add the endpoint"
      failure={{ title: "Adding Failed", fallback: "Failed to add the endpoint. Please try again." }}
      call={({ url, password }) =>
        addWebhookEndpoint({ url, events: [...events], ...(password ? { password } : {}) })
      }
      check={({ url }) => (url ? null : "Enter the address of the endpoint.")}
      hasAddress
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-medium">Events</legend>
        {webhookEventTypes.map((type) => (
          <Checkbox
            key={type}
            {...eventTexts[type]}
            checked={events.includes(type)}
            onChange={(isOn) =>
              setEvents(webhookEventTypes.filter((one) => (one === type ? isOn : events.includes(one))))
            }
          />
        ))}
      </fieldset>
    </SecretDialog>
  );
}

/** Rotates an endpoint's signing secret and shows the new one once. */
export function RotateSecret({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <SecretDialog
      title="Rotate the signing secret?"
      action="Rotate"
      failure={{ title: "Rotating Failed", fallback: "Failed to rotate the secret. Please try again." }}
      call={({ password }) => rotateWebhookSecret(id, password)}
      check={() => null}
      onClose={onClose}
    >
      <p className="text-muted">For 24 hours events are signed with the old secret and the new one.</p>
    </SecretDialog>
  );
}

type SecretDialogProps = {
  title: string;
  action: string;
  failure: { title: string; fallback: string };
  call: (sent: WebhookEndpointRequest) => Promise<WebhookSecret>;
  check: (sent: WebhookEndpointRequest) => string | null;
  hasAddress?: boolean;
  onClose: () => void;
  children: React.ReactNode;
};

function SecretDialog({ title, onClose, ...form }: SecretDialogProps) {
  const [made, setMade] = useState<WebhookSecret | null>(null);
  return (
    <Dialog isOpen onClose={onClose} isAlert={made !== null} title={made ? "The signing secret" : title}>
      {made ? (
        <ShownOnce
          name="secret"
          value={made.secret}
          warning="With it your server checks that an event comes from us. Rotate it if it leaks."
          store="Store the secret where your server reads its secrets."
          testId="webhook-secret"
          onDone={onClose}
        />
      ) : (
        <SecretForm {...form} onMade={setMade} onCancel={onClose} />
      )}
    </Dialog>
  );
}

type SecretFormProps = Omit<SecretDialogProps, "title" | "onClose"> & {
  onMade: (made: WebhookSecret) => void;
  onCancel: () => void;
};

function SecretForm({
  action,
  failure,
  call,
  check,
  hasAddress,
  children,
  onMade,
  onCancel,
}: SecretFormProps) {
  const queryClient = useQueryClient();
  const password = useRecentPassword(failure);
  const { isPending, errorOf, onSubmit } = useForm<WebhookEndpointRequest, WebhookSecret>({
    read: (entry) => ({
      url: entry("url").trim(),
      ...(entry("password") ? { password: entry("password") } : {}),
    }),
    check: (sent) => {
      const wrong = check(sent);
      return wrong === null ? null : { fields: { url: wrong } };
    },
    call,
    ...password.action,
    onSuccess: (made) => {
      void queryClient.invalidateQueries(webhookEndpointsQuery());
      void queryClient.invalidateQueries(securityEventsQuery());
      onMade(made);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {hasAddress && (
        <TextField
          label="Address"
          name="url"
          type="url"
          maxLength={500}
          hint="As 'https://hooks.example.com/beatcast'."
          error={errorOf("url")}
          autoFocus
        />
      )}
      {children}
      {password.isAsked && <RecentPasswordField error={errorOf("password")} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isLoading={isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
