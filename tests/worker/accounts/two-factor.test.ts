import { env } from "cloudflare:test";
import { createOTP } from "@better-auth/utils/otp";
import { describe, expect, it } from "vitest";
import type { SessionResponse, User } from "#contract/account.ts";
import { aConfirmedPerson, aPerson, call } from "../api.ts";
import { mailTo, tokenIn } from "../outbox.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;
type Enrolment = { secret: string; otpauthUri: string };

const STEP_MS = 30_000;

/** The authenticator app of the tests reads the key as a person would type it. */
function authenticator({ secret }: Enrolment) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const key = String.fromCharCode(...bytes);
  return (stepsAhead = 0) => createOTP(key).hotp(Math.floor(Date.now() / STEP_MS) + stepsAhead);
}

const enroll = (person: Person, password = person.password) =>
  call<Enrolment>("POST", "/api/auth/two-factor/enroll", { token: person.token, body: { password } });
const enable = (person: Person, code: string) =>
  call<{ recoveryCodes: string[] }>("POST", "/api/auth/two-factor/enable", {
    token: person.token,
    body: { code },
  });
const signIn = (person: Person) =>
  call<{ twoFactorRequired?: boolean; ticket: string; token?: string }>("POST", "/api/auth/signin", {
    body: { email: person.email, password: person.password },
  });
const verify = (ticket: string, code: string) =>
  call<SessionResponse & { code?: string }>("POST", "/api/auth/two-factor/verify", {
    body: { ticket, code },
  });
const disable = (person: Person, password: string, code: string) =>
  call("POST", "/api/auth/two-factor/disable", { token: person.token, body: { password, code } });
const wrongCode = async (code: () => Promise<string>) => ((Number(await code()) + 1) % 1_000_000).toString();

/** Creates a person with the second factor on. The code of the previous time step was used for that. */
async function aCarefulPerson() {
  const person = await aConfirmedPerson();
  const code = authenticator((await enroll(person)).body);
  const first = await enable(person, await code(-1));
  // The time step may end between the code and its check.
  const { body } = first.status === 200 ? first : await enable(person, await code(-1));
  return { person, code, recoveryCodes: body.recoveryCodes };
}

describe("turning two-factor on", () => {
  it("needs the password", async () => {
    const person = await aConfirmedPerson();
    expect(await enroll(person, "not it")).toMatchObject({ status: 400, body: { code: "wrong_password" } });
  });

  it("gives a key for the camera and for the fingers, and counts only after a code of it", async () => {
    const person = await aConfirmedPerson();
    const { body } = await enroll(person);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.otpauthUri).toContain("otpauth://totp/Beatcast:");
    expect(body.otpauthUri).toContain(`secret=${body.secret}`);
    expect((await signIn(person)).body.token).toBeDefined();
    expect((await enable(person, "000000")).body).toMatchObject({ code: "wrong_code" });
  });

  it("shows ten different recovery codes once and keeps neither them nor the key in clear", async () => {
    const person = await aConfirmedPerson();
    const { body: enrolment } = await enroll(person);
    const code = authenticator(enrolment);
    const { body } = await enable(person, await code());
    expect(new Set(body.recoveryCodes).size).toBe(10);
    for (const recoveryCode of body.recoveryCodes)
      expect(recoveryCode).toMatch(/^[a-kmnp-z2-9]{5}-[a-kmnp-z2-9]{5}$/);
    const rows = await Promise.all(
      ["two_factors", "recovery_codes"].map((table) =>
        env.DB.prepare(`SELECT * FROM ${table} WHERE user_id = ?`).bind(person.user.id).all(),
      ),
    );
    const kept = JSON.stringify(rows.map(({ results }) => results));
    for (const secret of [enrolment.secret, ...body.recoveryCodes]) expect(kept).not.toContain(secret);
    await mailTo(person.email, "Two-factor authentication is on");
  });

  it("is refused while it is on, so that a stolen session cannot replace the key", async () => {
    const { person } = await aCarefulPerson();
    expect((await enroll(person)).status).toBe(409);
  });
});

