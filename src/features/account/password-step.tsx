import { type FormEvent, type ReactNode, useState } from "react";
import { messageOf, RequestError } from "#lib/request.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { PasswordField, TextField } from "#ui/field.tsx";

type PasswordStepProps = {
  text: ReactNode;
  action: { label: string; pendingLabel: string; variant?: ButtonVariant };
  /** Asks for a code of the second factor as well. */
  asksForCode?: boolean;
  /** Does the step with the password and, where asked for, the code; what it throws stands at its field. */
  onPassword: (password: string, code: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks for the password once more before a step that a stolen session must not be able to take. */
export function PasswordStep({ text, action, asksForCode = false, onPassword, onCancel }: PasswordStepProps) {
  const [error, setError] = useState<{ field: "password" | "code"; text: string } | null>(null);
  const errorOf = (field: "password" | "code") => (error?.field === field ? error.text : null);
  const [isPending, setIsPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entry = (name: string) => String(new FormData(event.currentTarget).get(name) ?? "");
    const [password, code] = [entry("password"), entry("code").trim()];
    if (!password) return setError({ field: "password", text: "Please enter your password." });
    if (asksForCode && !code) return setError({ field: "code", text: "Please enter the code." });
    setIsPending(true);
    setError(null);
    try {
      await onPassword(password, code);
    } catch (failure) {
      const isCode = failure instanceof RequestError && failure.body?.code === "wrong_code";
      const text = messageOf(failure, "That did not work. Please try again.");
      setError({ field: isCode ? "code" : "password", text });
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
        error={errorOf("password")}
        autoFocus
      />
      {asksForCode && (
        <TextField
          label="Authentication code"
          name="code"
          autoComplete="one-time-code"
          hint="Of your authenticator app, or a recovery code."
          error={errorOf("code")}
        />
      )}
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
