import { longDate } from "#lib/dates.ts";
import { useReadSubscription } from "#lib/subscription.ts";
import { useAction } from "#lib/use-action.ts";
import { cancelSubscription, openPortal, reactivateSubscription } from "../api.ts";

/** The actions on a subscription. Each shows a toast and reads the status again. */
export function useBillingActions({ onCancelEnd }: { onCancelEnd: () => void }) {
  const readAgain = useReadSubscription();

  const refresh = useAction({
    call: readAgain,
    success: { title: "Subscription Updated", description: "Your subscription is up to date." },
    failure: { title: "Refresh Failed", fallback: "Failed to refresh subscription" },
  });
  const portal = useAction({
    call: openPortal,
    failure: {
      title: "Update failed",
      fallback: "Failed to open the payment settings. Please try again.",
    },
    onSuccess: ({ url }) => location.assign(url),
  });
  const cancel = useAction({
    call: cancelSubscription,
    success: ({ subscription: { subscription_end: end } }) => ({
      title: "Subscription Cancelled",
      description: `Your subscription will not renew.${end ? ` You keep your plan until ${longDate(end)}.` : ""}`,
    }),
    failure: { title: "Cancellation Failed", fallback: "Failed to cancel subscription" },
    refresh: readAgain,
    onSettled: onCancelEnd,
  });
  const reactivate = useAction({
    call: reactivateSubscription,
    success: { title: "Subscription Reactivated", description: "Your subscription renews again." },
    failure: { title: "Reactivation Failed", fallback: "Failed to reactivate subscription" },
    refresh: readAgain,
  });

  const isPending = [refresh, portal, cancel, reactivate].some((action) => action.isPending);
  return { isPending, refresh, portal, cancel, reactivate };
}
