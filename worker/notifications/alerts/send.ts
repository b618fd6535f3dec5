import { eq, sql } from "drizzle-orm";
import type { Accounts } from "#accounts/accounts.ts";
import { mayMail, notificationsOf } from "#accounts/profile/preferences.ts";
import type { Opens } from "#contract/calendar.ts";
import type { DataMode } from "#contract/prediction.ts";
import type { AlertKind, alertChannels } from "#contract/rules.ts";
import { newId } from "#platform/ids.ts";
import { users } from "#platform/schema/accounts.ts";
import type { SeasonStore } from "#season/store.ts";
import { alertMail } from "../mail/alert-mail.ts";
import { settingsOf } from "../notices/alert-settings.ts";
import { type Budget, type Delivery, deliverAll, LEASE_MS } from "../notices/delivery.ts";
import { quietUntil } from "../notices/quiet-hours.ts";
import { pushToAll } from "../notices/send-pushes.ts";
import { unsubscribeLinksOf } from "../notices/unsubscribe-links.ts";
import { describeAlerts, isWorthSending } from "./read-alerts.ts";
import { pathOf, textOf, titleOf } from "./texts.ts";

type Channel = (typeof alertChannels)[number];
type Flag = "earningsReminders" | "predictionAlerts";

/** The preference that turns a kind off. */
const flagOf: Record<AlertKind, Flag> = {
  report_tomorrow: "earningsReminders",
  report_today: "earningsReminders",
  date_moved: "earningsReminders",
  probability_moved: "predictionAlerts",
  prediction_settled: "predictionAlerts",
};

type Due = { alertId: string; channel: Channel; userId: string; kind: AlertKind; batch: string | null };

type Sending = {
  accounts: Accounts;
  store: SeasonStore;
  dataMode: DataMode;
  marketNow: Date;
  /** What a person's plan opens at this moment. */
  opensOf: (userId: string) => Promise<Opens>;
};

/**
 * Sends what is due to some people outside of their quiet hours, one mail and one push message a person and preference.
 * Claimed before it is sent; tried again as the same mail. Answers how many were handed over.
 */
export async function sendAlerts(
  sending: Sending,
  people: readonly string[],
  budget: Budget,
): Promise<number> {
  const { accounts } = sending;
  await giveUpInterrupted(accounts, people);
  const due = await dueDeliveries(accounts, people);
  const settings = await settingsOf(accounts.db, people);
  const groups = Map.groupBy(
    due,
    (one) => `${one.userId} ${one.channel} ${flagOf[one.kind]} ${one.batch ?? ""}`,
  );
  const deliveries: Delivery[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const own = settings.get(first.userId);
    const quiet = own ? quietUntil(own, accounts.now()) : null;
    if (quiet) await wait(accounts, group, quiet);
    else deliveries.push(deliveryOf(sending, group, first));
  }
  return deliverAll(deliveries, budget);
}

/** Deliveries whose time has come, by `alert_deliveries_by_user`. */
function dueDeliveries({ db, now }: Accounts, people: readonly string[]): Promise<Due[]> {
  return db.all<Due>(sql`
    SELECT d.alert_id AS alertId, d.channel AS channel, d.user_id AS userId, a.kind AS kind, d.batch AS batch
    FROM alert_deliveries AS d JOIN alerts AS a ON a.id = d.alert_id
    WHERE d.user_id IN (SELECT value FROM json_each(${JSON.stringify(people)})) AND d.due_at <= ${now().getTime()}
    ORDER BY d.user_id, a.created_at, a.id`);
}

/** A carrier that would send twice gets nothing that broke off while it was handed over; push services are such. */
async function giveUpInterrupted({ db, now, mailer }: Accounts, people: readonly string[]): Promise<void> {
  const isRepeated = mailer?.deliversOnce ? sql`channel <> 'mail'` : sql`true`;
  await db.run(sql`UPDATE alert_deliveries SET state = 'unknown', due_at = NULL
    WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))
      AND state = 'sending' AND due_at <= ${now().getTime()} AND ${isRepeated}`);
}

