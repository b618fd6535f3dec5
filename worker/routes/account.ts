import { newsletterStateOf, setNewsletterSubscription } from "#accounts/mail/newsletter.ts";
import { devicesOf } from "#accounts/notices/push-devices.ts";
import { changePassword } from "#accounts/password/change.ts";
import { listEvents, recordEvent } from "#accounts/privacy/security-events.ts";
import { saveNotifications, savePrivacy } from "#accounts/profile/preferences.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { endingOtherSessions, endSession, listSessions } from "#accounts/sessions/session.ts";
import {
  type NotificationWays,
  notificationUpdateSchema,
  privacyUpdateSchema,
} from "#contract/preferences.ts";
import { changePasswordRequestSchema } from "#contract/security.ts";
import { AppError } from "#worker/errors.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";
import { presentUser } from "./present-user.ts";
import { clearSession, rememberDevice } from "./session-answer.ts";

/** Account settings beside the profile: password, sessions, trail, preferences. */
export const accountOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/auth/change-password",
    access: "user",
    body: changePasswordRequestSchema,
    handle: async (c, who) => {
      const request = await readJson(c.req.raw, changePasswordRequestSchema);
      await changePassword(c.var.deps.accounts, who, request, clientOf(c.req.raw));
      await rememberDevice(c, who.userId);
      return c.json({ success: true });
    },
  },
  {
    method: "GET",
    path: "/api/account/sessions",
    access: "user",
    handle: async (c, who) => c.json({ sessions: await listSessions(c.var.deps.accounts, who) }),
  },
  {
    method: "DELETE",
    path: "/api/account/sessions",
    access: "user",
    handle: async (c, who) => {
      const { accounts } = c.var.deps;
      const ended = await endingOtherSessions(accounts, who);
      await recordEvent(accounts, who.userId, "other_sessions_ended", clientOf(c.req.raw));
      return c.json({ ended: ended.length });
    },
  },
  {
    method: "DELETE",
    path: "/api/account/sessions/:id",
    access: "user",
    handle: async (c, who) => {
      const { accounts } = c.var.deps;
      const sessionId = c.req.param("id") ?? "";
      if (!(await endSession(accounts, who.userId, sessionId)))
        throw new AppError("not_found", "There is no such session.");
      await recordEvent(accounts, who.userId, "session_ended", clientOf(c.req.raw));
      if (sessionId === who.sessionId) clearSession(c);
      return c.json({ success: true });
    },
  },
  {
    method: "GET",
    path: "/api/account/security-events",
    access: "user",
    handle: async (c, who) => c.json({ events: await listEvents(c.var.deps.accounts, who.userId) }),
  },
  {
    method: "GET",
    path: "/api/account/notifications",
    access: "user",
    handle: async (c, who) => {
      const { accounts } = c.var.deps;
      const [newsletter, devices] = await Promise.all([
        newsletterStateOf(accounts, who.userId),
        devicesOf(accounts, who.userId),
      ]);
      return c.json({
        newsletter,
        hasMail: accounts.mailer !== null,
        push: {
          publicKey: accounts.pusher?.publicKey ?? null,
          isOnHere: devices.some(({ sessionId }) => sessionId === who.sessionId),
          browsers: devices.length,
        },
      } satisfies NotificationWays);
    },
  },
  {
    method: "PUT",
    path: "/api/account/notifications",
    access: "user",
    body: notificationUpdateSchema,
    handle: async (c, who) => {
      const update = await readJson(c.req.raw, notificationUpdateSchema);
      const { accounts } = c.var.deps;
      await saveNotifications(accounts, who.userId, update);
      if (update.newsletter !== undefined)
        await setNewsletterSubscription(accounts, who.userId, update.newsletter);
      return c.json({ user: await presentUser(c.var.deps, who.userId) });
    },
  },
  {
    method: "PUT",
    path: "/api/account/privacy",
    access: "user",
    body: privacyUpdateSchema,
    handle: async (c, who) => {
      const update = await readJson(c.req.raw, privacyUpdateSchema);
      await savePrivacy(c.var.deps.accounts, who.userId, update);
      return c.json({ user: await presentUser(c.var.deps, who.userId) });
    },
  },
];
