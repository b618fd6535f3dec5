import { useState } from "react";
import { useNavigate } from "react-router";
import { DELETION_REFUSED_MESSAGE, DELETION_WORD } from "#contract/security.ts";
import { useSession } from "#lib/session.tsx";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { Trash } from "#ui/icons.tsx";
import { deleteAccount } from "../api.ts";
import { useRecentPassword } from "../password-step.tsx";
import { ProofFields } from "../proof-fields.tsx";

export function DeleteAccount() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card aria-labelledby="delete-title">
      <CardHeader
        id="delete-title"
        icon={<Trash />}
        title="Delete Account"
        description="Ends your subscription, deletes your personal data and signs you out everywhere. This cannot be undone."
      />
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        Delete Account
      </Button>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} isAlert title="Delete your account?">
        <DeletionForm onCancel={() => setIsAsking(false)} />
      </Dialog>
    </Card>
  );
}

function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const { forget } = useSession();
  const navigate = useNavigate();
  const password = useRecentPassword({
    title: "Deletion Failed",
    fallback: "Failed to delete your account. Please contact support.",
  });
  const { isPending, errorOf, onSubmit } = useForm({
    read: (entry) => ({
      confirmation: entry("confirmation"),
      password: entry("password") || undefined,
    }),
    check: ({ confirmation }) =>
      confirmation === DELETION_WORD
        ? null
        : {
            title: "Confirmation Required",
            text: DELETION_REFUSED_MESSAGE,
            fields: { confirmation: DELETION_REFUSED_MESSAGE },
          },
    call: deleteAccount,
    success: {
      title: "Account Deletion Initiated",
      description: "Your account and your data have been deleted. An email confirms it.",
    },
    ...password.action,
    fieldOf: (error) => (password.isAskedAfter(error) ? "password" : "confirmation"),
    onSuccess: () => {
      navigate("/auth", { replace: true });
      forget();
    },
  });

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <p className="text-muted">
        Your profile, predictions, sessions and picture are deleted, and any subscription is cancelled. Locked
        predictions of the public record stay, without your name.
      </p>
      <TextField
        label={`Type ${DELETION_WORD} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errorOf("confirmation")}
        autoFocus
      />
      {password.isAsked && <ProofFields error={errorOf("password")} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel} disabled={isPending}>
          Keep my account
        </Button>
        <Button type="submit" variant="danger" isLoading={isPending}>
          {isPending ? "Deleting..." : "Delete Account"}
        </Button>
      </div>
    </form>
  );
}
