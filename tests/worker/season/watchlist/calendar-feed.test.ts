import { env } from "cloudflare:test";
import ICAL from "ical.js";
import { beforeAll, describe, expect, it } from "vitest";
import { aSubscriber } from "../../a-subscriber.ts";
import { aPerson, call, origin } from "../../api.ts";
import { open } from "../../app/pages/a-market.ts";
import { mailTo, tokenIn } from "../../outbox.ts";
import { aCompany, day } from "./a-market.ts";

beforeAll(async () => {
  await aCompany("SOON", { reportDate: day(5), session: "post", probability: 0.7134 });
  await aCompany("OTHER", { reportDate: day(6) });
});

const make = async (token: string) =>
  (await call<{ url: string }>("POST", "/api/calendar-feed", { token, body: {} })).body.url;
const read = (url: string, headers = {}) => open(url.slice(origin.length), headers);
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
const watch = (token: string, symbol: string) => call("PUT", `/api/watchlist/${symbol}`, { token, body: {} });

describe("the calendar feed", () => {
  it("is the watchlist by its secret address, which is shown once and stored as a hash", async () => {
    const token = await aSubscriber("basic");
    expect((await watch(token, "SOON")).status).toBe(200);
    const url = await make(token);
    expect(url).toMatch(/^https:\/\/beatcast\.test\/calendar\/feed\/[\w-]{43}\.ics$/);
    const { status, headers, text } = await read(url);
    expect([status, headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(headers.get("cache-control")).toBe("private, no-cache");
    const [event, ...more] = eventsOf(text);
    expect(more).toEqual([]);
    expect(event?.startDate.toString()).toBe(day(5));
    expect(event?.description).toContain("P(beat) 71.3%.\nBase rate 62.0%.");
    const again = await read(url, { "if-none-match": headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    const secret = url.slice(-47, -4);
    const { results } = await env.DB.prepare("SELECT * FROM calendar_feeds").all();
    const exported = (await call("POST", "/api/account/export", { token, body: {} })).body;
    for (const stored of [results, exported]) expect(JSON.stringify(stored)).not.toContain(secret);
    expect(exported).toMatchObject({ calendarFeedAddresses: [{ createdAt: expect.any(String) }] });
  });

  it("moves the same event when the day moves", async () => {
    const token = await aSubscriber("basic");
    await aCompany("MOVES", { reportDate: day(4), changedAt: new Date(Date.now() - 3_600_000) });
    await watch(token, "MOVES");
    const url = await make(token);
    const [before] = eventsOf((await read(url)).text);
    await env.DB.prepare(
      "UPDATE season_reports SET report_date = ?, moved_from = ?, changed_at = ? WHERE symbol = 'MOVES'",
    )
      .bind(day(8), day(4), Date.now())
      .run();
    const [after, ...more] = eventsOf((await read(url)).text);
    expect(more).toEqual([]);
    expect(after?.uid).toBe(before?.uid);
    expect([before?.startDate.toString(), after?.startDate.toString()]).toEqual([day(4), day(8)]);
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Infinity);
  });

  it("ends with a new address, on demand, and with what a stranger set up before the mailbox's owner came", async () => {
    const { token, email } = await aPerson();
    const first = await make(token);
    const second = await make(token);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    expect((await call("DELETE", "/api/calendar-feed", { token })).status).toBe(200);
    expect((await call("DELETE", "/api/calendar-feed", { token })).status).toBe(200);
    expect((await read(second)).status).toBe(404);
    expect((await call("GET", "/api/calendar-feed", { token })).body).toEqual({ createdAt: null });
    const third = await make(token);
    await call("POST", "/api/auth/forgot-password", { body: { email } });
    const reset = tokenIn(await mailTo(email, "Set a new password"));
    await call("POST", "/api/auth/reset-password", {
      body: { token: reset, password: "another long password" },
    });
    expect((await read(third)).status).toBe(404);
  });

  it("attack: guesses find nothing, and are counted by network", async () => {
    const headers = { "cf-connecting-ip": "203.0.113.77" };
    const guess = () => read(`${origin}/calendar/feed/${crypto.randomUUID().padEnd(43, "a")}.ics`, headers);
    const statuses: number[] = [];
    for (let i = 0; i < 32; i++) statuses.push((await guess()).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(404));
    expect(statuses.at(-1)).toBe(429);
  });
});
