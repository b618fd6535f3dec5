import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { aPerson, call } from "../api.ts";
import { mailTo } from "../outbox.ts";

const HOUR_MS = 3_600_000;

/** Returns the hours that a person's link of this purpose is still valid. */
async function hoursOf(purpose: string, userId: string): Promise<number> {
  const until = await env.DB.prepare(
    "SELECT expires_at FROM short_lived_secrets WHERE user_id = ? AND purpose = ?",
  )
    .bind(userId, purpose)
    .first<number>("expires_at");
  return ((until ?? 0) - Date.now()) / HOUR_MS;
}

it("a mailed link works as long as its mail says", async () => {
  const { email, user } = await aPerson();
  expect((await mailTo(email, "Confirm your email address")).text).toContain("within 24 hours");
  expect(await hoursOf("confirm-email", user.id)).toBeCloseTo(24, 1);

  await call("POST", "/api/auth/forgot-password", { body: { email } });
  expect((await mailTo(email, "Set a new password")).text).toContain("within six hours");
  expect(await hoursOf("reset-password", user.id)).toBeCloseTo(6, 1);

  const reader = `reader-${user.id}@example.com`;
  await call("POST", "/api/newsletter", { body: { email: reader } });
  expect((await mailTo(reader, "Confirm your newsletter subscription")).text).toContain("within seven days");
  const until = await env.DB.prepare("SELECT confirm_expires_at FROM newsletter_subscribers WHERE email = ?")
    .bind(reader)
    .first<number>("confirm_expires_at");
  expect(((until ?? 0) - Date.now()) / HOUR_MS).toBeCloseTo(7 * 24, 1);
});
