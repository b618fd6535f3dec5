import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation } from "react-router";
import type { ProviderId } from "#contract/sign-in-methods.ts";
import { PASSKEY_NOT_USED, redirectToProvider, requestPasskeyAssertion } from "#lib/sign-in-methods.ts";
import { useAction } from "#lib/use-action.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { SignInMethodButtons } from "#ui/domain/sign-in-method-buttons.tsx";
import { PasswordField, TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { confirmByPasskey, signInMethodsQuery } from "./api.ts";

type ProofFieldsProps = {
  error: string | null;
  hint?: string;
  isPasswordRequired?: boolean;
  value?: string;
  onChange?: (password: string) => void;
  /**
   * Called after the person has confirmed with a passkey. Without it, the form around these fields is submitted
   * again.
   */
  onProven?: () => void;
};

export function ProofFields(props: ProofFieldsProps) {
  const { error, hint, isPasswordRequired = false, value, onChange, onProven } = props;
  const box = useRef<HTMLDivElement>(null);
  const { pathname, search } = useLocation();
  const { data } = useQuery(signInMethodsQuery());
  const hasPassword = data?.hasPassword ?? true;
  const passkey = useAction({
    call: async () => confirmByPasskey(await requestPasskeyAssertion()),
    failure: { fallback: PASSKEY_NOT_USED },
    onSuccess: () => (onProven ? onProven() : box.current?.closest("form")?.requestSubmit()),
  });
  const leave = useAction({
    call: (id: ProviderId) => redirectToProvider(id, { intent: "confirm", returnTo: pathname + search }),
    failure: { fallback: "The other site does not answer. Please try again." },
  });
  const linked = data?.providers.filter(({ linkedAt }) => linkedAt !== null) ?? [];
  const hasPasskey = (data?.passkeys.length ?? 0) > 0;
  const hasOther = (!hasPassword || !isPasswordRequired) && (hasPasskey || linked.length > 0);
  return (
    <div ref={box} className="flex flex-col gap-4">
      {hasPassword ? (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          hint={hint}
          error={error}
          autoFocus
          {...(onChange ? { value, onChange: ({ target }) => onChange(target.value) } : {})}
        />
      ) : (
        error && (
          <Notice tone="warn" isAnnounced>
            {error}
          </Notice>
        )
      )}
      {hasOther && (
        <fieldset>
          <legend className="mb-2 text-sm text-muted">
            {hasPassword ? "Or confirm that it is you with" : "Confirm that it is you with"}
          </legend>
          <div className="flex flex-wrap gap-3">
            <SignInMethodButtons
              size="sm"
              passkey={hasPasskey ? passkey : null}
              providers={linked}
              leave={leave}
            />
          </div>
        </fieldset>
      )}
    </div>
  );
}

export function CodeField({ error, autoFocus = false }: { error: string | null; autoFocus?: boolean }) {
  return (
    <TextField
      label="Authentication code"
      name="code"
      autoComplete="one-time-code"
      hint="From your authenticator app, or a recovery code."
      error={error}
      autoFocus={autoFocus}
    />
  );
}

export type StepButton = { label: string; pendingLabel: string; variant?: ButtonVariant };

export function StepButtons({
  button,
  isPending,
  onCancel,
}: {
  button: StepButton;
  isPending: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant={button.variant} isLoading={isPending}>
        {isPending ? button.pendingLabel : button.label}
      </Button>
    </div>
  );
}
