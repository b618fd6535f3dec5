import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#lib/toast-store.ts";
import { AcceptOffer } from "./accept-offer.tsx";
import { checkoutQuery } from "./api.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { ProcessingSubscription, SubscriptionProblem } from "./checkout-screens.tsx";

type LinkCheckoutProps = {
  sessionId: string;
  /** The subscription was accepted, and the page is about to be left. */
  onAccepted: () => void;
};

/**
 * The way back from the checkout for someone signed in. Their own checkout is theirs, and the dashboard opens; one that
 * was started without signing in is asked about first.
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
  const text = checkout.data?.error ?? messageOf(checkout.error, "Failed to process subscription");
  return <SubscriptionProblem text={text} />;
}
