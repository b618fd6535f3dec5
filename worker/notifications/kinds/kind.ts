import { type SQL, sql } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import type { Profile } from "#accounts/profile/profile.ts";
import type { ProbabilityAccess } from "#contract/calendar.ts";
import type { DataMode } from "#contract/prediction.ts";
import { type EmailPreference, emailPreferenceLabels } from "#contract/preferences.ts";
import { isAmong } from "#platform/db/client.ts";
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
  accounts: AccountDeps;
  store: SeasonStore;
  dataMode: DataMode;
  marketNow: Date;
  opensOf: (userId: string) => Promise<ProbabilityAccess>;
  /** The email addresses of this deployment's operators, who receive calibration alarms. */
  operators: readonly string[];
};

export type NotificationContent = {
  email: (to: string, unsubscribe: UnsubscribeLinks | undefined) => Mail;
  /**
   * `path` is a path on our own site. A push service may keep the message for `ttlSeconds` until the browser is
   * online.
   */
  push: { title: string; body: string; path: string; ttlSeconds: number } | null;
};

export type NotificationKind = {
  kind: DeliveryKind;
  /**
   * The preference that turns this kind off. `flag` is null when the message concerns the account itself: it is
   * sent at once, even in quiet hours and to an unconfirmed address, within the mailbox's mail budget.
   */
  flag: EmailPreference | null;
  /**
   * Selects the `user_id` of people who may be due. `due` is null when another kind plans this kind's
   * deliveries too.
   */
  due: ((notifying: NotificationDeps, people: readonly string[] | null) => SQL) | null;
  plan: ((notifying: NotificationDeps, people: readonly string[]) => Promise<unknown>) | null;
  /** Writes the message from the current state. Returns null when there is nothing to say any more. */
  write: (
    notifying: NotificationDeps,
    person: Profile,
    subjects: readonly string[],
  ) => Promise<NotificationContent | null>;
};

/**
 * Returns the part of a kind whose deliveries are exactly the rows that `recipients` selects, with `user_id`
 * and `subject`.
 */
export function plannedBy(
  kind: DeliveryKind,
  recipients: (notifying: NotificationDeps, people: readonly string[] | null) => SQL,
  channels: Parameters<typeof planDeliveries>[1]["channels"] = ["email"],
): Pick<NotificationKind, "kind" | "due" | "plan"> {
  return {
    kind,
    due: (notifying, people) => sql`SELECT user_id FROM (${recipients(notifying, people)})`,
    plan: (notifying, people) => {
      const { db, now } = notifying.accounts;
      return planDeliveries(db, { kind, channels }, recipients(notifying, people), now());
    },
  };
}

export function isOneOfPeople(column: SQL, people: readonly string[] | null): SQL {
  return people === null ? sql`true` : isAmong(column, people);
}

/**
 * Matches when no delivery of this kind is stored for the person and subject. The query uses the index
 * `deliveries_once`.
 */
export function isNotPlanned(kind: DeliveryKind, userId: SQL, subject: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM deliveries AS known
    WHERE known.recipient = ${userId} AND known.kind = ${kind} AND known.subject = ${subject})`;
}

export const SAMPLE_DATA_NOTICE =
  "Sample data: the figures are simulated and say nothing about real companies.";
export const EDUCATIONAL_DISCLAIMER =
  "Educational research, the same for everyone. Not investment advice. A beat does not mean that the stock rises.";
export const emailReasonText = (kind: EmailPreference) =>
  `You get this email because "${emailPreferenceLabels[kind]}" is on in your account's notifications. ${EDUCATIONAL_DISCLAIMER}`;

/** Returns the line that labels simulated figures, or nothing when the figures are real. */
export function sampleDataLines(dataMode: DataMode): string[] {
  return dataMode === "sample" ? [SAMPLE_DATA_NOTICE] : [];
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
