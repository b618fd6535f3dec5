import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { checkoutSuccessResponseSchema } from "#contract/subscription.ts";
import { apiQuery } from "#lib/api.ts";
import { messageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { showToast } from "#ui/toast-store.ts";
import { ProcessingSubscription, SubscriptionProblem } from "./checkout-screens.tsx";

/** The way back from the checkout for someone signed in: the subscription becomes theirs, then the dashboard opens. */
export function LinkCheckout({ sessionId }: { sessionId: string }) {
  const { refreshUser } = useSession();
  const navigate = useNavigate();
  const checkout = useQuery(
    apiQuery(checkoutSuccessResponseSchema, "/api/subscription/checkout-success", sessionId),
  );
  const isLinked = checkout.data?.success === true;
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
  const text = checkout.data?.error ?? messageOf(checkout.error, "Failed to process subscription");
  return <SubscriptionProblem text={text} />;
}
