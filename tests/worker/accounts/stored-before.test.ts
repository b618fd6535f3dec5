import { env } from "cloudflare:test";
import { createOTP } from "@better-auth/utils/otp";
import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../api.ts";

/** An account row by row, as the previous authentication library (better-auth 1.7.7) wrote it. */
const stored = {
  email: "before@example.com",
  password: "correct horse battery",
  token: "lIfTd5sR1qr5XDBPXQaorT57ZN5xSx2R",
  totpKey: "K5JDETSSGY4GG332GE2WUVTRIFUDQODM",
};
const userId = "usr_c60bc896189247abb5413b02cda73bdd";
const AT = 1795314224885;

beforeEach(async () => {
  const insert = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);
  const inAMonth = Date.now() + 30 * 24 * 60 * 60 * 1000;
  await env.DB.batch([
    insert("DELETE FROM users WHERE id = ?", userId),
    insert(
      "INSERT INTO users (id, name, email, email_verified, two_factor_enabled, created_at, updated_at) VALUES (?, ?, ?, 1, 0, ?, ?)",
      userId,
      "Ada Lovelace",
      stored.email,
      AT,
      AT,
    ),
    insert(
      "INSERT INTO credentials (id, account_id, provider_id, user_id, password, created_at, updated_at) VALUES (?, ?, 'credential', ?, ?, ?, ?)",
      "crd_5762f1b76dc94e1d9e3ff24017a7382a",
      userId,
      userId,
      "scrypt$32768$8$3$cj8JgajQr-qmtprEUtAFDg$BA7cyP0LOcBmNClKFZMPjTHon_cgKcH-kyXB9gxvYqQ",
      AT,
      AT,
    ),
    insert(
      "INSERT INTO sessions (id, token, user_id, expires_at, user_agent, created_at, updated_at) VALUES (?, ?, ?, ?, 'Unknown device', ?, ?)",
      "ses_bf6412f2f5e64a90899e4a38408b7a83",
      "CnNAQr0a0QJicmsusrTg7gr2TFSTIcSlnIInAl7Sp08",
      userId,
      inAMonth,
      AT,
      AT,
    ),
    insert(
      "INSERT INTO two_factors (user_id, secret, last_step, created_at) VALUES (?, ?, 0, ?)",
      userId,
      "7ab24d103fdd8084902238856168181b5f19df596cdb64221be649fe53631b8f5c8078b5cc2391f12c678916f36f56812440f8bd024dfb0798a059bb",
      AT,
    ),
  ]);
});

const signIn = (password = stored.password) =>
  call<{ token?: string; ticket?: string }>("POST", "/api/auth/signin", {
    body: { email: "Before@Example.com", password },
  });

/** The key as its owner's authenticator app holds it. */
function keyOfTheApp(): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...stored.totpKey].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
}

describe("an account stored before the change of library", () => {
  it("keeps its session, as bearer token and as cookie", async () => {
    const byToken = await call("POST", "/api/auth/verify", { token: stored.token });
    expect(byToken).toMatchObject({ status: 200, body: { user: { id: userId, email: stored.email } } });
    const headers = { cookie: `__Host-beatcast_session=${stored.token}` };
    expect(await call("GET", "/api/auth/profile", { headers })).toMatchObject({
      status: 200,
      body: { user: { id: userId } },
    });
  });

  it("keeps its password", async () => {
    expect((await signIn("another password")).status).toBe(401);
    const { status, body } = await signIn();
    expect([status, typeof body.token]).toEqual([200, "string"]);
    expect((await call("POST", "/api/auth/verify", { token: body.token ?? "" })).status).toBe(200);
  });

  it("keeps its second factor: the key in its owner's app still opens it", async () => {
    await env.DB.prepare("UPDATE users SET two_factor_enabled = 1 WHERE id = ?").bind(userId).run();
    const { body } = await signIn();
    expect(body.token).toBeUndefined();
    const code = await createOTP(keyOfTheApp()).totp();
    const opened = await call("POST", "/api/auth/two-factor/verify", { body: { ticket: body.ticket, code } });
    expect(opened).toMatchObject({ status: 200, body: { user: { id: userId } } });
  });

  it("refuses a key that was altered in the database, with an error of ours and no session", async () => {
    await env.DB.batch([
      env.DB.prepare("UPDATE users SET two_factor_enabled = 1 WHERE id = ?").bind(userId),
      env.DB.prepare("UPDATE two_factors SET secret = '00' || substr(secret, 3) WHERE user_id = ?").bind(
        userId,
      ),
    ]);
    const { body } = await signIn();
    const code = await createOTP(keyOfTheApp()).totp();
    const refused = await call("POST", "/api/auth/two-factor/verify", {
      body: { ticket: body.ticket, code },
    });
    expect([refused.status, refused.body.token]).toEqual([500, undefined]);
  });
});