const among = (ids: readonly string[], channel: Channel) =>
  sql`channel = ${channel} AND alert_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Leaves deliveries until the quiet hours end. */
async function wait({ db, now }: Accounts, group: readonly Due[], until: Date): Promise<void> {
  const ids = group.map(({ alertId }) => alertId);
  await db.run(sql`UPDATE alert_deliveries SET due_at = ${until.getTime()}
    WHERE ${among(ids, group[0]?.channel ?? "mail")} AND due_at <= ${now().getTime()}`);
}

function deliveryOf(
  sending: Sending,
  group: readonly Due[],
  { userId, channel, kind, batch }: Due,
): Delivery {
  const { db, now } = sending.accounts;
  const name = batch ?? newId("alb");
  let claimed: string[] = [];
  const isMine = () => sql`${among(claimed, channel)} AND batch = ${name} AND state = 'sending'`;
  return {
    name: `alerts ${name}`,
    claim: async () => {
      const at = now().getTime();
      const ids = group.map(({ alertId }) => alertId);
      const rows = await db.all<{ id: string; attempts: number }>(sql`UPDATE alert_deliveries
        SET state = 'sending', attempts = attempts + 1, batch = ${name}, due_at = ${at + LEASE_MS}
        WHERE ${among(ids, channel)} AND due_at <= ${at} AND batch IS ${batch}
        RETURNING alert_id AS id, attempts`);
      claimed = rows.map(({ id }) => id);
      return rows[0]?.attempts ?? null;
    },
    send: () => send(sending, { userId, channel, flag: flagOf[kind], key: name }, claimed),
    postpone: async (ms) => {
      await db.run(sql`UPDATE alert_deliveries
        SET state = 'retry', attempts = attempts - 1, due_at = ${now().getTime() + ms} WHERE ${isMine()}`);
    },
    end: async (state, retryInMs) => {
      const dueAt = retryInMs === null ? null : now().getTime() + retryInMs;
      await db.run(sql`UPDATE alert_deliveries SET state = ${state}, due_at = ${dueAt} WHERE ${isMine()}`);
    },
  };
}

type Message = { userId: string; channel: Channel; flag: Flag; key: string };

/** Person, preferences, plan and numbers are those of this moment. */
async function send(
  { accounts, store, dataMode, marketNow, opensOf }: Sending,
  { userId, channel, flag, key }: Message,
  ids: readonly string[],
): Promise<"sent" | "unwanted"> {
  const [profile] = await accounts.db.select().from(users).where(eq(users.id, userId)).limit(1);
  if (!profile) return "unwanted";
  const isWanted =
    channel === "mail"
      ? accounts.mailer !== null && profile.emailVerified && mayMail(profile, flag)
      : notificationsOf(profile).pushNotifications && notificationsOf(profile)[flag];
  if (!isWanted) return "unwanted";
  const isAmong = sql`alerts.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const found = await describeAlerts(store, isAmong, await opensOf(userId), marketNow);
  const worth = found.filter((alert) => isWorthSending(alert, marketNow));
  const [first] = worth;
  if (!first) return "unwanted";
  const title = worth.length === 1 ? titleOf(first) : `${titleOf(first)}, and ${worth.length - 1} more`;
  const path = worth.length === 1 ? pathOf(first) : "/alerts";
  if (channel === "mail") {
    const lines = worth.map((alert) => `${titleOf(alert)}. ${textOf(alert)}`);
    const mail = alertMail(profile.email, {
      ...{ title, lines, dataMode, flag, url: accounts.origin + path },
      unsubscribe: unsubscribeLinksOf(accounts, userId, flag),
    });
    await accounts.mailer?.send({ ...mail, key: `${userId} ${key}` });
    return "sent";
  }
  const ttlSeconds = Math.max(60, Math.round((first.expiresAt.getTime() - marketNow.getTime()) / 1000));
  const body = worth.length === 1 ? textOf(first) : worth.map(titleOf).join(". ");
  if (!accounts.pusher) return "unwanted";
  return pushToAll(
    accounts,
    accounts.pusher,
    userId,
    { title, body: body.slice(0, 500), path, tag: key },
    ttlSeconds,
  );
}
