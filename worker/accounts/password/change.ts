import { and, eq, getTableColumns, isNull, ne, sql } from "drizzle-orm";
import { emailSchema } from "#contract/account.ts";
import { isSamePassword } from "#contract/password.ts";
import {
  type ChangePasswordRequest,
  PASSWORD_MISMATCH_MESSAGE,
  type ResetPasswordRequest,
  type SecurityEventKind,
} from "#contract/security.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { apiKeys, oauthRecords } from "#platform/schema/access.ts";
import { credentials, sessions, users } from "#platform/schema/accounts.ts";
import { alerts, pushDevices, quietHours } from "#platform/schema/alerts.ts";
import { resultReports } from "#platform/schema/predictions.ts";
import {
  passkeys,
  recoveryCodes,
  securityEvents,
  shortLivedSecrets,
  twoFactors,
} from "#platform/schema/security.ts";
import { supportRequests } from "#platform/schema/support.ts";
import { userForecasts } from "#platform/schema/user-forecasts.ts";
import { calendarFeeds, watchlist } from "#platform/schema/watchlist.ts";
import { webhookEndpoints } from "#platform/schema/webhooks.ts";
import type { AccountDeps } from "../accounts.ts";
import { resetPasswordMail } from "../mail/account-mails.ts";
import { sendMail } from "../mail/send-mail.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import { deleteAvatars } from "../profile/avatar.ts";
import { readProfile } from "../profile/profile.ts";
import type { Client } from "../sessions/client.ts";
import { endOtherSessionsStatement, type Session } from "../sessions/session.ts";
import {
  consumeSecret,
  createSecret,
  hasFreshSecret,
  userIdOfSecret,
} from "../sessions/short-lived-secret.ts";
import { requirePasswordOrFreshSession } from "../sign-in/proof.ts";
import { setPasswordStatement } from "./credential.ts";
import { hashPassword } from "./hash.ts";
import { requireAcceptablePassword } from "./password-policy.ts";

/**
 * Sets a new password, or the first one of an account without any. Ends the person's other sessions, open reset
 * links and unfinished sign-ins, and with `endAccess` also standing access. Throws `invalid_request` when the
 * two entries differ, the errors of `requireAcceptablePassword`, and whatever `requirePasswordOrFreshSession` throws.
 */
export async function changePassword(
  accounts: AccountDeps,
  who: Session,
  request: ChangePasswordRequest,
  client: Client,
): Promise<void> {
  const { currentPassword, newPassword, confirmPassword, endAccess } = request;
  if (confirmPassword !== undefined && !isSamePassword(confirmPassword, newPassword))
    throw new AppError("invalid_request", PASSWORD_MISMATCH_MESSAGE, {
      fields: { confirmPassword: PASSWORD_MISMATCH_MESSAGE },
    });
  requireAcceptablePassword(newPassword, "settings");
  await requirePasswordOrFreshSession(accounts, who, currentPassword).catch(async (error: unknown) => {
    const isAsking = error instanceof AppError && error.code === "confirmation_required";
    if (!isAsking) await recordSecurityEvent(accounts, who.userId, "password_change_failed", client);
    throw error;
  });
  const { db } = accounts;
  await db.batch([
    setPasswordStatement(accounts, who.userId, await hashPassword(newPassword)),
    endOtherSessionsStatement(accounts, who),
    db
      .delete(shortLivedSecrets)
      .where(and(eq(shortLivedSecrets.userId, who.userId), ne(shortLivedSecrets.purpose, "confirm-email"))),
    ...(endAccess ? endingStandingAccess(accounts, who.userId, client) : []),
  ]);
  await recordSecurityEvent(accounts, who.userId, "password_changed", client);
}

/**
 * Emails a link to set a new password if the address has an account. All work that depends on the account runs
 * after the response, so neither the response nor its time reveals whether there is one. Throws `not_available`
 * when no mail can be sent.
 */
export function requestPasswordReset(accounts: AccountDeps, address: string, client: Client): void {
  if (!accounts.mailer)
    throw new AppError("not_available", "Email is not set up on this site, so no link can be sent.");
  const email = emailSchema.safeParse(address);
  if (!email.success) return;
  const find = async () => {
    const [user] = await accounts.db
      .select({ id: users.id, isConfirmed: users.emailVerified })
      .from(users)
      .where(eq(users.email, email.data))
      .limit(1);
    return user ?? null;
  };
  const write = async () => {
    const user = await find();
    if (!user) return null;
    const token = await createSecret(accounts, "reset-password", { userId: user.id });
    await recordSecurityEvent(accounts, user.id, "password_reset_requested", client);
    const url = `${accounts.origin}/auth/reset-password#${token}`;
    return resetPasswordMail(email.data, url, { isConfirmed: user.isConfirmed });
  };
  // The last of the mailbox's budget is for an owner without a link that works, so strangers cannot use it up.
  const isNeeded = async () => {
    const user = await find();
    return user !== null && !(await hasFreshSecret(accounts, "reset-password", user.id));
  };
  accounts.inBackground(sendMail(accounts, email.data, "reset-password", write, isNeeded));
}

