import type { AppContext } from "#worker/context.ts";
import { pageHeaders } from "./security-headers.ts";

/** Pages that are finished files of their own, prerendered by the build. */
const documents: Readonly<Record<string, string>> = {
  "/": "/index.html",
  "/privacy": "/privacy.html",
  "/terms": "/terms.html",
};

/** Pages the application draws itself. Anything else is a file, or not found. */
const pagePaths =
  /^\/(auth|dashboard|account|newsletter|notices|subscribe|pricing|privacy|terms|track-record|design)(\/.*)?$/;

/** Files that name the deployment's own address, which the build cannot know. */
const addressed = /^text\/html|^text\/plain|^(application|text)\/xml/;

/**
 * Answers a page or a file with the page's security headers. The landing page and the legal ones are prerendered
 * files; the other pages share one shell. An unknown path gets the shell too, which says 'Page Not Found', as a 404.
 */
export async function servePage(c: AppContext): Promise<Response> {
  const { pathname } = new URL(c.req.url);
  // A hashed file that exists never comes here. A missing one may be there after the next deployment, so nobody caches it.
  if (pathname.startsWith("/assets/"))
    return new Response("Not found.", { status: 404, headers: { "cache-control": "no-store" } });
  const file = await fetchAsset(c, documents[pathname] ?? pathname);
  if (file.ok || file.status === 304) return finished(c, file, file.status);
  const shell = await fetchAsset(c, "/shell.html");
  return finished(c, shell, shell.ok && !pagePaths.test(pathname) ? 404 : shell.status);
}

/** Sets the path instead of resolving it: `//` would be read as the start of a host. */
function fetchAsset(c: AppContext, path: string): Promise<Response> {
  const url = new URL(c.req.url);
  url.pathname = path;
  return c.env.ASSETS.fetch(new Request(url, { headers: c.req.raw.headers }));
}

/** The answer under its status, with its address filled in and, for a page, the headers of a page. */
async function finished(c: AppContext, answer: Response, status: number): Promise<Response> {
  const type = answer.headers.get("content-type") ?? "";
  const body =
    answer.ok && addressed.test(type) ? withAddress(await answer.text(), c.var.deps.origin) : answer.body;
  const response = new Response(body, { status, headers: answer.headers });
  if (!type.startsWith("text/html")) return response;
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  return response;
}

function withAddress(text: string, origin: string): string {
  return text.replaceAll("%ORIGIN%", origin).replaceAll("%HOST%", new URL(origin).hostname);
}
