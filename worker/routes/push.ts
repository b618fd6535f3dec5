import { addDevice, removeDevice } from "#accounts/notices/push-devices.ts";
import { pushRemovalRequestSchema, pushSubscriptionRequestSchema } from "#contract/push.ts";
import { AppError } from "#worker/errors.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

/** Push messages in the browser that asks. */
export const pushOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/push/subscriptions",
    access: "user",
    body: pushSubscriptionRequestSchema,
    handle: async (c, who) => {
      const subscription = await readJson(c.req.raw, pushSubscriptionRequestSchema);
      const { accounts } = c.var.deps;
      if (!accounts.pusher) throw new AppError("not_available", "Push messages are not set up here.");
      await addDevice(accounts, who, subscription);
      return c.json({ success: true });
    },
  },
  {
    method: "DELETE",
    path: "/api/push/subscriptions",
    access: "user",
    body: pushRemovalRequestSchema,
    handle: async (c, who) => {
      const { endpoint } = await readJson(c.req.raw, pushRemovalRequestSchema);
      await removeDevice(c.var.deps.accounts, who, endpoint);
      return c.json({ success: true });
    },
  },
];
