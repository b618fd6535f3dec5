import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { ProviderId } from "#contract/sign-in-methods.ts";
import { useSession } from "#lib/session.tsx";
import {
  isPasskeyDialogDismissed,
  loadPasskeyLibrary,
  PASSKEY_NOT_USED,
  providersQuery,
  redirectToProvider,
  requestPasskeyAssertion,
  signInByPasskey,
} from "#lib/sign-in-methods.ts";
import { useAction } from "#lib/use-action.ts";
import { SignInMethodButtons } from "#ui/domain/sign-in-method-buttons.tsx";
import { LegalLinks, signedInToast } from "./auth-frame.tsx";

export function OtherSignInMethods({ action }: { action: "sign in" | "sign up" }) {
  const { setSession } = useSession();
  const { pathname, search, hash } = useLocation();
  const { data } = useQuery(providersQuery());
  const passkey = useAction({
    call: async () => signInByPasskey(await requestPasskeyAssertion()),
    success: signedInToast,
    failure: { fallback: PASSKEY_NOT_USED },
    onSuccess: setSession,
  });
  const leave = useAction({
    call: (id: ProviderId) => redirectToProvider(id, { intent: "sign-in", returnTo: pathname + search }),
    failure: { fallback: "The other site does not answer. Please try again." },
  });
  // The secret of an emailed link must not reach another site, so next to one no sign-in providers are offered.
  const providers = hash ? [] : (data?.providers ?? []);
  const hasPasskey = action === "sign in";
  if (!hasPasskey && providers.length === 0) return null;
  return (
    <section aria-labelledby="other-ways" className="flex flex-col gap-4">
      <p id="other-ways" className="flex items-center gap-3 text-sm text-muted">
        <span className="h-px flex-1 bg-line" />
        Or {action} with
        <span className="h-px flex-1 bg-line" />
      </p>
      <div className="flex flex-wrap gap-3 *:min-w-36 *:flex-1 [&>:first-child:nth-last-child(odd)]:basis-full">
        <SignInMethodButtons
          size="lg"
          passkey={hasPasskey ? passkey : null}
          providers={providers}
          leave={leave}
        />
      </div>
      {hasPasskey && providers.length > 0 && (
        <p className="text-center text-sm text-muted text-pretty">
          If you have no account yet, {namesOf(providers)} makes you one under the <LegalLinks />.
        </p>
      )}
    </section>
  );
}

function namesOf(providers: readonly { name: string }[]): string {
  return new Intl.ListFormat("en-US", { type: "disjunction" }).format(providers.map(({ name }) => name));
}

/** After this time, passkeys are offered with a new challenge, because a challenge is valid for ten minutes. */
const OFFER_MS = 9 * 60 * 1000;

/** Lets the browser suggest passkeys at the email field. */
export function useOfferedPasskeys(): void {
  const { setSession } = useSession();
  const [round, setRound] = useState(0);
  const { run } = useAction({
    call: async () => signInByPasskey(await requestPasskeyAssertion({ isOffered: true })),
    success: signedInToast,
    failure: { title: "Sign in failed", fallback: PASSKEY_NOT_USED, isSilent: isPasskeyDialogDismissed },
    onSuccess: setSession,
    onFailure: (error) => {
      if (!isPasskeyDialogDismissed(error)) setRound((last) => last + 1);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round makes a new offer
  useEffect(() => {
    let isGone = false;
    const library = loadPasskeyLibrary();
    void library.then(async ({ browserSupportsWebAuthnAutofill }) => {
      if ((await browserSupportsWebAuthnAutofill()) && !isGone) run();
    });
    const timer = setTimeout(() => setRound((last) => last + 1), OFFER_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
      void library.then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    };
  }, [round]);
}
