import { describe, expect, it } from "vitest";
import { readConstraintOf } from "#app/deps.ts";
import { aPerson, call, origin } from "../../api.ts";

const FEED = `/calendar/feed/${"a".repeat(43)}.ics`;
const OLD_MARK = "beatcast_bookmark=00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683";
const [PRIMARY, NEAREST] = ["first-primary", "first-unconstrained"];

describe("where the reads of a call begin", () => {
  it.each<[string, string, Record<string, string>, string, string]>([
    ["a visitor's at the nearest copy", "/api/calendar", {}, "GET", NEAREST],
    ["a session's at the primary", "/api/dashboard", { cookie: "__Host-beatcast_session=x" }, "GET", PRIMARY],
    ["a key's at the primary", "/api/v1/predictions", { authorization: "Bearer x" }, "GET", PRIMARY],
    ["a calendar feed's at the primary", FEED, {}, "GET", PRIMARY],
    ["attack: a feed's in another spelling", FEED.replace("feed", "%66eed"), {}, "GET", PRIMARY],
    ["a write's at the primary", "/api/newsletter", {}, "POST", PRIMARY],
    // The caller alone chose how old a copy may be, and an old copy does not know of a revoked key.
    [
      "attack: those with an old bookmark too",
      "/api/dashboard",
      { cookie: `__Host-${OLD_MARK}` },
      "GET",
      PRIMARY,
    ],
    [
      "attack: a key's beside a bookmark",
      "/api/v1/predictions",
      { authorization: "Bearer x", cookie: OLD_MARK },
      "GET",
      PRIMARY,
    ],
  ])("%s", (_, path, headers, method, start) => {
    expect(readConstraintOf(new Request(origin + path, { method, headers }))).toBe(start);
  });

  it("a job's at the primary", () => {
    expect(readConstraintOf(null)).toBe(PRIMARY);
  });

  it("no answer hands a bookmark out", async () => {
    const { token } = await aPerson();
    const { headers } = await call("PUT", "/api/auth/profile", { token, body: { fullName: "Grace Hopper" } });
    expect(headers.getSetCookie()).toEqual([]);
  });
});
