import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
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
  // It is another function after every change of the user, which must not begin the five minutes anew.
  const readUser = useRef(refreshUser);
  readUser.current = refreshUser;

  useEffect(() => {
    if (!userId) return;
    let readAt = Date.now();
    const read = async () => {
      if (document.hidden) return;
      readAt = Date.now();
      await queryClient.fetchQuery({ ...subscriptionQuery(), staleTime: 0 });
      await readUser.current();
    };
    // A failure shows where the status is shown; the next round tries again.
    const run = () => void read().catch(() => undefined);
    const onSeen = () => Date.now() - readAt >= FIVE_MINUTES_MS && run();
    const timer = setInterval(run, FIVE_MINUTES_MS);
    document.addEventListener("visibilitychange", onSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onSeen);
    };
  }, [userId, queryClient]);
  return null;
}
