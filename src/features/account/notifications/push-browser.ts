import { send } from "#lib/request.ts";

/** Why push messages cannot be turned on in this browser. */
export class PushRefused extends Error {
  override readonly name = "PushRefused";
}

/** Whether this browser can take push messages at all. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/**
 * Turns push messages on in this browser: asks for permission, subscribes with the deployment's key and tells the server.
 * Throws `PushRefused` when the person or the browser refuses, `RequestError` when the server does.
 */
export async function turnPushOn(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new PushRefused(
      "Your browser blocks messages from Beatcast. Allow them in its settings for this site.",
    );
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with an older key of ours would take no message.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new PushRefused("Your browser's push service did not answer. Please try again.");
    });
  const { endpoint, keys } = subscription.toJSON();
  try {
    await send("/api/push/subscriptions", { method: "POST", body: { endpoint, keys } });
  } catch (failure) {
    await subscription.unsubscribe();
    throw failure;
  }
}

/** Turns push messages off in this browser. */
export async function turnPushOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await send("/api/push/subscriptions", { method: "DELETE", body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}
