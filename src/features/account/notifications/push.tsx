import { useQueryClient } from "@tanstack/react-query";
import type { NotificationChannels } from "#contract/preferences.ts";
import { useAction } from "#lib/use-action.ts";
import { Switch } from "#ui/choice.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { addPushSubscription, notificationChannelsQuery, removePushSubscription } from "../api.ts";

const LABEL = "Push Notifications";

export function PushSwitch({ push: { publicKey, isOnHere } }: { push: NotificationChannels["push"] }) {
  const queryClient = useQueryClient();
  const turn = useAction<boolean>({
    call: (isOn) => (isOn && publicKey ? turnPushOn(publicKey) : turnPushOff()),
    failure: {
      fallback: (error) =>
        error instanceof PushUnavailableError
          ? error.message
          : "Push messages could not be changed. Please try again.",
    },
    refresh: () => queryClient.invalidateQueries({ queryKey: notificationChannelsQuery().queryKey }),
  });
  if (!publicKey) return <PushMissing text="Not available: push messages are not set up on this site." />;
  if (!canPush()) return <PushMissing text="This browser does not support push messages." />;

  return (
    <>
      <Switch
        name="pushNotifications"
        label={LABEL}
        hint="Prediction alerts and earnings reminders in this browser, until you sign out. Takes effect immediately."
        checked={isOnHere}
        disabled={turn.isPending}
        onChange={turn.run}
      />
      <ActionFailure message={turn.message} />
    </>
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

/** An error whose message is shown to the person. */
class PushUnavailableError extends Error {
  override readonly name = "PushUnavailableError";
}

function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/**
 * Subscribes this browser to push messages. Throws `PushUnavailableError` when the person or the browser
 * refuses, and `RequestError` when the server does.
 */
async function turnPushOn(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new PushUnavailableError(
      "Your browser blocks messages from Beatcast. Allow them in its settings for this site.",
    );
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription that was created with an older key receives no messages.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new PushUnavailableError("Your browser's push service did not answer. Please try again.");
    });
  await addPushSubscription(subscription.toJSON()).catch(async (failure) => {
    await subscription.unsubscribe();
    throw failure;
  });
}

async function turnPushOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await removePushSubscription(subscription.endpoint);
  await subscription.unsubscribe();
}
