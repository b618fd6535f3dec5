import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { openDeps } from "#app/deps.ts";
import { recordStatus } from "#app/jobs/status.ts";
import { securityText } from "#app/pages/security-page.tsx";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import { open, origin } from "./a-market.ts";

const hourOf = (at: number) => new Date(at).toISOString().slice(0, 13);

async function store(hour: string, good: { source?: boolean; queue?: boolean } = {}) {
  const { source = true, queue = true } = good;
  await env.DB.prepare("INSERT INTO status_hours (hour, queue, objects, source, jobs) VALUES (?, ?, 1, ?, 1)")
    .bind(hour, Number(queue), Number(source))
    .run();
}

const rows = async () =>
  (await env.DB.prepare("SELECT * FROM status_hours ORDER BY hour").all<{ hour: string }>()).results;

beforeEach(() => env.DB.prepare("DELETE FROM status_hours").run());

describe("the status page", () => {
  it("says what is known now, to a visitor, without a word of anybody", async () => {
    const { status, text, headers } = await open("/status");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toContain("s-maxage=60");
    expect(text).toContain("<title>Status · Beatcast</title>");
    expect(text).toContain("Everything answers");
    for (const fact of ["Last lock", "Last settlement", "Queue", "Calendar read", "Lists of companies read"])
      expect(text).toContain(fact);
    expect(text).toContain("no hour looked at yet");
    expect(text).not.toMatch(/undefined|NaN|null|\d{4}-\d{2}-\d{2}T/);
  });

  it("draws each part's hours by day, and an hour that nothing was stored in against the database", async () => {
    const yesterday = Date.parse(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10));
    for (let hour = 0; hour < 24; hour++)
      if (hour !== 5) await store(hourOf(yesterday + hour * HOUR_MS), { source: hour > 1 });
    const { text } = await open("/status");
    const day = new Date(yesterday).toLocaleDateString("en-US", {
      timeZone: "UTC",
      month: "short",
      day: "numeric",
    });
    expect(text).toContain(`title="${day}: 23 of 24 hours good"`);
    expect(text).toContain(`title="${day}: 21 of 24 hours good"`);
    expect(text).toContain(`Market source, by day: ${day} 21 of 24 hours good`);
    expect(text).toContain(`Database, by day: ${day} 23 of 24 hours good`);
  });

  it("stores one row an hour however often the job runs, and drops those of more than thirty days ago", async () => {
    await store(hourOf(Date.now() - 31 * DAY_MS));
    await store(hourOf(Date.now() - 28 * DAY_MS));
    const deps = openDeps(env, origin);
    await Promise.all([recordStatus(deps), recordStatus(deps)]);
    await recordStatus(deps);
    expect((await rows()).map(({ hour }) => hour)).toEqual([
      hourOf(Date.now() - 28 * DAY_MS),
      hourOf(Date.now()),
    ]);
    expect((await rows())[1]).toMatchObject({ queue: 1, objects: 1, jobs: 1 });
  });
});

describe("security.txt", () => {
  it("names the address and the policy, and expires 180 days ahead, every day anew", () => {
    expect(securityText("https://beatcast.example", new Date("2026-11-23T14:30:00Z"))).toBe(
      [
        "Contact: mailto:security@beatcast.example",
        "Expires: 2027-05-22T00:00:00.000Z",
        "Preferred-Languages: en",
        "Canonical: https://beatcast.example/.well-known/security.txt",
        "Policy: https://beatcast.example/security",
        "",
      ].join("\n"),
    );
  });

  it("is served as plain text beside the page that it names", async () => {
    const { status, text, headers } = await open("/.well-known/security.txt");
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
    expect(expires).toBeGreaterThan(Date.now() + 179 * DAY_MS);
    expect(expires).toBeLessThan(Date.now() + 181 * DAY_MS);
    const page = await open("/security");
    expect(page.status).toBe(200);
    expect(page.text).toContain("security@beatcast.test");
  });
});
