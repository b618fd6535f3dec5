import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import { sendMail } from "#accounts/mail/send-mail.ts";
import { isEmailAllowed, notificationPreferencesOf } from "#accounts/profile/preferences.ts";
import type { Profile } from "#accounts/profile/profile.ts";
import type { EmailPreference } from "#contract/preferences.ts";
import { isAmong } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import type { Mail } from "#platform/mail/port.ts";
import { users } from "#platform/schema/accounts.ts";
import { type DeliveryKind, deliveries } from "#platform/schema/deliveries.ts";
import {
  type DeliverableMessage,
  type Delivery,
  type DeliveryBudget,
  type DeliveryClaim,
  deliver,
  giveUpInterrupted,
} from "./deliver.ts";
import { calibrationAlarm } from "./kinds/calibration-alarm.ts";
import type { NotificationDeps, NotificationKind } from "./kinds/kind.ts";
import { paymentFailed } from "./kinds/payment-failed.ts";
import { predictionSettled } from "./kinds/prediction-settled.ts";
import { reportSoon } from "./kinds/report-soon.ts";
import { securityEvent } from "./kinds/security-event.ts";
import { supportAnswer } from "./kinds/support-answer.ts";
import { watchedDate, watchedProbability } from "./kinds/watched-report.ts";
import { webhookPaused } from "./kinds/webhook-paused.ts";
import { weeklySummary } from "./kinds/weekly-summary.ts";
import { sendPushToAllDevices } from "./push-devices.ts";
import { quietHoursEndOf } from "./quiet-hours.ts";
import { quietHoursOf } from "./stored-quiet-hours.ts";
import { unsubscribeLinksOf } from "./unsubscribe-links.ts";

const personKinds: readonly NotificationKind[] = [
  securityEvent,
  webhookPaused,
  supportAnswer,
  calibrationAlarm,
  predictionSettled,
  reportSoon,
  watchedDate,
  watchedProbability,
  paymentFailed,
  weeklySummary,
];
const kindOf = new Map<DeliveryKind, NotificationKind>(
  personKinds.map((personKind) => [personKind.kind, personKind]),
);

const grouped: ReadonlySet<DeliveryKind> = new Set<DeliveryKind>(["watched_date", "watched_probability"]);

/** Returns the ids of people who have a new notification to plan or a stored delivery that is due. */
export async function peopleToNotify(notifying: NotificationDeps, limit: number): Promise<string[]> {
  const { db, now } = notifying.accounts;
  const waiting = sql`SELECT user_id FROM deliveries
    WHERE channel IN ('email', 'push') AND due_at <= ${now().getTime()} AND user_id IS NOT NULL`;
  const people = new Set<string>();
  // D1 takes at most five terms in a compound SELECT.
  for (const recipients of [
    waiting,
    ...personKinds.flatMap(({ due }) => (due ? [due(notifying, null)] : [])),
  ]) {
    const rows = await db.all<{ userId: string }>(
      sql`SELECT DISTINCT user_id AS userId FROM (${recipients}) LIMIT ${limit}`,
    );
    for (const { userId } of rows) people.add(userId);
  }
  return [...people];
}

/**
 * Plans and sends the people's due notifications, and returns how many messages were sent. In quiet hours, only
 * messages about the account itself are sent. Of two simultaneous runs, each message is sent by one.
 */
export async function notifyPeople(
  notifying: NotificationDeps,
  people: readonly string[],
  budget: DeliveryBudget,
): Promise<number> {
  const { db, now, mailer } = notifying.accounts;
  for (const { plan } of personKinds) await plan?.(notifying, people);
  await giveUpInterrupted(db, mailer?.deliversOnce ? ["push"] : ["email", "push"], now());
  const due = await db
    .select()
    .from(deliveries)
    .where(and(isAmong(deliveries.userId, people), lte(deliveries.dueAt, now())))
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id));
  const quiet = await quietHoursOf(db, people);
  const messages: DeliverableMessage[] = [];
  const groups = Map.groupBy(due, (delivery) =>
    [
      delivery.userId,
      delivery.channel,
      delivery.kind,
      delivery.batch ?? (grouped.has(delivery.kind) ? "" : delivery.id),
    ].join(" "),
  );
  for (const group of groups.values()) {
    const [first] = group;
    const isUrgent = first && kindOf.get(first.kind)?.flag === null;
    const own = isUrgent ? undefined : quiet.get(first?.userId ?? "");
    const until = own ? quietHoursEndOf(own, now()) : null;
    if (until) await wait(notifying, group, until);
    else messages.push({ deliveries: group, send: (claimed) => send(notifying, group, claimed) });
  }
  return deliver(notifying.accounts, messages, budget);
}

/** Postpones the deliveries to the end of the person's quiet hours. */
async function wait(
  { accounts: { db, now } }: NotificationDeps,
  group: readonly Delivery[],
  until: Date,
): Promise<void> {
  const ids = JSON.stringify(group.map(({ id }) => id));
  await db
    .update(deliveries)
    .set({ dueAt: until })
    .where(and(sql`id IN (SELECT value FROM json_each(${ids}))`, lte(deliveries.dueAt, now())));
}

async function send(
  notifying: NotificationDeps,
  group: readonly Delivery[],
  claimed: DeliveryClaim,
): Promise<"sent" | "unwanted"> {
  const { accounts } = notifying;
  const [first] = group;
  const kind = first && kindOf.get(first.kind);
  if (!kind) return "unwanted";
  const [person] = await accounts.db.select().from(users).where(eq(users.id, first.recipient)).limit(1);
  if (!person) return "unwanted";
  if (kind.flag && !isWanted(person, kind.flag, claimed)) return "unwanted";
  const subjects = group.filter(({ id }) => claimed.ids.includes(id)).map(({ subject }) => subject);
  const note = await kind.write(notifying, person, subjects);
  if (!note) return "unwanted";
  if (claimed.channel === "email") {
    if (!accounts.mailer) return "unwanted";
    const links = kind.flag ? unsubscribeLinksOf(accounts, person.id, kind.flag) : undefined;
    const email = { ...note.email(person.email, links), key: `${person.id} ${claimed.batch}` };
    if (kind.flag === null) return sendAboutAccount(accounts, person, email);
    await accounts.mailer.send(email);
    return "sent";
  }
  if (!accounts.pusher || !note.push) return "unwanted";
  const { ttlSeconds, ...payload } = note.push;
  const tag = `${kind.kind} ${subjects[0]}`;
  return sendPushToAllDevices(accounts, accounts.pusher, person.id, { ...payload, tag }, ttlSeconds);
}

function isWanted(person: Profile, flag: EmailPreference, { channel }: DeliveryClaim): boolean {
  const flags = notificationPreferencesOf(person);
  return channel === "email"
    ? person.emailVerified && isEmailAllowed(person, flag)
    : flags.pushNotifications && flags[flag];
}

/**
 * Sends a mail that concerns the account itself. Other people may cause such mails, and an unconfirmed address
 * may be a stranger's, so nothing is sent beyond the mailbox's mail budget.
 */
async function sendAboutAccount(
  accounts: AccountDeps,
  { email, emailVerified }: Profile,
  mail: Mail,
): Promise<"sent" | "unwanted"> {
  const kind = emailVerified ? (`account: ${mail.subject}` as const) : "of-unconfirmed-account";
  try {
    await sendMail(accounts, email, kind, () => mail);
    return "sent";
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return "unwanted";
    throw error;
  }
}
