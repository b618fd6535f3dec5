import { describe, expect, it } from "vitest";
import { openCookies } from "#platform/cookies.ts";

const carrying = (cookie: string) => new Request("https://beatcast.test/", { headers: { cookie } });

describe("attack: a cookie planted from a sibling domain or over plain http", () => {
  it.each([
    ["https://beatcast.test", false],
    ["https://beatcast.test", true],
    ["http://localhost:5173", true],
    ["http://127.0.0.1:5173", true],
    ["http://[::1]:5173", true],
    // The settings refuse such an address elsewhere, and the cookie would not be weakened by it either.
    ["http://beatcast.test", false],
  ])("is not read at %s, whose own are __Host- cookies", (origin, isDevelopment) => {
    const cookies = openCookies(origin, isDevelopment);
    expect(cookies.set("beatcast_session", "token", 60)).toBe(
      "__Host-beatcast_session=token; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expect(cookies.clear("beatcast_session")).toBe(
      "__Host-beatcast_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expect(cookies.read(carrying("beatcast_session=planted"), "beatcast_session")).toBeNull();
    const both = carrying("beatcast_session=planted; __Host-beatcast_session=own");
    expect(cookies.read(both, "beatcast_session")).toBe("own");
  });

  it("in development at a plain address of the network, where browsers drop secure cookies, it has no prefix", () => {
    const cookies = openCookies("http://192.168.1.5:5173", true);
    expect(cookies.set("beatcast_session", "token", 60)).toBe(
      "beatcast_session=token; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
    );
    expect(cookies.read(carrying("beatcast_session=token"), "beatcast_session")).toBe("token");
  });
});

it("cookies of others, broken ones and none at all are no cookies of ours", () => {
  const { all, read } = openCookies("https://beatcast.test", false);
  expect([...all(carrying("theme=dark; __Host-a=1; __Host-b=2; =x; ;"))]).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
  expect(read(new Request("https://beatcast.test/"), "a")).toBeNull();
});
