import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { ScreenSpinner } from "#ui/loading.tsx";
import { setUpLinkQuery } from "./api.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { SubscriptionProblem } from "./checkout-return.tsx";
import { AcceptOffer, SetupPassword } from "./setup-password.tsx";
import { PlainSignIn } from "./sign-in.tsx";

type SetUpLinkProps = {
  /** The secret of the emailed link. It is read from the URL's fragment, which browsers do not send. */
  secret: string;
  onDone: () => void;
};

export function SetUpLink({ secret, onDone }: SetUpLinkProps) {
  const { user } = useSession();
  const link = useQuery(setUpLinkQuery(secret, user?.id ?? null));
  const [wantsSignIn, setWantsSignIn] = useState(false);

  if (link.isPending) return <ScreenSpinner label="Loading…" />;
  if (link.isError)
    return (
      <SubscriptionProblem
        text={errorMessageOf(link.error, "Failed to process subscription")}
        canSignIn={!user}
      />
    );
  const { email, hasAccount, offer } = link.data;
  return (
    <AuthFrame>
      {offer && user ? (
        <AcceptOffer offer={offer} secret={secret} onAccepted={onDone} />
      ) : hasAccount || wantsSignIn ? (
        <PlainSignIn email={email} />
      ) : (
        <SetupPassword
          email={email}
          secret={secret}
          onSignInInstead={() => setWantsSignIn(true)}
          onSetUp={onDone}
        />
      )}
    </AuthFrame>
  );
}
