import { useState } from "react";
import { type ApiScope, apiScopes } from "#contract/rules.ts";
import { TextField } from "#ui/field.tsx";
import { apiKeysQuery, createApiKey } from "../api.ts";
import { CheckboxList } from "../checkbox-list.tsx";
import { NewSecretDialog } from "../new-secret-dialog.tsx";
import { scopeTexts } from "./scope-texts.ts";

/** Makes a key and shows it once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const [scopes, setScopes] = useState<readonly ApiScope[]>(apiScopes);
  return (
    <NewSecretDialog
      title="Make an API key"
      button={{ label: "Make the key", pendingLabel: "Making..." }}
      failure={{ title: "Making the Key Failed", fallback: "Failed to make the key. Please try again." }}
      read={(entry) => ({ name: entry("name").trim(), scopes: [...scopes] })}
      check={({ name, scopes: chosen }) => {
        if (!name) return { fields: { name: "Please give the key a name." } };
        return chosen.length === 0 ? { title: "Missing information", text: "Choose what it may do." } : null;
      }}
      call={async (sent) => (await createApiKey(sent)).key}
      listKey={apiKeysQuery().queryKey}
      shown={{
        title: "Your new API key",
        name: "key",
        warning: "Whoever has it acts in your name. It belongs on a server, never in a page or an address.",
        store: "Store the key where your program reads its secrets.",
        testId: "api-key",
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Name"
            name="name"
            maxLength={60}
            hint="What will use it, as 'Nightly run'."
            error={errorOf("name")}
            autoFocus
          />
          <CheckboxList
            legend="What it may do"
            choices={apiScopes}
            texts={scopeTexts}
            chosen={scopes}
            onChange={setScopes}
          />
        </>
      )}
    </NewSecretDialog>
  );
}
