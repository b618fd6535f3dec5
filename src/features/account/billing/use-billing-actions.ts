import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { portalResponseSchema, subscriptionChangeResponseSchema } from "#contract/subscription.ts";
import { apiFetch } from "#lib/api.ts";
import { longDate } from "#lib/dates.ts";
import { messageOf } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { subscriptionQuery } from "#lib/subscription.ts";
import { showToast } from "#lib/toast-store.ts";

type Action = "refresh" | "portal" | "cancel" | "reactivate";

/** What can be done about a subscription, one at a time. Each tells its outcome and reads the status again afterwards. */
export function useBillingActions() {
  const { refreshUser } = useSession();
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<Action | null>(null);

  const readAgain = async () => {
    await queryClient.fetchQuery({ ...subscriptionQuery(), staleTime: 0 });
    await refreshUser();
  };

  async function run(action: Action, failed: { title: string; fallback: string }, work: () => Promise<void>) {
    setPending(action);
    try {
      await work();
    } catch (error) {
      showToast({
        tone: "destructive",
        title: failed.title,
        description: messageOf(error, failed.fallback),
      });
    } finally {
      setPending(null);
    }
  }

  const change = (path: "cancel-user" | "reactivate") =>
    apiFetch(subscriptionChangeResponseSchema, `/api/subscription/${path}`, { method: "POST", body: {} });

  return {
    pending,
    refresh: () =>
      run("refresh", { title: "Refresh Failed", fallback: "Failed to refresh subscription" }, async () => {
        await readAgain();
        showToast({
          tone: "success",
          title: "Subscription Updated",
          description: "Your subscription is up to date.",
        });
      }),
    openPortal: () =>
      run(
        "portal",
        { title: "Update failed", fallback: "Failed to open the payment settings. Please try again." },
        async () => {
          const { url } = await apiFetch(portalResponseSchema, "/api/subscription/portal", {
            method: "POST",
            body: {},
          });
          location.assign(url);
        },
      ),
    cancel: () =>
      run("cancel", { title: "Cancellation Failed", fallback: "Failed to cancel subscription" }, async () => {
        const { subscription } = await change("cancel-user");
        const end = subscription.subscription_end;
        showToast({
          tone: "success",
          title: "Subscription Cancelled",
          description: `Your subscription will not renew.${end ? ` You keep your plan until ${longDate(end)}.` : ""}`,
        });
        await readAgain();
      }),
    reactivate: () =>
      run(
        "reactivate",
        { title: "Reactivation Failed", fallback: "Failed to reactivate subscription" },
        async () => {
          await change("reactivate");
          showToast({
            tone: "success",
            title: "Subscription Reactivated",
            description: "Your subscription renews again.",
          });
          await readAgain();
        },
      ),
  };
}
