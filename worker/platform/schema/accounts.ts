import { eq, lt } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import {
  accountNumber,
  days,
  declarePersonalTable as declare,
  profilePictureData,
  twoFactor,
  untilChanged,
  untilDeleted,
} from "../personal-data/declare.ts";

export const users = sqliteTable("users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: integer("email_verified", { mode: "boolean" }).notNull().default(false),
  image: text("image"),
  phone: text("phone"),
  company: text("company"),
  location: text("location"),
  bio: text("bio"),
  twoFactorEnabled: integer("two_factor_enabled", { mode: "boolean" }).notNull().default(false),
  notificationPreferences: text("notification_preferences", { mode: "json" }),
  privacyPreferences: text("privacy_preferences", { mode: "json" }),
  createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
});

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    /** A hash of the session's token; the token itself is known only to the browser. */
    token: text("token").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
    /**
     * A description of the browser and system, such as "Chrome on Mac". The user-agent header itself is not
     * stored.
     */
    userAgent: text("user_agent"),
    place: text("place"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
    /**
     * When the person last proved who they are in this session. Null when they have not done so since signing
     * in, which `createdAt` records.
     */
    provenAt: integer("proven_at", { mode: "timestamp_ms" }),
  },
  (table) => [index("sessions_by_user").on(table.userId), index("sessions_by_expiry").on(table.expiresAt)],
);

/**
 * The ways in which people sign in: one row per linked provider. The row with the provider id `credential`
 * holds the hash of the password.
 */
export const credentials = sqliteTable(
  "credentials",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    password: text("password"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("credentials_by_user").on(table.userId),
    uniqueIndex("credentials_by_account").on(table.providerId, table.accountId),
  ],
);

const address: DataCategory = {
  group: "account-data",
  what: "Email address, and whether you confirmed it",
  why: "To sign you in and to write to you",
  retention: untilDeleted,
};
const profile: DataCategory = {
  group: "account-data",
  what: "Name; phone, company, location and a short text, if you add them",
  why: "Your profile, which only you see",
  retention: untilChanged,
};
const preferences: DataCategory = {
  group: "account-data",
  what: "Notification and privacy settings",
  why: "To do as you chose",
  retention: untilChanged,
};
const password: DataCategory = {
  group: "security-data",
  what: "A salted hash of your password, and when you set it",
  why: "To check your password",
  retention: untilChanged,
};
const linked: DataCategory = {
  group: "security-data",
  what: "Sign-ins that you linked, with Google or GitHub for example: the provider, your number there, and when",
  why: "To sign you in with it",
  retention: "Until you unlink it or delete the account",
};
const signedIn: DataCategory = {
  group: "security-data",
  what: "Sessions: a hash of the token, browser and system (as 'Chrome on Mac'), city and country, opening, last use and when you last confirmed that it is you",
  why: "To keep you signed in, and to show you where",
  retention: `Until you end them, at most ${days(retentionDays.session)}`,
};

export const personal = [
  declare(users, {
    data: [
      [address, "email", "emailVerified"],
      [profile, "name", "phone", "company", "location", "bio"],
      [profilePictureData, "image"],
      [preferences, "notificationPreferences", "privacyPreferences"],
      [accountNumber, "id", "createdAt", "updatedAt"],
      [twoFactor, "twoFactorEnabled"],
    ],
    rowsOf: ({ userId }) => eq(users.id, userId),
    export: {
      as: "profile",
      names: {
        emailVerified: "isEmailVerified",
        name: "fullName",
        image: "avatar",
        twoFactorEnabled: "isTwoFactorEnabled",
      },
      without: ["notificationPreferences", "privacyPreferences"],
      is: "one",
    },
    deletion: "The account itself, last.",
  }),
  declare(credentials, {
    data: [
      [password, "id", "password", "createdAt", "updatedAt"],
      [linked, "accountId", "providerId"],
    ],
    export: {
      as: "signInMethods",
      names: { providerId: "kind", accountId: "accountThere", updatedAt: "changedAt" },
      without: ["id", "password", "createdAt"],
    },
  }),
  declare(sessions, {
    data: [
      [signedIn, "id", "token", "expiresAt", "userAgent", "place", "createdAt", "updatedAt", "provenAt"],
    ],
    export: { as: "sessions", names: { userAgent: "device", updatedAt: "lastUsedAt" }, without: ["token"] },
    expired: (daysAgo) => lt(sessions.expiresAt, daysAgo(0)),
  }),
];
