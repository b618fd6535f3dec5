import { Hono } from "hono";
import type { AppContext, AppEnv } from "./context.ts";
import { openDeps, settingsOf } from "./deps.ts";
import { WrongSettings } from "./env.ts";
import { AppError, type ErrorAnswer, errorAnswer, logUnexpected } from "./errors.ts";
import { drainRequest, refuseOversized } from "./http/drain.ts";
import { refuseForeignWrites, signedIn } from "./http/guards.ts";
import { networkOf } from "./http/network.ts";
import type { Operation } from "./http/operation.ts";
import { servePage } from "./http/pages.ts";
import { apiHeaders } from "./http/security-headers.ts";
import { operations } from "./routes/operations.ts";
import { sandboxPages } from "./routes/sandbox.ts";

/** The whole Worker over HTTP: the API by its declared operations, everything else a page or a file. */
export function createApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.use(async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    await next();
    await drainRequest(c.req.raw);
  });

  app.use("/api/*", async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(apiHeaders)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  });

  app.use(async (c, next) => {
    refuseOversized(c.req.raw);
    refuseDeployedDevelopment(c);
    const deliver = async (request: Request) => app.fetch(request, c.env);
    c.set("deps", openDeps(c.env, new URL(c.req.url).origin, deliver));
    await next();
  });

  for (const operation of operations) {
    app.on(operation.method, operation.path, (c) => answer(c, operation));
  }
  app.all("/api/*", (c) => {
    const isKnownPath = operations.some((operation) => matches(operation.path, c.req.path));
    throw isKnownPath
      ? new AppError("method_not_allowed", `${c.req.method} is not possible here.`)
      : new AppError("not_found", "There is no such call.");
  });
  app.route("/sandbox", sandboxPages);
  app.get("*", (c) => servePage(c));
  app.all("*", (c) => send(c, errorAnswer("method_not_allowed", "Pages can only be read.")));

  app.onError((error, c) => send(c, answerOf(error, c)));
  return app;
}

/** A development run shows every mail to whoever asks: it is no deployment. Throws WrongSettings. */
function refuseDeployedDevelopment(c: AppContext): void {
  if (c.req.header("cf-ray") === undefined || settingsOf(c.env).APP_ENV === "production") return;
  throw new WrongSettings(
    "APP_ENV: a development run must not be reached through Cloudflare; set it to production",
  );
}

async function answer(c: AppContext, operation: Operation): Promise<Response> {
  if (operation.access !== "signed") refuseForeignWrites(c, c.var.deps.origin);
  if (operation.rate && !operation.isCountedByHandler)
    await c.var.deps.enforceRateLimit(operation.rate, networkOf(c.req.raw));
  if (operation.access !== "user") return operation.handle(c);
  return operation.handle(c, await signedIn(c));
}

function answerOf(error: unknown, c: AppContext): ErrorAnswer {
  if (error instanceof WrongSettings) {
    console.error(JSON.stringify({ level: "error", event: "settings", error: error.message }));
    return errorAnswer("not_available", "Beatcast is not set up correctly. Its log says what is wrong.");
  }
  if (error instanceof AppError) return errorAnswer(error.code, error.message, error.extras);
  const { requestId } = c.var;
  logUnexpected(error, { requestId, path: c.req.path });
  return errorAnswer(
    "internal",
    `Something went wrong on our side. Please quote ${requestId} if it persists.`,
    {
      requestId,
    },
  );
}

function send(c: AppContext, { status, body }: ErrorAnswer): Response {
  if (body.retryAfterSeconds !== undefined) c.header("Retry-After", String(body.retryAfterSeconds));
  return c.json(body, status);
}

/** Whether a request's path is an instance of a declared one (`/api/analyze/:symbol`, `/api/analyze/*`). */
function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.at(-1) === "*") return wanted.slice(0, -1).every((part, i) => part === given[i]);
  return (
    wanted.length === given.length && wanted.every((part, i) => part.startsWith(":") || part === given[i])
  );
}
