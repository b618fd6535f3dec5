import { z } from "zod";
import { deleteAccount } from "#accounts/privacy/delete.ts";
import { exportData } from "#accounts/privacy/export.ts";
import { recordSecurityEvent } from "#accounts/privacy/security-events.ts";
import { readAvatar, removeAvatar, saveAvatar } from "#accounts/profile/avatar.ts";
import {
  saveNotificationPreferences,
  savePrivacyPreferences,
  trackUsage,
} from "#accounts/profile/preferences.ts";
import { updateProfile } from "#accounts/profile/profile.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { MAX_AVATAR_BYTES, profileUpdateSchema, userResponseSchema } from "#contract/account.ts";
import {
  notificationUpdateSchema,
  notificationWaysSchema,
  privacyUpdateSchema,
  usageSchema,
} from "#contract/preferences.ts";
import { pushRemovalRequestSchema, pushSubscriptionRequestSchema } from "#contract/push.ts";
import {
  deleteAccountRequestSchema,
  recentPasswordRequestSchema,
  successResponseSchema,
} from "#contract/security.ts";
import { isoDay } from "#contract/time.ts";
import { newsletterStateOf, setNewsletterSubscription } from "#notifications/newsletter-subscription.ts";
import { addPushDevice, pushDevicesOf, removePushDevice } from "#notifications/push-devices.ts";
import { AppError } from "#platform/errors.ts";
import { type Operation, operation } from "../http/operation.ts";
import { clearSession, presentUser } from "./present-user.ts";

const imageTypes = ["image/png", "image/jpeg", "image/webp"] as const;

