import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as accounts from "./schema/accounts.ts";
import * as apiKeys from "./schema/api-keys.ts";
import * as archive from "./schema/archive.ts";
import * as billing from "./schema/billing.ts";
import * as jobs from "./schema/jobs.ts";
import * as mail from "./schema/mail.ts";
import * as monitoring from "./schema/monitoring.ts";
import * as newsletter from "./schema/newsletter.ts";
import * as notices from "./schema/notices.ts";
import * as predictions from "./schema/predictions.ts";
import * as publicRead from "./schema/public.ts";
import * as push from "./schema/push.ts";
import * as receipts from "./schema/receipts.ts";
import * as season from "./schema/season.ts";
import * as security from "./schema/security.ts";
import * as slate from "./schema/slate.ts";
import * as usage from "./schema/usage.ts";

const schema = {
  ...accounts,
  ...apiKeys,
  ...archive,
  ...billing,
  ...jobs,
  ...mail,
  ...monitoring,
  ...newsletter,
  ...notices,
  ...predictions,
  ...publicRead,
  ...push,
  ...receipts,
  ...season,
  ...security,
  ...slate,
  ...usage,
};

export type Database = DrizzleD1Database<typeof schema>;

/** Typed access to D1. Queries live with their domain, one named function each. */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding, { schema });
}
