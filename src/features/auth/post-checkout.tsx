import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { checkoutSuccessResponseSchema } from "#contract/subscription.ts";
import { apiQuery } from "#lib/api.ts";
import { messageOf } from "#lib/request.ts";
import { LinkButton } from "#ui/button.tsx";
import { Warning } from "#ui/icons.tsx";
import { ScreenMessage } from "#ui/screen-message.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { showToast } from "#ui/toast-store.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { SetupPassword } from "./setup-password.tsx";

type PostCheckoutProps = { sessionId: string; onSignInInstead: () => void };

/** A guest's way back from the checkout: the payment is verified once, then the account gets its password. */
export function PostCheckout({ sessionId, onSignInInstead }: PostCheckoutProps) {
  const checkout = useQuery(
    apiQuery(checkoutSuccessResponseSchema, "/api/subscription/checkout-success", sessionId),
  );
  const email = checkout.data?.success ? checkout.data.user?.email : undefined;
  const problem =
    checkout.isPending || email
      ? null
      : (checkout.data?.error ?? messageOf(checkout.error, "Failed to process subscription"));
  useOutcomeToast(email, problem);

  if (problem)
    return (
      <ScreenMessage
        icon={<Warning className="size-7" />}
        title="Subscription Error"
        text={problem}
        action={<LinkButton href="/">Return to Home</LinkButton>}
      />
    );
  if (!email)
    return (
      <ScreenMessage
        icon={<Spinner className="size-7" />}
        title="Processing Your Subscription"
        text="Please wait while we confirm your payment. This takes a few seconds."
      />
    );
  return (
    <AuthFrame>
      <SetupPassword email={email} onSignInInstead={onSignInInstead} />
    </AuthFrame>
  );
}

/** Tells the outcome of the verification, once. */
function useOutcomeToast(email: string | undefined, problem: string | null) {
  const isTold = useRef(false);
  useEffect(() => {
    if (isTold.current || (!email && !problem)) return;
    isTold.current = true;
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
