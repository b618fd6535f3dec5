import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS, type Passkey } from "#contract/sign-in-methods.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { TextField } from "#ui/field.tsx";
import { Key } from "#ui/icons.tsx";
import { registerPasskey, removePasskey, signInMethodsQuery } from "../api.ts";
import { ReauthenticationStep } from "../password-step.tsx";

export function Passkeys() {
  const ways = useQuery(signInMethodsQuery());
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const passkeys = ways.data?.passkeys ?? [];
  const isPossible = "PublicKeyCredential" in globalThis;
  return (
    <Card aria-labelledby="passkeys-title">
      <CardHeader
        id="passkeys-title"
        icon={<Key />}
        title="Passkeys"
        description="Sign in with your fingerprint, your face or your device's PIN. No password to type or to steal."
      />
      {ways.isError && <LoadFailure title="Your passkeys could not be loaded" query={ways} />}
      {passkeys.length > 0 && (
        <ul className="mb-3 flex flex-col divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      {ways.data && passkeys.length < MAX_PASSKEYS && (
        <Button variant="secondary" size="sm" disabled={!isPossible} onClick={() => setIsAdding(true)}>
          Add a passkey
        </Button>
      )}
      {!isPossible && <p className="mt-2 text-sm text-muted">This browser cannot make passkeys.</p>}
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title="Add a passkey">
        <AddPasskey onDone={() => setIsAdding(false)} />
      </Dialog>
      <Dialog isOpen={removed !== null} onClose={() => setRemoved(null)} isAlert title="Remove this passkey?">
        {removed && (
          <ReauthenticationStep
            text={`“${removed.name}” will no longer sign you in. Your device may still list it until you delete it there.`}
            button={{ label: "Remove", pendingLabel: "Removing...", variant: "danger" }}
            failure="The passkey could not be removed. Please try again."
            call={(proof) => removePasskey(removed.id, proof)}
            success={{ title: "Passkey removed", description: "It does not sign you in any more." }}
            onDone={() => setRemoved(null)}
          />
        )}
      </Dialog>
    </Card>
  );
}

function AddPasskey({ onDone }: { onDone: () => void }) {
  return (
    <ReauthenticationStep
      text="Your device asks you to unlock it, and keeps the passkey. We store nothing that could sign in elsewhere."
      button={{ label: "Add", pendingLabel: "Adding..." }}
      failure="No passkey was made. Please try again."
      call={(proof, entry) => registerPasskey(proof, entry("name").trim())}
      success={{ title: "Passkey added", description: "It signs you in from now on." }}
      onDone={onDone}
    >
      {(errorOf) => (
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={MAX_PASSKEY_NAME_LENGTH}
          hint="To tell it from others. Left empty, it is named after this browser."
          error={errorOf("name")}
        />
      )}
    </ReauthenticationStep>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="break-words font-medium">{name}</p>
        <p className="text-sm text-muted text-pretty">
          Added {dateAndTime(createdAt)} ·{" "}
          {lastUsedAt ? `Last used ${dateAndTime(lastUsedAt)}` : "Never used"}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={onRemove} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </li>
  );
}
