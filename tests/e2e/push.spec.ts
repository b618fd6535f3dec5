import { expect, test } from "@playwright/test";
import { signUp } from "./support/account.ts";

/** What a browser's push service would answer. A test cannot reach one. */
const endpoint = "https://fcm.googleapis.com/fcm/send/a-browser-of-the-tests";
const keys = {
  p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
  auth: "tBHItJI5svbpez7KI4CCXg",
};

test("push messages are turned on in this browser, shown as they come, and turned off", async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["notifications"]);
  await page.addInitScript(
    ([address, secrets]) => {
      let subscription: PushSubscription | null = null;
      PushManager.prototype.subscribe = async () => {
        const fake = {
          endpoint: address,
          toJSON: () => ({ endpoint: address, keys: secrets }),
          unsubscribe: async () => {
            subscription = null;
            return true;
          },
        };
        subscription = fake as unknown as PushSubscription;
        return subscription;
      };
      PushManager.prototype.getSubscription = async () => subscription;
    },
    [endpoint, keys] as const,
  );
  await signUp(page);
  await page.goto("/account?tab=notifications");
  const push = page.getByRole("switch", { name: "Push Notifications" });
  await push.click();
  await expect(push).toBeChecked();

  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [ours] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const message = {
    title: "AAPL beat the consensus",
    body: "Reported 2.10 against 2.00.",
    path: "/account?tab=privacy",
    tag: "settled-AAPL",
  };
  const registrationId = await registered;
  const deliver = () =>
    devtools.send("ServiceWorker.deliverPushMessage", {
      origin: baseURL ?? "",
      registrationId,
      data: JSON.stringify(message),
    });
  await deliver();
  const shown = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications();
      return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, ...data }));
    });
  // A service worker that is still starting misses a message, and a message with the same tag replaces the one
  // before.
  await expect
    .poll(async () => {
      const found = await shown();
      if (found.length === 0) await deliver();
      return found;
    })
    .toEqual([message]);

  await push.click();
  await expect(push).not.toBeChecked();
});