export const accountOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/auth/profile",
    access: "user",
    summary: "Read the profile, plan and calls used",
    response: userResponseSchema,
    handle: async ({ quotaOf, who }) => ({ user: await presentUser(quotaOf, who) }),
  }),
  operation({
    method: "PUT",
    path: "/api/auth/profile",
    access: "user",
    summary: "Change the named fields of the profile",
    body: profileUpdateSchema,
    response: userResponseSchema,
    handle: async ({ quotaOf, db, now, user, who, body }) => {
      await updateProfile(db, who.userId, body, now());
      return { user: await presentUser(quotaOf, await user(who.userId)) };
    },
  }),
  operation({
    method: "PUT",
    path: "/api/account/avatar",
    access: "user",
    summary: "Store a picture",
    userRate: "avatar",
    upload: { maxBytes: MAX_AVATAR_BYTES, types: imageTypes },
    response: userResponseSchema,
    errors: ["invalid_request"],
    handle: async ({ quotaOf, accounts, user, who, bytes }) => {
      await saveAvatar(accounts, who.userId, bytes);
      return { user: await presentUser(quotaOf, await user(who.userId)) };
    },
  }),
  operation({
    method: "DELETE",
    path: "/api/account/avatar",
    access: "user",
    summary: "Delete the picture",
    response: userResponseSchema,
    handle: async ({ quotaOf, accounts, user, who }) => {
      await removeAvatar(accounts, who.userId);
      return { user: await presentUser(quotaOf, await user(who.userId)) };
    },
  }),
  operation({
    method: "GET",
    path: "/api/account/avatar/:name",
    access: "user",
    summary: "Read the picture",
    params: z.object({ name: z.string().max(1000) }),
    raw: imageTypes.map((type) => ({ status: 200, type }) as const),
    errors: ["not_found"],
    handle: async ({ accounts, who, params: { name } }) => {
      const { body, contentType } = await readAvatar(accounts, who.userId, name);
      return new Response(body, {
        headers: {
          "content-type": contentType,
          // A new picture gets a new name, so this one never changes.
          "cache-control": "private, max-age=31536000, immutable",
          "content-security-policy": "default-src 'none'; sandbox",
        },
      });
    },
  }),
  operation({
    method: "GET",
    path: "/api/account/notifications",
    access: "user",
    summary: "Read what can reach the person beside the flags",
    response: notificationWaysSchema,
    handle: async ({ accounts, who }) => {
      const [newsletter, devices] = await Promise.all([
        newsletterStateOf(accounts, who.userId),
        pushDevicesOf(accounts, who.userId),
      ]);
      return {
        newsletter,
        hasMail: accounts.mailer !== null,
        push: {
          publicKey: accounts.pusher?.publicKey ?? null,
          isOnHere: devices.some(({ sessionId }) => sessionId === who.sessionId),
          browsers: devices.length,
        },
      };
    },
  }),
  operation({
    method: "PUT",
    path: "/api/account/notifications",
    access: "user",
    summary: "Change the named notification flags",
    body: notificationUpdateSchema,
    response: userResponseSchema,
    handle: async ({ c, quotaOf, accounts, user, who, body }) => {
      const { endsSecurityEmails } = await saveNotificationPreferences(accounts, who.userId, body);
      if (endsSecurityEmails)
        await recordSecurityEvent(accounts, who.userId, "security_emails_off", clientOf(c.req.raw));
      if (body.newsletter !== undefined)
        await setNewsletterSubscription(accounts, who.userId, body.newsletter);
      return { user: await presentUser(quotaOf, await user(who.userId)) };
    },
  }),
  operation({
    method: "PUT",
    path: "/api/account/privacy",
    access: "user",
    summary: "Change the named privacy flags",
    body: privacyUpdateSchema,
    response: userResponseSchema,
    handle: async ({ quotaOf, accounts, user, who, body }) => {
      await savePrivacyPreferences(accounts, who.userId, body);
      return { user: await presentUser(quotaOf, await user(who.userId)) };
    },
  }),
  operation({
    method: "POST",
    path: "/api/push/subscriptions",
    access: "user",
    summary: "Turn push messages on in this browser",
    body: pushSubscriptionRequestSchema,
    response: successResponseSchema,
    handle: async ({ accounts, who, body }) => {
      if (!accounts.pusher) throw new AppError("not_available", "Push messages are not set up on this site.");
      await addPushDevice(accounts, who, body);
      return { success: true };
    },
  }),
  operation({
    method: "DELETE",
    path: "/api/push/subscriptions",
    access: "user",
    summary: "Turn push messages off in a browser",
    body: pushRemovalRequestSchema,
    response: successResponseSchema,
    handle: async ({ accounts, who, body: { endpoint } }) => {
      await removePushDevice(accounts, who, endpoint);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/usage",
    access: "user",
    summary: "Add one use to a day's sum, where the privacy flags allow it",
    body: usageSchema,
    response: successResponseSchema,
    handle: async ({ c, accounts, who, body }) => {
      await trackUsage(accounts, who.userId, body, c.req.raw.headers);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/account/export",
    access: "user",
    summary: "Download everything stored on the person, as one JSON file",
    userRate: "export",
    body: recentPasswordRequestSchema,
    raw: [{ status: 200, type: "application/json" }],
    errors: ["confirmation_required", "wrong_password"],
    handle: async ({ c, personalDataElsewhere, accounts, now, who, body }) => {
      const elsewhere = await personalDataElsewhere(who.userId);
      const file = await exportData(accounts, who, body, elsewhere, clientOf(c.req.raw));
      return new Response(file, {
        headers: {
          "content-type": "application/json; charset=utf-8",
          "content-disposition": `attachment; filename="beatcast-export-${isoDay(now())}.json"`,
        },
      });
    },
  }),
  operation({
    method: "POST",
    path: "/api/account/delete",
    access: "user",
    summary: "Delete the account, and cancel and refund what it pays for",
    body: deleteAccountRequestSchema,
    response: successResponseSchema,
    errors: ["confirmation_required", "wrong_password", "rate_limited", "conflict"],
    handle: async ({ c, accounts, deletionHooks, who, body }) => {
      await deleteAccount(accounts, who, body, deletionHooks);
      clearSession(c);
      return { success: true };
    },
  }),
];
