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

/** Predictions and reports go by the market's clock; attempts, bills and weeks by that of `accounts`. */
export type Notifying = {
  accounts: Accounts;
  store: SeasonStore;
  dataMode: DataMode;
  marketNow: Date;
  opensOf: (userId: string) => Promise<Opens>;
  /** Addresses. */
  operators: readonly string[];
};

export type Note = {
  email: (to: string, unsubscribe: UnsubscribeLinks | undefined) => Mail;
  /** `path` is on our origin; a push service may hold it for `ttlSeconds`. */
  push: { title: string; body: string; path: string; ttlSeconds: number } | null;
};

export type PersonKind = {
  kind: DeliveryKind;
  /**
   * The preference that turns it off. Null: it concerns the account, so it goes at once, in quiet hours and
   * to an unconfirmed address, within the mailbox's budget.
   */
  flag: MailedKind | null;
  /** Selects `user_id`; null where another kind plans it too. */
  due: ((notifying: Notifying, people: readonly string[] | null) => SQL) | null;
  plan: ((notifying: Notifying, people: readonly string[]) => Promise<unknown>) | null;
  /** Of this moment; null where it is no news any more. */
  write: (notifying: Notifying, person: Profile, subjects: readonly string[]) => Promise<Note | null>;
};

/** Of a kind whose deliveries are all that `found` selects: `user_id` and `subject`. */
export function plannedBy(
  kind: DeliveryKind,
  found: (notifying: Notifying, people: readonly string[] | null) => SQL,
  channels: Parameters<typeof planDeliveries>[1]["channels"] = ["email"],
): Pick<PersonKind, "kind" | "due" | "plan"> {
  return {
    kind,
    due: (notifying, people) => sql`SELECT user_id FROM (${found(notifying, people)})`,
    plan: (notifying, people) => {
      const { db, now } = notifying.accounts;
      return planDeliveries(db, { kind, channels }, found(notifying, people), now());
    },
  };
}

export function isAmong(column: SQL, people: readonly string[] | null): SQL {
  return people === null
    ? sql`true`
    : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(people)}))`;
}

/** By `deliveries_once`. */
export function isNew(kind: DeliveryKind, userId: SQL, subject: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM deliveries AS known
    WHERE known.recipient = ${userId} AND known.kind = ${kind} AND known.subject = ${subject})`;
}

export const SAMPLE_DATA = "Sample data: the figures are simulated and say nothing about real companies.";
export const EDUCATIONAL =
  "Educational research, the same for everyone. Not investment advice. A beat does not mean that the stock rises.";
export const reasonOf = (kind: MailedKind) =>
  `You get this email because "${mailedKinds[kind]}" is on in your account's notifications. ${EDUCATIONAL}`;

/** Nothing where figures are real. */
export function simulated(dataMode: DataMode): string[] {
  return dataMode === "sample" ? [SAMPLE_DATA] : [];
}

/** Past surprises beside comparable companies. */
export function pictureOf(origin: string, symbol: string): { url: string; alt: string } {
  return {
    url: `${origin}/share/stocks/${encodeURIComponent(symbol)}.png`,
    alt: `${symbol}: past reports against the EPS consensus`,
  };
}
