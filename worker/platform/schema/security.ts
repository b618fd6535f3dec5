import { lt } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import { days, declarePersonalTable as declare, twoFactor } from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/**
 * Hashes of secrets that work once and expire: those in mailed links, tickets for the second factor, and the
 * challenges that passkeys and sign-in providers must answer.
 */
export const shortLivedSecrets = sqliteTable(
  "short_lived_secrets",
  {
    /** SHA-256 of the secret. */
    tokenHash: text("token_hash").primaryKey(),
    purpose: text("purpose", {
      enum: ["confirm-email", "reset-password", "sign-in", "passkey", "new-passkey", "provider"],
    }).notNull(),
    /** Null for a sign-in in which the person is not known yet. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    attempts: integer("attempts").notNull().default(0),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
    /** What the server must remember about the flow until the browser returns. */
    data: text("data", { mode: "json" }),
  },
  (table) => [
    index("short_lived_secrets_by_user").on(table.userId, table.purpose),
    index("short_lived_secrets_by_expiry").on(table.expiresAt),
  ],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text("id").primaryKey(),
    /** The id that the authenticator gave the passkey, in base64url. */
    credentialId: text("credential_id").notNull().unique(),
    userId: userId(),
    /** The public key in COSE format, encoded as base64url. */
    publicKey: text("public_key").notNull(),
    /** How often the authenticator says it was used (the WebAuthn signature counter). 0 when it does not count. */
    counter: integer("counter").notNull(),
    transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
    name: text("name").notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    lastUsedAt: integer("last_used_at", { mode: "timestamp_ms" }),
  },
  (table) => [index("passkeys_by_user").on(table.userId)],
);

/** Keys of authenticator apps. A key protects the account only once `users.two_factor_enabled` is true. */
export const twoFactors = sqliteTable(
  "two_factors",
  {
    userId: userId().primaryKey(),
    /** The TOTP key, encrypted with the deployment's secret. */
    secret: text("secret").notNull(),
    /** The 30-second step of the last accepted code. No code of this step or an earlier one is accepted again. */
    lastStep: integer("last_step").notNull().default(0),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /**
     * Identifies the deployment secret that encrypted the key. Null for keys that were stored before secrets
     * could be rotated.
     */
    keyId: text("key_id"),
  },
  (table) => [index("two_factors_by_key").on(table.keyId)],
);

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: userId(),
    codeHash: text("code_hash").notNull(),
    keyId: text("key_id"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.codeHash] }),
    index("recovery_codes_by_key").on(table.keyId),
  ],
);

export const securityEvents = sqliteTable(
  "security_events",
  {
    id: text("id").primaryKey(),
    userId: userId(),
    kind: text("kind").notNull(),
    device: text("device").notNull(),
    place: text("place"),
    at: integer("at", { mode: "timestamp_ms" }).notNull(),
    /**
     * Attempts of one kind within a clock hour share a row and are counted here: `at` is the time of the first
     * attempt, and `device` and `place` are those of the last. Other events have a row each.
     */
    count: integer("count").notNull().default(1),
  },
  (table) => [
    index("security_events_by_user").on(table.userId, table.at),
    index("security_events_by_time").on(table.at),
  ],
);

const links: DataCategory = {
  group: "security-data",
  what: "Hashes of mailed links and of sign-ins under way, with the provider asked and the page to return to",
  why: "To confirm an address, reset a password, finish a sign-in",
  retention: "Until used, at most 24 hours",
};
const passkey: DataCategory = {
  group: "security-data",
  what: "Passkeys that you added: the name you gave each, its public key and number, how it reaches your device, when it was added and last used",
  why: "To sign you in with it, and to show you which you have",
  retention: "Until you remove it or delete the account",
};
const events: DataCategory = {
  group: "security-data",
  what: "Security events (sign-ins, changes of password and the like): what, when, how often, browser and system, city and country",
  why: "So that you can see what happened to your account",
  retention: days(retentionDays.securityEvent),
};

export const personal = [
  declare(shortLivedSecrets, {
    data: [[links, "tokenHash", "purpose", "attempts", "expiresAt", "data"]],
    export: { as: "pendingLinks", without: ["tokenHash", "attempts", "data"] },
    expired: (daysAgo) => lt(shortLivedSecrets.expiresAt, daysAgo(0)),
  }),
  declare(passkeys, {
    data: [
      [
        passkey,
        ...(["id", "credentialId", "publicKey", "counter"] as const),
        ...(["transports", "name", "createdAt", "lastUsedAt"] as const),
      ],
    ],
    export: { as: "passkeys", without: ["id"] },
  }),
  declare(twoFactors, {
    data: [[twoFactor, "secret", "lastStep", "createdAt", "keyId"]],
    export: { as: "twoFactor.authenticators", without: ["secret", "lastStep", "keyId"] },
  }),
  declare(recoveryCodes, {
    data: [[twoFactor, "codeHash", "keyId"]],
    export: { as: "twoFactor.recoveryCodesLeft", is: "count" },
  }),
  declare(securityEvents, {
    data: [[events, "id", "kind", "device", "place", "at", "count"]],
    export: { as: "securityEvents", without: ["id"] },
    expired: (daysAgo) => lt(securityEvents.at, daysAgo(retentionDays.securityEvent)),
  }),
];
