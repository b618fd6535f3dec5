import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { errorMessageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast.ts";
import { LinkButton } from "#ui/button.tsx";
import { ScreenMessage } from "#ui/empty-state.tsx";
import { Warning } from "#ui/icons.tsx";
import { Spinner } from "#ui/loading.tsx";
import { checkoutQuery } from "./api.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { AcceptOffer, SetupPassword } from "./setup-password.tsx";

type LinkCheckoutProps = {
  sessionId: string;
  onAccepted: () => void;
};

/**
 * Links the checkout to the account after the payment. A checkout that was paid without signing in is linked
 * only after the person agrees.
 */
export function LinkCheckout({ sessionId, onAccepted }: LinkCheckoutProps) {
  const { refreshUser } = useSession();
  const navigate = useNavigate();
  const checkout = useQuery(checkoutQuery(sessionId));
  const isLinked = checkout.data?.isLinked === true;
  const isDone = useRef(false);

  useEffect(() => {
    if (!isLinked || isDone.current) return;
    isDone.current = true;
    void refreshUser().finally(() => {
      showToast({ tone: "success", title: "Subscription Updated", description: "Your new plan is active." });
      navigate("/dashboard", { replace: true });
    });
  }, [isLinked, refreshUser, navigate]);

  if (checkout.isPending || isLinked) return <ProcessingSubscription />;
  if (checkout.data?.offer)
    return (
      <AuthFrame>
        <AcceptOffer offer={checkout.data.offer} onAccepted={onAccepted} />
      </AuthFrame>
    );
  const text = checkout.data?.error ?? errorMessageOf(checkout.error, "Failed to process subscription");
  return <SubscriptionProblem text={text} />;
}

type PostCheckoutProps = {
  sessionId: string;
  onSignInInstead: () => void;
  onSetUp: () => void;
};

export function PostCheckout({ sessionId, onSignInInstead, onSetUp }: PostCheckoutProps) {
  const checkout = useQuery(checkoutQuery(sessionId));
  const email = checkout.data?.success ? checkout.data.user?.email : undefined;
  const problem =
    checkout.isPending || email
      ? null
      : (checkout.data?.error ?? errorMessageOf(checkout.error, "Failed to process subscription"));
  useOutcomeToast(email, problem);

  if (problem) return <SubscriptionProblem text={problem} />;
  if (!email) return <ProcessingSubscription />;
  return (
    <AuthFrame>
      <SetupPassword email={email} onSignInInstead={onSignInInstead} onSetUp={onSetUp} />
    </AuthFrame>
  );
}

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

function ProcessingSubscription() {
  return (
    <ScreenMessage
      icon={<Spinner className="size-7" />}
      title="Processing Your Subscription"
      text="Please wait while we confirm your payment. This takes a few seconds."
    />
  );
}

type SubscriptionProblemProps = {
  text: string;
  canSignIn?: boolean;
};

export function SubscriptionProblem({ text, canSignIn = false }: SubscriptionProblemProps) {
  return (
    <ScreenMessage
      icon={<Warning className="size-7" />}
      title="Subscription Error"
      text={text}
      action={
        <>
          {canSignIn && <LinkButton href="/auth">Sign In</LinkButton>}
          <LinkButton href="/" variant={canSignIn ? "secondary" : "primary"}>
            Return to Home
          </LinkButton>
        </>
      }
    />
  );
}
