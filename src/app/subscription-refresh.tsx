import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "#lib/session.tsx";
import { FIVE_MINUTES_MS, subscriptionQuery } from "#lib/subscription.ts";

/**
 * Reads the subscription's status every five minutes wherever somebody is signed in, and with it the plan and the calls
 * that every screen shows. A hidden tab waits until it is looked at again.
 */
export function SubscriptionRefresh(): null {
  const { user, refreshUser } = useSession();
  const queryClient = useQueryClient();
  const userId = user?.id;

  useEffect(() => {
    if (!userId) return;
    let readAt = Date.now();
    const refresh = async () => {
      if (document.hidden || Date.now() - readAt < FIVE_MINUTES_MS) return;
      readAt = Date.now();
      await queryClient.fetchQuery({ ...subscriptionQuery(), staleTime: 0 });
      await refreshUser();
    };
    // A failure shows where the status is shown; the next round tries again.
    const run = () => void refresh().catch(() => undefined);
    const timer = setInterval(run, FIVE_MINUTES_MS);
    document.addEventListener("visibilitychange", run);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", run);
    };
  }, [userId, queryClient, refreshUser]);
  return null;
}
