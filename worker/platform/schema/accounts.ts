import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Accounts. The columns nobody writes (`ip_address`, tokens of other sites) are from better-auth, see decision 0053. */
export const users = sqliteTable("users", {
  id: text("id").primaryKey(),
  /** Full name. */
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: integer("email_verified", { mode: "boolean" }).notNull().default(false),
  image: text("image"),
  phone: text("phone"),
  company: text("company"),
  location: text("location"),
  bio: text("bio"),
  twoFactorEnabled: integer("two_factor_enabled", { mode: "boolean" }).notNull().default(false),
  /** Saved flags; null means the defaults. */
  notificationPreferences: text("notification_preferences", { mode: "json" }),
  privacyPreferences: text("privacy_preferences", { mode: "json" }),
  createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
});

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    /** SHA-256 of the token; the token itself is known to the browser alone. */
    token: text("token").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
    ipAddress: text("ip_address"),
    /** Browser and system in words ("Chrome on Mac"). The agent string itself is not stored. */
    userAgent: text("user_agent"),
    /** City and country, where Cloudflare knows them. */
    place: text("place"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("sessions_by_user").on(table.userId), index("sessions_by_expiry").on(table.expiresAt)],
);

/** Ways to sign in; the password's hash stands on the row of provider `credential`. */
export const credentials = sqliteTable(
  "credentials",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: integer("access_token_expires_at", { mode: "timestamp_ms" }),
    refreshTokenExpiresAt: integer("refresh_token_expires_at", { mode: "timestamp_ms" }),
    scope: text("scope"),
    password: text("password"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("credentials_by_user").on(table.userId)],
);
