import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { createApp } from "#app/app.ts";
import { checkAnswer } from "../answers.ts";
import { aPerson, call, origin } from "../api.ts";
import { aPaidGuest, mailedSecret, userOf } from "./guest.ts";

/**
 * Makes a database that accepts `writes` writes and is gone after the next one, as for a process killed right then.
 */
function dyingDatabase(writes: number): D1Database {
  let [left, isDead] = [writes, false];
  const natives = new WeakMap<object, D1PreparedStatement>();
  async function step<Result>(isWrite: boolean, run: () => Promise<Result>): Promise<Result> {
    if (isDead) throw new Error("killed");
    const result = await run();
    if (isWrite && left-- === 0) isDead = true;
    if (isDead) throw new Error("killed");
    return result;
  }
  const wrap = (statement: D1PreparedStatement, isWrite: boolean): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values), isWrite);
        return (...args: unknown[]) => step(isWrite, () => Reflect.apply(method, target, args));
      },
    });
    natives.set(proxy, statement);
    return proxy;
  };
  const dying = (session: D1DatabaseSession) =>
    new Proxy(session, {
      get: (target, name) => {
        if (name === "prepare")
          return (text: string) => wrap(target.prepare(text), !/^\s*select/i.test(text));
        if (name === "batch")
          return (statements: D1PreparedStatement[]) =>
            step(true, () => target.batch(statements.map((one) => natives.get(one) ?? one)));
        return Reflect.get(target, name).bind(target);
      },
    });
  return inSessions(dying);
}

/** Makes a database whose sessions are changed, because every request reads and writes in a session. */
function inSessions(change: (session: D1DatabaseSession) => D1DatabaseSession): D1Database {
  return new Proxy(env.DB, {
    get: (target, name) =>
      name === "withSession"
        ? (start?: string) => change(target.withSession(start))
        : Reflect.get(target, name).bind(target),
  });
}

async function setUpAndDie(body: unknown, cookie: string, writes: number): Promise<number> {
  const context = createExecutionContext();
  const request = new Request(`${origin}/api/auth/setup-password`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
  const answer = await createApp().fetch(request, { ...env, DB: dyingDatabase(writes) }, context);
  await checkAnswer("POST", request.url, answer);
  await waitOnExecutionContext(context);
  return answer.status;
}

const rowsOf = async (email: string) =>
  (
    await env.DB.prepare(
      "SELECT u.id, (SELECT COUNT(*) FROM credentials c WHERE c.user_id = u.id) AS passwords, (SELECT COUNT(*) FROM customers c WHERE c.user_id = u.id) AS customers FROM users u WHERE u.email = ?",
    )
      .bind(email)
      .all()
  ).results;

describe("attack: a process killed in the middle of a paid guest's set-up", () => {
  const password = "correct horse battery";

  it("locks nobody out: whichever write was the last, there is all of the account or nothing, and a way in", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let writes = 0;
    for (let died = 500; died !== 200; writes++) {
      const { browser, email } = await aPaidGuest();
      died = await setUpAndDie({ email, password }, browser.header, writes);
      // The first write creates the whole account, so only signing in is left to do.
      expect(await rowsOf(email)).toMatchObject([{ passwords: 1, customers: 1 }]);
      const again = await browser.setUp(email, password);
      expect([again.status, again.body.message]).toEqual([
        403,
        "This account is already set up. Please sign in.",
      ]);
      const { body } = await browser.call<{ token: string }>("POST", "/api/auth/signin", { email, password });
      expect(await userOf(body.token)).toMatchObject({ email, subscriptionTier: "premium" });
      expect(writes).toBeLessThan(12);
    }
    expect(writes).toBeGreaterThan(2);
    reported.mockRestore();
  });

  it("before its first write leaves nothing, and a failed first write neither", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { browser, email } = await aPaidGuest();
    const failing = inSessions(
      (session) =>
        new Proxy(session, {
          get: (target, name) =>
            name === "batch"
              ? (statements: D1PreparedStatement[]) =>
                  target.batch([...statements, target.prepare("INSERT INTO users (id) VALUES ('x')")])
              : Reflect.get(target, name).bind(target),
        }),
    );
    const request = new Request(`${origin}/api/auth/setup-password`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: browser.header },
      body: JSON.stringify({ email, password }),
    });
    const context = createExecutionContext();
    const answer = await createApp().fetch(request, { ...env, DB: failing }, context);
    expect(answer.status).toBe(500);
    expect(await rowsOf(email)).toEqual([]);
    expect((await browser.setUp(email, password)).status).toBe(200);
    reported.mockRestore();
  });

  it("that takes an unconfirmed account back by the mailed link leaves the way in open at every write", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    // It is killed after the link's secret is created, after it is used, after the password is set, and after the
    // session is open.
    for (const writes of [0, 1, 2, 5]) {
      const squatter = await aPerson();
      const { browser, email, checkoutId } = await aPaidGuest(squatter.email);
      const secret = await mailedSecret(email);
      await setUpAndDie({ email, password, secret }, browser.header, writes);
      const again = await browser.setUp(email, password, { secret });
      if (again.status !== 200) {
        expect([403, 409]).toContain(again.status);
        const { body } = await call<{ token: string }>("POST", "/api/auth/signin", {
          body: { email, password },
        });
        await browser.accept(body.token, checkoutId, secret);
        expect(await userOf(body.token)).toMatchObject({ email, subscriptionTier: "premium" });
      } else expect(again.body.user).toMatchObject({ email, subscriptionTier: "premium" });
    }
    reported.mockRestore();
  });
});

it("a guest whom an older set-up had claimed and never finished sets up now", async () => {
  const { browser, email, checkoutId } = await aPaidGuest();
  await env.DB.prepare("UPDATE checkouts SET set_up_at = ? WHERE id = ?").bind(Date.now(), checkoutId).run();
  expect((await browser.setUp(email)).body.user).toMatchObject({ email, subscriptionTier: "premium" });
});
