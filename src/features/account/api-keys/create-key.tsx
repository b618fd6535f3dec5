import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKeyRequest, CreatedApiKey } from "#contract/api-keys.ts";
import { type ApiScope, apiScopes } from "#contract/rules.ts";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { apiKeysQuery, createApiKey, securityEventsQuery } from "../api.ts";
import { RecentPasswordField } from "../recent-password-field.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { useRecentPassword } from "../use-recent-password.ts";
import { scopeTexts } from "./scope-texts.ts";

/** Makes a key and shows it once. Asks for the password as well when the sign-in is not recent. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isAlert={made !== null}
      title={made ? "Your new API key" : "Make an API key"}
    >
      {made ? (
        <ShownOnce
          name="key"
          value={made.key}
          warning="Whoever has it acts in your name. It belongs on a server, never in a page or an address."
          store="Store the key where your program reads its secrets."
          testId="api-key"
          onDone={onClose}
        />
      ) : (
        <KeyForm onMade={setMade} onCancel={onClose} />
      )}
    </Dialog>
  );
}

type KeyFormProps = { onMade: (made: CreatedApiKey) => void; onCancel: () => void };

function KeyForm({ onMade, onCancel }: KeyFormProps) {
  const queryClient = useQueryClient();
  const [scopes, setScopes] = useState<readonly ApiScope[]>(apiScopes);
  const password = useRecentPassword({
    title: "Making the Key Failed",
    fallback: "Failed to make the key. Please try again.",
  });
  const { isPending, errorOf, onSubmit } = useForm<ApiKeyRequest, CreatedApiKey>({
    read: (entry) => ({
      name: entry("name").trim(),
      scopes: [...scopes],
      ...(entry("password") ? { password: entry("password") } : {}),
    }),
    check: ({ name, scopes: chosen = [] }) => {
      if (!name) return { fields: { name: "Please give the key a name." } };
      return chosen.length === 0 ? { title: "Missing information", text: "Choose what it may do." } : null;
    },
    call: createApiKey,
    ...password.action,
    onSuccess: (made) => {
      void queryClient.invalidateQueries(apiKeysQuery());
      void queryClient.invalidateQueries(securityEventsQuery());
      onMade(made);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <TextField
        label="Name"
        name="name"
        maxLength={60}
        hint="What will use it, as 'Nightly run'."
        error={errorOf("name")}
        autoFocus
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-medium">What it may do</legend>
        {apiScopes.map((scope) => (
          <Checkbox
            key={scope}
            {...scopeTexts[scope]}
            checked={scopes.includes(scope)}
            onChange={(isOn) =>
              setScopes(apiScopes.filter((one) => (one === scope ? isOn : scopes.includes(one))))
            }
          />
        ))}
      </fieldset>
      {password.isAsked && <RecentPasswordField error={errorOf("password")} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isLoading={isPending}>
          {isPending ? "Making..." : "Make the key"}
        </Button>
      </div>
    </form>
  );
}
