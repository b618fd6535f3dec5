import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import { retentionDays } from "#contract/retention.ts";
import type { Database } from "#db/client.ts";
import { credentials, sessions, users, verifications } from "#db/schema/accounts.ts";
import { DAY_SECONDS } from "#worker/time.ts";
import { hashSessionTokens } from "./hashed-sessions.ts";
import { hashPassword, verifyPassword } from "./password.ts";

export const SESSION_DAYS = retentionDays.session;

const idPrefixes: Readonly<Record<string, string>> = {
  user: "usr",
  session: "ses",
  account: "crd",
  verification: "ver",
};

/** The authentication library on our database, password hash and token storage. Its own HTTP handler is not mounted. */
export function openLibrary(db: Database, settings: { secret: string; origin: string }) {
  return betterAuth({
    secret: settings.secret,
    baseURL: settings.origin,
    telemetry: { enabled: false },
    // Our own limiter counts: calls of the library's functions pass by the one it has.
    rateLimit: { enabled: false },
    logger: { level: "error" },
    database: hashSessionTokens(
      drizzleAdapter(db, {
        provider: "sqlite",
        schema: { user: users, session: sessions, account: credentials, verification: verifications },
      }),
    ),
    emailAndPassword: {
      enabled: true,
      // It counts UTF-16 units; we measure before it in the contract's one unit.
      minPasswordLength: 1,
      maxPasswordLength: Number.MAX_SAFE_INTEGER,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    session: { expiresIn: SESSION_DAYS * DAY_SECONDS },
    advanced: {
      // Addresses are not kept; our own limiter counts by Cloudflare's header.
      ipAddress: { disableIpTracking: true },
      database: {
        generateId: ({ model }) => `${idPrefixes[model] ?? "row"}_${crypto.randomUUID().replaceAll("-", "")}`,
      },
    },
  });
}

export type Library = ReturnType<typeof openLibrary>;
