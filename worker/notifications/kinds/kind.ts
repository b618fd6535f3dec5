import { type SQL, sql } from "drizzle-orm";
import type { Accounts } from "#accounts/accounts.ts";
import type { Profile } from "#accounts/profile/profile.ts";
import type { Opens } from "#contract/calendar.ts";
import type { DataMode } from "#contract/prediction.ts";
import { type MailedKind, mailedKinds } from "#contract/preferences.ts";
import type { UnsubscribeLinks } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";
import type { DeliveryKind } from "#platform/schema/deliveries.ts";
import type { SeasonStore } from "#season/store.ts";
import { planDeliveries } from "../deliver.ts";

/**
 * `marketNow` is the time of the market clock, which may be simulated; predictions and reports use it.
 * Attempts, bills and weekly summaries use the clock of `accounts`.
 */
export type NotificationDeps = {
  accounts: Accounts;
  store: SeasonStore;
  dataMode: DataMode;
  marketNow: Date;
  opensOf: (userId: string) => Promise<Opens>;
  /** The email addresses of this deployment's operators, who receive calibration alarms. */
  operators: readonly string[];
};

export type Note = {
  email: (to: string, unsubscribe: UnsubscribeLinks | undefined) => Mail;
  /**
   * `path` is a path on our own site. A push service may keep the message for `ttlSeconds` until the browser is
   * online.
   */
  push: { title: string; body: string; path: string; ttlSeconds: number } | null;
};

export type PersonKind = {
  kind: DeliveryKind;
  /**
   * The preference that turns this kind off. `flag` is null when the message concerns the account itself: it is
   * sent at once, even in quiet hours and to an unconfirmed address, within the mailbox's mail budget.
   */
  flag: MailedKind | null;
  /**
   * Selects the `user_id` of people who may be due. `due` is null when another kind plans this kind's
   * deliveries too.
   */
  due: ((notifying: NotificationDeps, people: readonly string[] | null) => SQL) | null;
  plan: ((notifying: NotificationDeps, people: readonly string[]) => Promise<unknown>) | null;
  /** Writes the message from the current state. Returns null when there is nothing to say any more. */
  write: (notifying: NotificationDeps, person: Profile, subjects: readonly string[]) => Promise<Note | null>;
};

/**
 * Returns the part of a kind whose deliveries are exactly the rows that `recipients` selects, with `user_id`
 * and `subject`.
 */
export function plannedBy(
  kind: DeliveryKind,
  recipients: (notifying: NotificationDeps, people: readonly string[] | null) => SQL,
  channels: Parameters<typeof planDeliveries>[1]["channels"] = ["email"],
): Pick<PersonKind, "kind" | "due" | "plan"> {
  return {
    kind,
    due: (notifying, people) => sql`SELECT user_id FROM (${recipients(notifying, people)})`,
    plan: (notifying, people) => {
      const { db, now } = notifying.accounts;
      return planDeliveries(db, { kind, channels }, recipients(notifying, people), now());
    },
  };
}

export function isAmong(column: SQL, people: readonly string[] | null): SQL {
  return people === null
    ? sql`true`
    : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(people)}))`;
}

/**
 * Matches when no delivery of this kind is stored for the person and subject. The query uses the index
 * `deliveries_once`.
 */
export function isNew(kind: DeliveryKind, userId: SQL, subject: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM deliveries AS known
    WHERE known.recipient = ${userId} AND known.kind = ${kind} AND known.subject = ${subject})`;
}

export const SAMPLE_DATA = "Sample data: the figures are simulated and say nothing about real companies.";
export const EDUCATIONAL =
  "Educational research, the same for everyone. Not investment advice. A beat does not mean that the stock rises.";
export const reasonOf = (kind: MailedKind) =>
  `You get this email because "${mailedKinds[kind]}" is on in your account's notifications. ${EDUCATIONAL}`;

/** Returns the line that labels simulated figures, or nothing when the figures are real. */
export function simulated(dataMode: DataMode): string[] {
  return dataMode === "sample" ? [SAMPLE_DATA] : [];
}

/**
 * Returns the address and description of the picture that shows the company's past surprises beside those of
 * comparable companies.
 */
export function pictureOf(origin: string, symbol: string): { url: string; alt: string } {
  return {
    url: `${origin}/share/stocks/${encodeURIComponent(symbol)}.png`,
    alt: `${symbol}: past reports against the EPS consensus`,
  };
}
