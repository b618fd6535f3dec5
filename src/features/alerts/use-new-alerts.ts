import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Alert } from "#contract/alerts.ts";
import { useAction } from "#lib/use-action.ts";
import { dashboardKey, markAlertsRead, withoutUnread } from "./api.ts";

/**
 * What is new on this visit. Alerts are marked as read as soon as the page shows them, so that the count elsewhere is
 * right; here they are marked as new until the person dismisses them or leaves.
 */
export function useNewAlerts(items: readonly Alert[], readAt: number) {
  const queryClient = useQueryClient();
  const found = useRef(new Set<string>());
  const [dismissedUntil, setDismissedUntil] = useState("");
  for (const { id, isRead } of items) if (!isRead) found.current.add(id);
  const newest = items[0]?.at ?? null;
  const hasUnread = items.some(({ isRead }) => !isRead);
  const onSuccess = () => void queryClient.setQueryData(dashboardKey, withoutUnread);

  // They stay unread where it fails, and the next visit tries again.
  const seen = useAction({ call: markAlertsRead, failure: { fallback: "" }, onSuccess });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an answer
  useEffect(() => {
    // A tab in the background reads again when it comes to the front.
    if (newest !== null && hasUnread && !document.hidden) seen.run(newest);
  }, [readAt]);

  const dismissed = useAction({
    call: markAlertsRead,
    failure: { title: "Not Marked", fallback: "The alerts could not be marked as read. Please try again." },
    onSuccess: (_, until) => {
      onSuccess();
      setDismissedUntil(until);
    },
  });
  const newOnes = items.filter(({ id, at }) => found.current.has(id) && at > dismissedUntil);
  return {
    newIds: new Set(newOnes.map(({ id }) => id)),
    dismissAll: () => newest !== null && dismissed.run(newest),
    isDismissing: dismissed.isPending,
  };
}
