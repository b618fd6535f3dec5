import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { PasswordField } from "#ui/field.tsx";
import { EmailField } from "./email-field.tsx";
import { SubscribeLink } from "./subscribe-link.tsx";
import { TwoFactorForm } from "./two-factor-form.tsx";
import { useSignIn } from "./use-sign-in.ts";

const failure = { title: "Sign In Failed", fallback: "Please check your credentials." };

/** The sign-in of a person who came back from a checkout and has an account already. */
export function PlainSignIn({ email }: { email?: string }) {
  const [ticket, setTicket] = useState<string | null>(null);
  const { isPending, onSubmit } = useSignIn(failure, setTicket);

  if (ticket) return <TwoFactorForm ticket={ticket} onBack={() => setTicket(null)} />;
  return (
    <>
      <div>
        <h1 className="heading-1">Sign In</h1>
        <p className="mt-1 text-muted">
          {email ? `There is an account for ${email}. ` : ""}Sign in, and you can add the subscription to your
          account.
        </p>
      </div>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <EmailField />
        <PasswordField label="Password" name="password" autoComplete="current-password" aria-required />
        <Button type="submit" size="lg" isWide isLoading={isPending}>
          {isPending ? "Signing in..." : "Sign In"}
        </Button>
      </form>
      <SubscribeLink />
    </>
  );
}
