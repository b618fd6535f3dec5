import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { messageOf } from "#lib/request.ts";
import { showToast } from "#lib/toast-store.ts";
import { checkoutQuery } from "./api.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { ProcessingSubscription, SubscriptionProblem } from "./checkout-screens.tsx";
import { SetupPassword } from "./setup-password.tsx";

type PostCheckoutProps = {
  sessionId: string;
  onSignInInstead: () => void;
  /** The account is there and about to be signed in to. */
  onSetUp: () => void;
};

/** A guest's way back from the checkout: the payment is verified once, then the account gets its password. */
export function PostCheckout({ sessionId, onSignInInstead, onSetUp }: PostCheckoutProps) {
  const checkout = useQuery(checkoutQuery(sessionId));
  const email = checkout.data?.success ? checkout.data.user?.email : undefined;
  const problem =
    checkout.isPending || email
      ? null
      : (checkout.data?.error ?? messageOf(checkout.error, "Failed to process subscription"));
  useOutcomeToast(email, problem);

  if (problem) return <SubscriptionProblem text={problem} />;
  if (!email) return <ProcessingSubscription />;
  return (
    <AuthFrame>
      <SetupPassword email={email} onSignInInstead={onSignInInstead} onSetUp={onSetUp} />
    </AuthFrame>
  );
}

/** Tells the outcome of the verification, once. */
function useOutcomeToast(email: string | undefined, problem: string | null) {
  const isAnnounced = useRef(false);
  useEffect(() => {
    if (isAnnounced.current || (!email && !problem)) return;
    isAnnounced.current = true;
    if (email)
      showToast({
        tone: "success",
        title: "Subscription Created!",
        description: "Please create your account to start using it.",
      });
    else
      showToast({
        tone: "destructive",
        title: "Subscription Processing Error",
        description: "There was an issue setting up your account. Please contact support.",
      });
  }, [email, problem]);
}
