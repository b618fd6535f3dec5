import { Hono, type Next } from "hono";
import { errorAnswer } from "#platform/errors.ts";
import { logEvent, withLogContext } from "#platform/log.ts";
import { measure } from "#platform/metrics.ts";
import { type AppContext, type AppEnv, type Deps, openDeps } from "./deps.ts";
import { requireKey, withRateLimitHeaders } from "./http/access.ts";
import { drainRequest, refuseOversized } from "./http/body.ts";
import { calendarFeedRoutes } from "./http/calendar-feed.ts";
import { errorAnswerFor, negotiateJson, sendError } from "./http/errors.ts";
import { oauthEndpoints } from "./http/oauth.ts";
import { openDataRoutes } from "./http/open-data.ts";
import { servePage } from "./http/pages.ts";
import { publicPages } from "./http/public-pages.ts";
import { apiRouter } from "./http/router.ts";
import { apiHeaders } from "./http/security-headers.ts";
import { publicRecordRoutes } from "./http/shared-record.ts";
import { operations } from "./routes/operations.ts";
import { sandboxPages } from "./routes/sandbox.ts";
import { InvalidSettingsError, settingsOf } from "./settings/env.ts";

export function createApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.use(async (c, next) => {
    const requestId = crypto.randomUUID();
    c.set("requestId", requestId);
    c.set("route", PAGE);
    await withLogContext({ requestId }, () => logged(c, next));
    await drainRequest(c.req.raw);
  });

  app.on("ALL", ["/api/*", "/mcp"], async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(apiHeaders)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  });

  app.use(async (c, next) => {
    refuseOversized(c.req.raw);
    refuseDeployedDevelopment(c);
    const deliver = async (request: Request) => app.fetch(request, c.env);
    c.set("deps", openDeps(c.env, new URL(c.req.url).origin, deliver, c.req.raw));
    await next();
  });

  app.route("/", apiRouter(operations));
  app.all("/mcp", (c) => serveMcp(c, async (request) => app.fetch(request, c.env, c.executionCtx)));
  app.route("/", oauthEndpoints);
  app.route("/sandbox", sandboxPages);
  const deliver = async (c: AppContext, request: Request) => app.fetch(request, c.env, c.executionCtx);
  app.get(
    "/track-record",
    negotiateJson(() => "/api/track-record/figures", deliver),
  );
  app.get(
    "/predictions/:id",
    negotiateJson(
      (c) => `/api/track-record/predictions/${encodeURIComponent(c.req.param("id") ?? "")}`,
      deliver,
    ),
  );
  app.route("/", publicPages);
  app.route("/", publicRecordRoutes);
  app.route("/", calendarFeedRoutes);
  app.route("/", openDataRoutes);
  app.get("*", (c) => servePage(c));
  app.all("*", (c) => sendError(c, errorAnswer("method_not_allowed", "Pages can only be read.")));

  app.onError((error, c) => sendError(c, errorAnswerFor(error, c)));
  return app;
}

/**
 * Refuses requests that reach a development run through Cloudflare, because such a run shows every email to
 * anyone who asks. Throws InvalidSettingsError.
 */
function refuseDeployedDevelopment(c: AppContext): void {
  if (c.req.header("cf-ray") === undefined || settingsOf(c.env).APP_ENV === "production") return;
  throw new InvalidSettingsError(
    "APP_ENV: a development run must not be reached through Cloudflare; set it to production",
  );
}

const PAGE = "page";

async function logged(c: AppContext, next: Next): Promise<void> {
  const startedAt = Date.now();
  await next();
  const { status } = c.res;
  const [route, ms] = [c.var.route, Date.now() - startedAt];
  measure(c.env.METRICS, "request", { kind: route, outcome: String(status), ms });
  const deps: Deps | undefined = c.var.deps;
  if (deps?.settings.APP_ENV === "production" && (route !== PAGE || status >= 500))
    logEvent("info", "request", { method: c.req.method, route, status, ms });
}

/** Answers an MCP request. API keys of any scope may connect, because each tool requires its own scope. */
async function serveMcp(c: AppContext, deliver: (request: Request) => Promise<Response>): Promise<Response> {
  await requireKey(c, null);
  const { answerMcp } = await import("./mcp/server.ts");
  return withRateLimitHeaders(c, await answerMcp(c.req.raw, deliver, c.var.deps.origin));
}
