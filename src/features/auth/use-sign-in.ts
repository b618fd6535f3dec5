import { MISSING_SIGN_IN_MESSAGE } from "#contract/account.ts";
import { useSession } from "#lib/session.tsx";
import { useForm } from "#lib/use-form.ts";

/** Spec section 4: how long a sign-in may take. */
const SIGN_IN_TIMEOUT_MS = 20_000;

type Failure = { title: string; fallback: string };

/**
 * A sign-in by e-mail and password: what is missing, the call with its time-out, and what to say afterwards.
 * `onTwoFactor` gets the ticket when the account asks for a second factor.
 */
export function useSignIn({ title, fallback }: Failure, onTwoFactor: (ticket: string) => void) {
  const { signIn } = useSession();
  return useForm({
    read: (entry) => ({ email: entry("email").trim(), password: entry("password") }),
    check: ({ email, password }) =>
      email && password
        ? null
        : {
            title: "Missing information",
            text: MISSING_SIGN_IN_MESSAGE,
            focus: email ? "password" : "email",
          },
    call: (request) => signIn(request, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS)),
    success: ({ isSignedIn }) =>
      isSignedIn ? { title: "Welcome back!", description: "You are signed in." } : null,
    failure: { title, fallback: (error) => (isTimeout(error) ? "Login operation timed out" : fallback) },
    onSuccess: (outcome) => !outcome.isSignedIn && onTwoFactor(outcome.ticket),
  });
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}
