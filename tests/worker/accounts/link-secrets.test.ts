import { expect, it } from "vitest";
import { aPerson, call } from "../api.ts";
import { mailTo } from "../outbox.ts";

it("attack: the address of no page that an email leads to sends its secret to a server, or to a log", async () => {
  const { email } = await aPerson();
  const reader = `reader-${crypto.randomUUID()}@example.com`;
  await call("POST", "/api/auth/forgot-password", { body: { email } });
  await call("POST", "/api/newsletter", { body: { email: reader } });
  const links = await Promise.all(
    [
      mailTo(email, "Confirm your email address"),
      mailTo(email, "Set a new password"),
      mailTo(reader, "Confirm your newsletter subscription"),
    ].map(async (mail) => new URL(/https:\/\/\S+/.exec((await mail).text)?.[0] ?? "")),
  );
  expect(links.map(({ pathname, search }) => pathname + search)).toEqual([
    "/auth/confirm-email",
    "/auth/reset-password",
    "/newsletter/confirm",
  ]);
  for (const { hash } of links) expect(hash).toMatch(/^#[\w.-]{43,}$/);
});
