import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { deleteExpired } from "#platform/personal-data/rows.ts";
import { aPerson, call } from "../api.ts";
import { mailTo } from "../outbox.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const count = async (table: string, userId: string) =>
  (
    await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table} WHERE user_id = ?`)
      .bind(userId)
      .first<{ n: number }>()
  )?.n;

/** Deletes expired data as the hourly job does, this many days from now. */
const forgetAfter = (days: number) =>
  deleteExpired(openDatabase(env.DB), new Date(Date.now() + days * DAY_MS));

it("keeps what has its time and forgets what has had it", async () => {
  const { user, email } = await aPerson();
  await mailTo(email, "Confirm your email address");
  await call("POST", "/api/newsletter", { body: { email } });
  await mailTo(email, "Confirm your newsletter subscription");
  const kept = async () => [
    await count("sessions", user.id),
    await count("short_lived_secrets", user.id),
    await count("security_events", user.id),
    await env.DB.prepare("SELECT COUNT(*) AS n FROM newsletter_subscribers WHERE email = ?")
      .bind(email)
      .first("n"),
    await env.DB.prepare("SELECT COUNT(*) > 0 AS n FROM outbox WHERE recipient = ?").bind(email).first("n"),
  ];
  await forgetAfter(0);
  expect(await kept()).toEqual([1, 1, 1, 1, 1]);
  await forgetAfter(2);
  expect(await kept()).toEqual([1, 0, 1, 1, 1]);
  await forgetAfter(31);
  expect(await kept()).toEqual([0, 0, 1, 0, 0]);
  await forgetAfter(366);
  expect(await kept()).toEqual([0, 0, 0, 0, 0]);
});
