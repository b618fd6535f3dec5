import { type FormEvent, type ReactNode, useState } from "react";
import { messageOf } from "#lib/request.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { PasswordField } from "#ui/field.tsx";

type PasswordStepProps = {
  text: ReactNode;
  action: { label: string; pendingLabel: string; variant?: ButtonVariant };
  /** Does the step with the password; what it throws stands at the field. */
  onPassword: (password: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks for the password once more before a step that a stolen session must not be able to take. */
export function PasswordStep({ text, action, onPassword, onCancel }: PasswordStepProps) {
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    if (!password) return setError("Please enter your password.");
    setIsPending(true);
    try {
      await onPassword(password);
    } catch (failure) {
      setError(messageOf(failure, "That did not work. Please try again."));
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-muted">{text}</p>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={error}
        autoFocus
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={action.variant} isLoading={isPending}>
          {isPending ? action.pendingLabel : action.label}
        </Button>
      </div>
    </form>
  );
}
