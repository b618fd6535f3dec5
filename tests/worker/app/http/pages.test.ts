import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { type AppContext, openDeps } from "#app/deps.ts";
import { servePage } from "#app/http/pages.ts";
import { pagePatterns } from "#contract/pages.ts";
import { aPerson, origin } from "../../api.ts";

const documents = ["/index.html", "/privacy.html", "/terms.html", "/shell.html"];
const html = (path: string) =>
  `<!doctype html><html lang="en"><body><div id="root">${path} of %HOST%</div></body></html>`;

/** Returns the build's files as the assets binding answers them. */
async function asset(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!documents.includes(pathname)) return new Response(null, { status: 404 });
  return new Response(html(pathname), { headers: { "content-type": "text/html", etag: '"abc"' } });
}

/** Opens a page as a browser does. With `production` it is a deployment, which shows no simulated market. */
async function open(path: string, headers: Record<string, string> = {}, APP_ENV?: "production") {
  const raw = new Request(origin + path, { headers });
  const deps = openDeps(env, origin);
  const settings = APP_ENV ? { ...deps.settings, APP_ENV } : deps.settings;
  const context = {
    req: { url: raw.url, raw, header: (name: string) => raw.headers.get(name) ?? undefined },
    env: { ASSETS: { fetch: asset } },
    var: { deps: { ...deps, settings } },
  } as unknown as AppContext;
  const response = await servePage(context);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Whether these addresses have anything depends on what is stored, see tests/worker/app/pages. */
const STORED = [
  "/embed",
  "/track-record/:id",
  "/calendar/:week",
  "/stocks/:symbol",
  "/track-record/versus-markets",
  "/track-record/model",
  "/data",
  "/security",
  "/status",
  "/predictions/:id",
];
const instances = pagePatterns
  .filter((pattern) => !STORED.includes(pattern))
  .map((pattern) => pattern.replace(":id", "prd_1"));

describe("every page", () => {
  it.each(instances)("%s is there, with the banner of the simulated market for everybody", async (path) => {
    const { status, text } = await open(path);
    expect(status).toBe(200);
    expect(text).toContain("Sample data.");
    expect(text.indexOf("Sample data.")).toBeLessThan(text.indexOf('<div id="root">'));
  });

  it.each(instances.filter((path) => path !== "/"))("%s/ leads to its one address", async (path) => {
    const { status, headers } = await open(`${path}/?plan=basic`);
    expect([status, headers.get("location")]).toEqual([308, `${origin}${path}?plan=basic`]);
  });

  it.each(instances)("%s carries no such banner in production", async (path) => {
    expect((await open(path, {}, "production")).text).not.toContain("Sample data.");
  });

  it("names the outbox of a development run, and none in production", async () => {
    expect((await open("/dashboard")).text).toContain('<body data-outbox="/api/dev/outbox">');
    expect((await open("/dashboard", {}, "production")).text).not.toContain("outbox");
  });
});

it.each([
  ["/privacy.html", "/privacy"],
  ["/index.html", "/"],
  ["/terms///", "/terms"],
  ["/shell.html", "/dashboard"],
])("%s leads to %s", async (path, to) => {
  const { status, headers } = await open(path);
  expect([status, headers.get("location")]).toEqual([308, origin + to]);
});

it.each([
  "/dashboard/xyz",
  "/account/zzz",
  "/account/zzz/",
  "/auth/nothing",
  "/newsletter",
  "/newsletter/else",
  "/terms/extra",
  "/design",
  "/dashboard/predictions",
  "/dashboard/predictions/a/b",
  "/track-record/prd_unknown",
  "//elsewhere.test/",
  "/no/such/page",
])("%s is a 404 that still says so on a whole page", async (path) => {
  const { status, headers, text } = await open(path);
  expect(status).toBe(404);
  expect(headers.get("location")).toBeNull();
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).toContain("/shell.html");
  expect(text).toContain("Sample data.");
});

it("a prediction of record that exists has a page", async () => {
  await env.DB.prepare(
    `INSERT INTO predictions (id, scope, ledger_id, evidence_hash, request_key, symbol, company_name, model_version, prediction_type,
      beat_probability, predicted_probability, base_rate, confidence, consensus_eps, data_mode, created_at, state)
     VALUES ('prd_1', 'record:sample', 'sample', '0', 'k', 'KO', 'Coca-Cola', 'm', 'beat', 0.7, 0.7, 0.7, 'low', 1, 'sample', 0, 'pending')`,
  ).run();
  expect((await open("/track-record/prd_1")).status).toBe(200);
});

describe("the legal pages", () => {
  it("know a signed-in reader, and a browser's copy is never taken for another's", async () => {
    const { cookie } = await aPerson();
    const [visitor, member] = [await open("/terms"), await open("/terms", { cookie })];
    expect(visitor.text).not.toContain("data-reader");
    expect(member.text).toContain('<html data-reader="member" lang="en">');
    for (const { headers } of [visitor, member]) {
      expect(headers.get("vary")).toBe("cookie");
      expect(headers.get("cache-control")).toContain("private");
    }
    const etag = visitor.headers.get("etag") ?? "";
    expect((await open("/terms", { "if-none-match": etag })).status).toBe(304);
    expect((await open("/terms", { "if-none-match": etag, cookie })).status).toBe(200);
    expect((await open("/terms", { "if-none-match": etag }, "production")).status).toBe(200);
  });

  it("name the deployment's host", async () => {
    expect((await open("/privacy")).text).toContain("/privacy.html of beatcast.test");
  });
});

it("production finishes a document once an isolate, by its own origin, and a development run at every request", async () => {
  const read: string[] = [];
  const from = async (APP_ENV: "production" | "development", APP_URL: string) => {
    const raw = new Request(`${origin}/`);
    const deps = openDeps(env, origin);
    const settings = { ...deps.settings, APP_ENV, APP_URL };
    const ASSETS = {
      fetch: (request: Request) => {
        read.push(new URL(request.url).pathname);
        return asset(request);
      },
    };
    const context = {
      req: { url: raw.url, raw, header: () => undefined },
      env: { ASSETS },
      var: { deps: { ...deps, settings, origin: APP_URL } },
    } as unknown as AppContext;
    return (await servePage(context)).text();
  };
  for (let i = 0; i < 2; i++) expect(await from("production", "https://one.test")).toContain("of one.test");
  expect(read).toEqual(["/index.html"]);
  expect(await from("production", "https://two.test")).toContain("of two.test");
  for (let i = 0; i < 2; i++) await from("development", "https://three.test");
  expect(read).toHaveLength(4);
});
