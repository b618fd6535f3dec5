import { type FormEvent, useState } from "react";
import { MISSING_SIGN_IN_MESSAGE } from "#contract/account.ts";
import { messageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";

/** Spec section 4: how long a sign-in may take. */
const SIGN_IN_TIMEOUT_MS = 20_000;

type Failure = { title: string; fallback: string };

/**
 * A sign-in by e-mail and password: what is missing, the call with its time-out, and what to say afterwards.
 * `onTwoFactor` gets the ticket when the account asks for a second factor.
 */
export function useSignIn(failure: Failure, onTwoFactor: (ticket: string) => void) {
  const { signIn } = useSession();
  const [isPending, setIsPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [email, password] = [String(form.get("email")).trim(), String(form.get("password"))];
    if (!email || !password) {
      showToast({ tone: "destructive", title: "Missing information", description: MISSING_SIGN_IN_MESSAGE });
      event.currentTarget
        .querySelector<HTMLInputElement>(email ? "[name=password]" : "[name=email]")
        ?.focus();
      return;
    }
    const timeout = AbortSignal.timeout(SIGN_IN_TIMEOUT_MS);
    setIsPending(true);
    try {
      const outcome = await signIn({ email, password }, timeout);
      if (outcome.isSignedIn)
        showToast({ tone: "success", title: "Welcome back!", description: "You are signed in." });
      else onTwoFactor(outcome.ticket);
    } catch (error) {
      const description = timeout.aborted ? "Login operation timed out" : messageOf(error, failure.fallback);
      showToast({ tone: "destructive", title: failure.title, description });
    } finally {
      setIsPending(false);
    }
  }

  return { isPending, submit };
}
