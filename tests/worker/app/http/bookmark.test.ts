import { describe, expect, it } from "vitest";
import { startOfReads } from "#app/http/bookmark.ts";
import { openCookies } from "#platform/cookies.ts";
import { aPerson, call, fetchWorker, origin } from "../../api.ts";

const cookies = openCookies(origin, true);
const asked = (headers: Record<string, string>, method = "GET") =>
  startOfReads(new Request(`${origin}/api/dashboard`, { method, headers }), cookies);
const MARK = "00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683";

describe("where the reads of a call begin", () => {
  it.each([
    ["a visitor's at the nearest copy", {}, "GET", "first-unconstrained"],
    [
      "a person's at a copy that has their last write",
      { cookie: `__Host-beatcast_bookmark=${MARK}` },
      "GET",
      MARK,
    ],
    [
      "a person's without a known write at the primary",
      { cookie: "__Host-beatcast_session=x" },
      "GET",
      "first-primary",
    ],
    ["a client's with a token at the primary", { authorization: "Bearer x" }, "GET", "first-primary"],
    ["a write's at the primary", { cookie: `__Host-beatcast_bookmark=${MARK}` }, "POST", "first-primary"],
    [
      "those of a bookmark that is none at the primary",
      { cookie: "__Host-beatcast_bookmark=a%20b" },
      "GET",
      "first-primary",
    ],
  ])("%s", (_, headers, method, start) => {
    expect(asked(headers as Record<string, string>, method)).toBe(start);
  });

  it("a job's at the primary", () => {
    expect(startOfReads(null, cookies)).toBe("first-primary");
  });
});

describe("the bookmark of a write", () => {
  const setOf = (headers: Headers) =>
    headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-beatcast_bookmark="));

  it("comes in a cookie that scripts cannot read, and the next read takes it", async () => {
    const { token } = await aPerson();
    const { headers } = await call("PUT", "/api/auth/profile", { token, body: { fullName: "Grace Hopper" } });
    const cookie = setOf(headers) ?? "";
    expect(cookie).toMatch(
      /^__Host-beatcast_bookmark=[0-9a-zA-Z-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const read = await call<{ user: { fullName: string } }>("GET", "/api/auth/profile", {
      token,
      headers: { cookie: cookie.split(";")[0] ?? "" },
    });
    expect(read.body.user.fullName).toBe("Grace Hopper");
    expect(setOf(read.headers)).toBeUndefined();
  });

  it("comes with a new session, and never to a visitor", async () => {
    const { headers } = await call("POST", "/api/newsletter", { body: { email: "visitor@example.com" } });
    expect(headers.get("set-cookie")).toBeNull();
    const body = {
      email: `new-${crypto.randomUUID()}@example.com`,
      password: "correct horse battery",
      fullName: "A B",
    };
    expect(setOf((await call("POST", "/api/auth/signup", { body })).headers)).toBeDefined();
  });

  it("goes with a stream, which writes after its headers have left", async () => {
    const { token } = await aPerson();
    const response = await fetchWorker(`${origin}/api/analyze/KO`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        accept: "text/event-stream",
        "content-type": "application/json",
      },
    });
    expect(setOf(response.headers)).toMatch(/^__Host-beatcast_bookmark=; Max-Age=0;/);
    await response.text();
  });
});