/**
 * Sets the password with a mailed link and confirms the address. Ends all sessions, links and, unless
 * `keepAccess` is set, standing access. Standing access of an unconfirmed account always ends, because a
 * stranger may have added it. Throws `invalid_link`, or the errors of `requireAcceptablePassword`, after which the link
 * still works.
 */
export async function resetPassword(
  accounts: AccountDeps,
  request: ResetPasswordRequest,
  client: Client,
): Promise<{ userId: string }> {
  requireAcceptablePassword(request.password, "sign-up");
  const userId = userIdOfSecret(await consumeSecret(accounts, "reset-password", request.token));
  await resetAccountAccess(accounts, userId, request, client);
  return { userId };
}

export async function resetAccountAccess(
  accounts: AccountDeps,
  userId: string,
  { password: entered, keepAccess }: Omit<ResetPasswordRequest, "token">,
  client: Client,
): Promise<void> {
  const { db } = accounts;
  const [password, at] = [await hashPassword(entered), accounts.now()];
  const { emailVerified, image } = await readProfile(db, userId);
  await db.batch([
    setPasswordStatement(accounts, userId, password),
    db.update(users).set({ emailVerified: true, updatedAt: at }).where(eq(users.id, userId)),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(shortLivedSecrets).where(eq(shortLivedSecrets.userId, userId)),
    ...(emailVerified && keepAccess ? [] : endingStandingAccess(accounts, userId, client)),
    ...(emailVerified ? [] : clearUnverifiedSettings(accounts, userId)),
  ]);
  if (!emailVerified) await deleteAvatars(accounts, userId, image);
  await recordSecurityEvent(accounts, userId, "password_reset", client);
}

export const settingsTables = [
  twoFactors,
  recoveryCodes,
  passkeys,
  resultReports,
  apiKeys,
  oauthRecords,
  userForecasts,
  calendarFeeds,
  webhookEndpoints,
  watchlist,
  alerts,
  quietHours,
  pushDevices,
  supportRequests,
] as const;

/** Sets all optional columns of a profile to null, because they hold what the person entered. */
const nothingEntered = Object.fromEntries(
  Object.entries(getTableColumns(users)).flatMap(([name, { notNull }]) => (notNull ? [] : [[name, null]])),
);

/**
 * Returns statements for a batch that clear what a stranger may have entered or set up before the owner
 * confirmed the address. Predictions and paid subscriptions stay.
 */
function clearUnverifiedSettings({ db, now }: AccountDeps, userId: string) {
  return [
    db
      .update(users)
      .set({ ...nothingEntered, name: "", twoFactorEnabled: false, updatedAt: now() })
      .where(eq(users.id, userId)),
    ...settingsTables.map((table) => db.delete(table).where(eq(table.userId, userId))),
  ];
}

const ENDED: SecurityEventKind = "standing_access_ended";

/**
 * Returns statements for a batch that end everything that gives access without a session: passkeys, linked
 * sign-ins, API keys, connected apps, webhook endpoints and the calendar feed. If there was any, the batch adds
 * an entry to the security log. Push devices are deleted with their sessions.
 */
function endingStandingAccess({ db, now }: AccountDeps, userId: string, client: Client) {
  const [keys, at] = [and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)), now()];
  const linked = and(eq(credentials.userId, userId), ne(credentials.providerId, "credential"));
  return [
    db.insert(securityEvents).select(
      sql`SELECT ${newId("evt")}, ${userId}, ${ENDED}, ${client.device}, ${client.place}, ${at.getTime()}, 1
        WHERE EXISTS (SELECT 1 FROM ${apiKeys} WHERE ${keys})
          OR EXISTS (SELECT 1 FROM ${passkeys} WHERE ${eq(passkeys.userId, userId)})
          OR EXISTS (SELECT 1 FROM ${credentials} WHERE ${linked})
          OR EXISTS (SELECT 1 FROM ${webhookEndpoints} WHERE ${eq(webhookEndpoints.userId, userId)})
          OR EXISTS (SELECT 1 FROM ${oauthRecords} WHERE ${eq(oauthRecords.userId, userId)})
          OR EXISTS (SELECT 1 FROM ${calendarFeeds} WHERE ${eq(calendarFeeds.userId, userId)})`,
    ),
    db.delete(passkeys).where(eq(passkeys.userId, userId)),
    db.delete(credentials).where(linked),
    db.update(apiKeys).set({ revokedAt: at }).where(keys),
    db.delete(oauthRecords).where(eq(oauthRecords.userId, userId)),
    db.delete(webhookEndpoints).where(eq(webhookEndpoints.userId, userId)),
    db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId)),
  ] as const;
}
