import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { DAY_MS } from "#contract/time.ts";

const PLAN = "institutional";

/** Creates accounts on an unlimited plan and returns their session tokens. */
export function addAccounts(database: DatabaseSync, count: number): string[] {
  const now = Date.now();
  const user = database.prepare(
    "INSERT INTO users (id, name, email, email_verified, created_at, updated_at) VALUES (?, ?, ?, 1, ?, ?)",
  );
  const session = database.prepare(
    "INSERT INTO sessions (id, token, user_id, expires_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const customer = database.prepare(
    "INSERT INTO customers (id, user_id, email, created_at) VALUES (?, ?, ?, ?)",
  );
  const subscription = database.prepare(
    `INSERT INTO subscriptions (id, customer_id, status, plan_id, price_id, amount_cents, currency, period_start, period_end,
      counted_from, paid_from, paid_until, paid_plan_id, created_at)
     VALUES ($id, $customer, 'active', '${PLAN}', 'price', 19900, 'usd', $now, $later, $now, $now, $later, '${PLAN}', $now)`,
  );
  database.exec("BEGIN");
  const tokens = Array.from({ length: count }, (_, i) => {
    const token = randomBytes(32).toString("base64url");
    const [id, email, owner] = [`usr_load_${i}`, `load-${i}@example.com`, `cus_load_${i}`];
    user.run(id, `Load ${i}`, email, now, now);
    const hash = createHash("sha256").update(token).digest("base64url");
    session.run(`ses_load_${i}`, hash, id, now + 30 * DAY_MS, now, now);
    customer.run(owner, id, email, now);
    subscription.run({ id: `sub_load_${i}`, customer: owner, now, later: now + 30 * DAY_MS });
    return token;
  });
  database.exec("COMMIT");
  return tokens;
}
