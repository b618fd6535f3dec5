import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NotificationWays } from "#contract/preferences.ts";
import { messageOf } from "#lib/request.ts";
import { showToast } from "#lib/toast-store.ts";
import { Switch } from "#ui/choice.tsx";
import { notificationWaysQuery } from "../queries.ts";
import { canPush, PushRefused, turnPushOff, turnPushOn } from "./push-browser.ts";

const LABEL = "Push Notifications";

/** Push messages in this browser, on or off at once; said in words where there are none. */
export function PushSwitch({ push: { publicKey, isOnHere } }: { push: NotificationWays["push"] }) {
  const queryClient = useQueryClient();
  const [isPending, setIsPending] = useState(false);
  if (!publicKey) return <PushMissing text="Not offered here: this deployment has no keys for them." />;
  if (!canPush()) return <PushMissing text="This browser takes no push messages." />;

  async function turn(isOn: boolean) {
    if (!publicKey) return;
    setIsPending(true);
    try {
      await (isOn ? turnPushOn(publicKey) : turnPushOff());
      await queryClient.invalidateQueries({ queryKey: notificationWaysQuery().queryKey });
    } catch (failure) {
      const reason = failure instanceof PushRefused ? failure.message : null;
      const description =
        reason ?? messageOf(failure, "Push messages could not be changed. Please try again.");
      showToast({ tone: "destructive", title: "Update Failed", description });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Switch
      name="pushNotifications"
      label={LABEL}
      hint="Prediction alerts and earnings reminders in this browser, until you sign out of it. Takes effect at once."
      checked={isOnHere}
      disabled={isPending}
      onChange={(isOn) => void turn(isOn)}
    />
  );
}

function PushMissing({ text }: { text: string }) {
  return (
    <div className="py-1">
      <p className="text-sm font-semibold">{LABEL}</p>
      <p className="text-sm text-muted">{text}</p>
    </div>
  );
}
