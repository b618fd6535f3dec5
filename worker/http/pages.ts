import type { AppContext } from "#worker/context.ts";
import { pageHeaders } from "./security-headers.ts";

/** Pages the application draws itself. Anything else is a file, or not found. */
const pagePaths = /^\/(auth|dashboard|account|subscribe|privacy|terms|track-record|design)(\/.*)?$/;

/**
 * Answers a page or a file with the page's security headers. The landing page and the static ones are prerendered
 * files; the other pages share one shell. An unknown path gets the shell too, which says 'Page Not Found', as a 404.
 */
export async function servePage(c: AppContext): Promise<Response> {
  const url = new URL(c.req.url);
  const file = await fetchAsset(c, url.pathname === "/" ? "/index.html" : url.pathname);
  if (file.ok || file.status === 304) return withPageHeaders(file);
  const shell = await c.env.ASSETS.fetch(new URL("/shell.html", c.req.url));
  if (!shell.ok) return shell;
  return withPageHeaders(
    new Response(shell.body, { status: pagePaths.test(url.pathname) ? 200 : 404, headers: shell.headers }),
  );
}

function fetchAsset(c: AppContext, path: string): Promise<Response> {
  return c.env.ASSETS.fetch(new Request(new URL(path, c.req.url), { headers: c.req.raw.headers }));
}

function withPageHeaders(answer: Response): Response {
  const response = new Response(answer.body, answer);
  if (!(response.headers.get("content-type") ?? "").startsWith("text/html")) return response;
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  return response;
}