describe("signing in with two-factor on", () => {
  it("gives no session, token or cookie for the password alone", async () => {
    const { person } = await aCarefulPerson();
    const before = await sessionsOf(person);
    const { body, headers } = await signIn(person);
    expect(Object.keys(body).sort()).toEqual(["ticket", "twoFactorRequired"]);
    expect(headers.get("set-cookie")).toBeNull();
    expect(await sessionsOf(person)).toBe(before);
    expect((await call("POST", "/api/auth/verify", { token: body.ticket })).status).toBe(401);
  });

  it("opens a session for a right code", async () => {
    const { person, code } = await aCarefulPerson();
    const { body } = await verify((await signIn(person)).body.ticket, await code());
    expect(body.user).toMatchObject({ id: person.user.id, isTwoFactorEnabled: true });
    expect((await call("POST", "/api/auth/verify", { token: body.token })).status).toBe(200);
  });

  it("refuses a code that was used before, and an older one", async () => {
    const { person, code } = await aCarefulPerson();
    const used = await code();
    await verify((await signIn(person)).body.ticket, used);
    const { ticket } = (await signIn(person)).body;
    expect((await verify(ticket, used)).body.code).toBe("wrong_code");
    expect((await verify(ticket, await code(-1))).body.code).toBe("wrong_code");
    expect((await verify(ticket, await code(1))).status).toBe(200);
  });

  it("lets one of two simultaneous uses of a code through", async () => {
    const { person, code } = await aCarefulPerson();
    const tickets = [(await signIn(person)).body.ticket, (await signIn(person)).body.ticket];
    const same = await code();
    const answers = await Promise.all(tickets.map((ticket) => verify(ticket, same)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("takes five wrong codes a ticket, in parallel too, and then asks for the password again", async () => {
    const { person, code } = await aCarefulPerson();
    const { ticket } = (await signIn(person)).body;
    const wrong = await wrongCode(code);
    const answers = await Promise.all(Array.from({ length: 6 }, () => verify(ticket, wrong)));
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 401]);
    expect((await verify(ticket, await code())).status).toBe(401);
  });

  it("locks the account for a while after ten tries, over however many tickets", async () => {
    const { person, code } = await aCarefulPerson();
    const wrong = await wrongCode(code);
    const statuses: number[] = [];
    for (let ticket = 0; ticket < 2; ticket++) {
      const opened = (await signIn(person)).body.ticket;
      for (let i = 0; i < 5; i++) statuses.push((await verify(opened, wrong)).status);
    }
    // Turning it on took one token of the ten.
    expect(statuses).toEqual([...Array(9).fill(400), 429]);
    const late = await verify((await signIn(person)).body.ticket, await code());
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("takes each recovery code once, however it is typed", async () => {
    const { person, recoveryCodes } = await aCarefulPerson();
    const [first = ""] = recoveryCodes;
    const typed = first.toUpperCase().replace("-", " ");
    expect((await verify((await signIn(person)).body.ticket, typed)).status).toBe(200);
    expect((await verify((await signIn(person)).body.ticket, first)).body.code).toBe("wrong_code");
    await mailTo(person.email, "A recovery code was used");
  });

  it("does not take a ticket that has expired", async () => {
    const { person, code } = await aCarefulPerson();
    const { ticket } = (await signIn(person)).body;
    await env.DB.prepare("UPDATE short_lived_secrets SET expires_at = ? WHERE purpose = 'sign-in'")
      .bind(Date.now() - 1)
      .run();
    expect((await verify(ticket, await code())).status).toBe(401);
  });

  it("does not take one person's code for another's ticket", async () => {
    const [one, other] = [await aCarefulPerson(), await aCarefulPerson()];
    const { ticket } = (await signIn(one.person)).body;
    expect((await verify(ticket, other.recoveryCodes[0] ?? "")).body.code).toBe("wrong_code");
  });
});

describe("turning two-factor off", () => {
  it("needs password and code, and then signs in without a code", async () => {
    const { person, code } = await aCarefulPerson();
    const right = await code();
    expect((await disable(person, "not it", right)).body.code).toBe("wrong_password");
    expect((await disable(person, person.password, await wrongCode(code))).body.code).toBe("wrong_code");
    expect((await signIn(person)).body.twoFactorRequired).toBe(true);
    expect((await disable(person, person.password, right)).status).toBe(200);
    expect((await signIn(person)).body.token).toBeDefined();
    await mailTo(person.email, "Two-factor authentication is off");
  });

  it("takes a recovery code in place of the authenticator's", async () => {
    const { person, recoveryCodes } = await aCarefulPerson();
    expect((await disable(person, person.password, recoveryCodes[3] ?? "")).status).toBe(200);
    expect((await signIn(person)).body.token).toBeDefined();
  });

  it("cannot be done by a profile update", async () => {
    const { person } = await aCarefulPerson();
    const { body } = await call<{ user: User }>("PUT", "/api/auth/profile", {
      token: person.token,
      body: { twoFactorEnabled: false, isTwoFactorEnabled: false },
    });
    expect(body.user.isTwoFactorEnabled).toBe(true);
  });
});

describe("new recovery codes", () => {
  it("replace the old ones and need password and code", async () => {
    const { person, code, recoveryCodes } = await aCarefulPerson();
    const renew = (password: string, given: string) =>
      call<{ recoveryCodes: string[]; code?: string }>("POST", "/api/auth/two-factor/recovery-codes", {
        token: person.token,
        body: { password, code: given },
      });
    const right = await code();
    expect((await renew("not it", right)).body.code).toBe("wrong_password");
    expect((await renew(person.password, await wrongCode(code))).body.code).toBe("wrong_code");
    const { body } = await renew(person.password, right);
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await verify((await signIn(person)).body.ticket, recoveryCodes[0] ?? "")).status).toBe(400);
    expect((await verify((await signIn(person)).body.ticket, body.recoveryCodes[0] ?? "")).status).toBe(200);
  });
});

describe("attack: two-factor as a trap", () => {
  const unconfirmed = {
    status: 403,
    body: {
      code: "email_unconfirmed",
      message: "Please confirm your email address first. Two-factor authentication needs a confirmed one.",
    },
  };
  const release = async (email: string) => {
    await call("POST", "/api/auth/forgot-password", { body: { email } });
    const token = tokenIn(await mailTo(email, "Set a new password"));
    return call("POST", "/api/auth/reset-password", { body: { token, password: "the owner's own" } });
  };

  it("is not set with an address that nobody confirmed", async () => {
    const squatter = await aPerson();
    expect(await enroll(squatter)).toMatchObject(unconfirmed);
    expect(await enable(squatter, "123456")).toMatchObject(unconfirmed);
  });

  it("falls with everything else a stranger set up when the mailbox's owner resets the password", async () => {
    const squatter = await aConfirmedPerson({ fullName: "Mallory" });
    const code = authenticator((await enroll(squatter)).body);
    const { body } = await enable(squatter, await code(-1));
    await call("PUT", "/api/auth/profile", { token: squatter.token, body: { bio: "planted" } });
    await call("PUT", "/api/account/notifications", {
      token: squatter.token,
      body: { securityAlerts: false },
    });
    const { ticket } = (await signIn(squatter)).body;
    await env.DB.prepare("UPDATE users SET email_verified = 0 WHERE id = ?").bind(squatter.user.id).run();

    expect((await release(squatter.email)).status).toBe(200);
    const owner = await call<SessionResponse>("POST", "/api/auth/signin", {
      body: { email: squatter.email, password: "the owner's own" },
    });
    expect(owner.body.user).toMatchObject({
      isEmailVerified: true,
      isTwoFactorEnabled: false,
      fullName: null,
      bio: null,
      notificationPreferences: { securityAlerts: true },
    });
    expect((await call("POST", "/api/auth/verify", { token: squatter.token })).status).toBe(401);
    for (const planted of [await code(), ...body.recoveryCodes.slice(0, 2)])
      expect((await verify(ticket, planted)).status).toBe(401);
    const { results } = await env.DB.prepare(
      "SELECT user_id FROM two_factors WHERE user_id = ?1 UNION ALL SELECT user_id FROM recovery_codes WHERE user_id = ?1",
    )
      .bind(squatter.user.id)
      .all();
    expect(results).toEqual([]);
  });

  it("stays on through the reset of a confirmed account, with profile and settings", async () => {
    const { person } = await aCarefulPerson();
    expect((await release(person.email)).status).toBe(200);
    const answer = await signIn({ ...person, password: "the owner's own" });
    expect(answer.body).toMatchObject({ twoFactorRequired: true });
    const row = await env.DB.prepare("SELECT name FROM users WHERE id = ?").bind(person.user.id).first();
    expect(row).toEqual({ name: "Ada Lovelace" });
  });

  it("ends the other sessions when it is turned on, and keeps the one that did", async () => {
    const person = await aConfirmedPerson();
    const { token: stolen } = (await signIn(person)).body;
    const code = authenticator((await enroll(person)).body);
    expect((await enable(person, await code())).status).toBe(200);
    expect((await call("POST", "/api/auth/verify", { token: stolen ?? "" })).status).toBe(401);
    expect((await call("POST", "/api/auth/verify", { token: person.token })).status).toBe(200);
  });

  it("is not turned off, nor its recovery codes replaced, by session and password alone", async () => {
    const { person } = await aCarefulPerson();
    const { password } = person;
    for (const step of ["disable", "recovery-codes"]) {
      const answer = await call("POST", `/api/auth/two-factor/${step}`, {
        token: person.token,
        body: { password },
      });
      expect(answer.status).toBe(400);
    }
    expect((await signIn(person)).body.twoFactorRequired).toBe(true);
  });
});

async function sessionsOf(person: Person): Promise<number> {
  const row = await env.DB.prepare("SELECT COUNT(*) AS n FROM sessions WHERE user_id = ?")
    .bind(person.user.id)
    .first<{ n: number }>();
  return row?.n ?? 0;
}
