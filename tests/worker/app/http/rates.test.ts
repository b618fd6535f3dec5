import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#app/app.ts";
import { accountRateLimitOf, type Operation } from "#app/http/operation.ts";
import { operations } from "#app/routes/operations.ts";
import type { RateLimitName } from "#contract/rules.ts";
import { inOneMinute } from "../../../in-one-minute.ts";
import { aConfirmedPerson, fetchWorker, origin } from "../../api.ts";
import { exhaust } from "../../rate-limits.ts";
import { aKeyOwner } from "./an-api-key.ts";

const NETWORK = "198.51.100.77";

let person = { token: "", user: { id: "" } };
let owner = { key: "", user: { id: "" } };
beforeAll(async () => {
  person = await aConfirmedPerson({ email: "operator@example.com" });
  owner = await aKeyOwner();
});

const addressed = (path: string) => path.replace(/:\w+/g, "AAPL").replace(/\*$/, "a/b");

/** Where the handler counts, it needs this input to know whom to count. */
const sent: Readonly<Record<string, object>> = {
  "/api/auth/signin": { email: "a@example.com", password: "correct horse battery" },
  "/api/auth/two-factor/verify": { ticket: "x", code: "123456" },
};

async function status({ method, path, access }: Operation): Promise<number> {
  const proof = access === "key" ? owner.key : access === "user" || access === "operator" ? person.token : "";
  const response = await fetchWorker(origin + addressed(path), {
    method,
    redirect: "manual",
    headers: {
      "cf-connecting-ip": NETWORK,
      "content-type": "application/json",
      ...(proof ? { authorization: `Bearer ${proof}` } : {}),
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(sent[path] ?? {}) }),
  });
  await response.body?.cancel();
  return response.status;
}

/**
 * An analysis is counted by the person's quota object, and tests/worker/research/analyze.test.ts sends too many.
 */
const everyCall = operations.filter(
  ({ isDevelopmentOnly, path }) => !isDevelopmentOnly && path !== "/api/analyze/:symbol",
);

describe("a rate for every call", () => {
  it("counts what is written for an account apart from what it reads", () => {
    expect(accountRateLimitOf({ access: "user", method: "GET" })).toBe("accountReads");
    expect(accountRateLimitOf({ access: "operator", method: "PUT" })).toBe("accountWrites");
    expect(accountRateLimitOf({ access: "user", method: "PUT", userRate: "watchlist" })).toBe("watchlist");
    expect(accountRateLimitOf({ access: "public", method: "GET" })).toBeNull();
  });

  it.each(everyCall)("$method $path", async (operation) => {
    const ofAccount = accountRateLimitOf(operation);
    if (operation.access === "key") await exhaust("api", owner.user.id);
    else if (ofAccount) await exhaust(ofAccount, person.user.id);
    else if (operation.rate) await exhaust(operation.rate, NETWORK);
    expect(await status(operation)).toBe(429);
  });

  it("lets 120 of 300 writes at once through, and no account pays for another", async () => {
    const [one, other] = [await aConfirmedPerson(), await aConfirmedPerson()];
    const write = (token: string) =>
      fetchWorker(`${origin}/api/account/privacy`, {
        method: "PUT",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ personalization: true }),
      }).then((response) => response.status);
    await inOneMinute();
    const statuses = await Promise.all(Array.from({ length: 300 }, () => write(one.token)));
    expect(statuses.filter((found) => found !== 429)).toHaveLength(120);
    expect(await write(other.token)).not.toBe(429);
  });
});

/** One address of each route outside the API, with the rule that counts it. */
const documents: Readonly<Record<string, readonly [string, RateLimitName]>> = {
  "/mcp": ["/mcp", "api"],
  "/calendar/:week": ["/calendar/2026-W48", "publicPages"],
  "/stocks/:symbol": ["/stocks/AAPL", "publicPages"],
  "/track-record/versus-markets": ["/track-record/versus-markets", "publicPages"],
  "/track-record/model": ["/track-record/model", "publicPages"],
  "/security": ["/security", "publicPages"],
  "/.well-known/security.txt": ["/.well-known/security.txt", "publicPages"],
  "/status": ["/status", "publicPages"],
  "/sitemap.xml": ["/sitemap.xml", "publicPages"],
  "/share/calendar/:file": ["/share/calendar/2026-W48.png", "publicPages"],
  "/share/stocks/:file": ["/share/stocks/AAPL.png", "publicPages"],
  "/predictions/:id": ["/predictions/prd_x", "publicPages"],
  "/share/predictions/:file": ["/share/predictions/prd_x.png", "publicPages"],
  "/feeds/settled.atom": ["/feeds/settled.atom", "publicPages"],
  "/badge/track-record.svg": ["/badge/track-record.svg", "publicPages"],
  "/badge/track-record": ["/badge/track-record", "publicPages"],
  "/embed": ["/embed", "publicPages"],
  "/embed/:symbol": ["/embed/AAPL", "publicPages"],
  "/calendar/feed/:file": ["/calendar/feed/x.ics", "wrongFeedAddress"],
  "/data": ["/data", "publicPages"],
  "/data/SHA256SUMS": ["/data/SHA256SUMS", "publicPages"],
  "/data/track-record": ["/data/track-record", "publicPages"],
  "/data/:name": ["/data/predictions.csv", "publicPages"],
  "/.well-known/oauth-protected-resource/:first/:second?": [
    "/.well-known/oauth-protected-resource/mcp",
    "publicPages",
  ],
  "/.well-known/oauth-authorization-server": ["/.well-known/oauth-authorization-server", "publicPages"],
  "/oauth/token": ["/oauth/token", "appTokens"],
  "/oauth/register": ["/oauth/register", "appRegistrations"],
  "/llms.txt": ["/llms.txt", "publicPages"],
  "/sitemaps/:file": ["/sitemaps/weeks.xml", "publicPages"],
};

describe("a rate for every page, feed and file", () => {
  it("knows them all", () => {
    // The remaining addresses match `*`, which queries the database only at the addresses below. `/track-record` is
    // one of them, or for programs a call under /api/ that has its own rate.
    const isElsewhere = (path: string) =>
      path.includes("*") || path === "/track-record" || /^\/(api|sandbox)\//.test(path);
    const paths = new Set(
      createApp()
        .routes.map(({ path }) => path)
        .filter((path) => !isElsewhere(path)),
    );
    expect([...paths].toSorted()).toEqual(Object.keys(documents).toSorted());
  });

  it.each(Object.values(documents))("%s by %s", async (path, rule) => {
    await exhaust(rule, rule === "api" ? owner.user.id : NETWORK);
    const response = await fetchWorker(origin + path, {
      method: path === "/mcp" ? "POST" : "GET",
      redirect: "manual",
      headers: {
        "cf-connecting-ip": NETWORK,
        ...(rule === "api"
          ? { authorization: `Bearer ${owner.key}`, "content-type": "application/json" }
          : {}),
      },
    });
    await response.body?.cancel();
    expect(response.status).toBe(429);
  });

  it.each([
    ["/track-record/prd_x", {}],
    ["/privacy", { cookie: "session=x" }],
    ["/terms", { authorization: "Bearer x" }],
  ])("%s where it asks the database", async (path, headers) => {
    await exhaust("publicPages", NETWORK);
    const response = await fetchWorker(origin + path, {
      headers: { "cf-connecting-ip": NETWORK, ...(headers as Record<string, string>) },
    });
    await response.body?.cancel();
    expect(response.status).toBe(429);
  });
});
