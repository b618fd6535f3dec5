import { canonicalPath, type PagePattern, pageAt } from "#contract/pages.ts";
import { isOnRecord } from "#predictions/track-record.ts";
import type { AppContext } from "#worker/context.ts";
import { pageHeaders } from "./security-headers.ts";

/** Pages with a file of their own, made by the build. The others share one shell. */
const documents: Partial<Record<PagePattern, string>> = {
  "/": "/index.html",
  "/privacy": "/privacy.html",
  "/terms": "/terms.html",
  "/calendar": "/calendar.html",
};

/** Text files that name the deployment's own address, which the build cannot know. */
const addressed = /^text\/plain|^(application|text)\/xml/;

/**
 * Answers a page or a file. A page's other addresses lead to its one address (308). What is neither page nor file gets
 * the shell, which says 'Page Not Found', as a 404.
 */
export async function servePage(c: AppContext): Promise<Response> {
  const { pathname, search, origin } = new URL(c.req.url);
  const canonical = canonicalPath(pathname);
  if (canonical) return redirect(origin, canonical + search);
  const page = pageAt(pathname);
  if (page) return servedPage(c, page, (await isThere(c, page, pathname)) ? 200 : 404);
  // A hashed file that exists never comes here. A missing one may be there after the next deployment, so nobody caches it.
  if (pathname.startsWith("/assets/"))
    return new Response("Not found.", { status: 404, headers: { "cache-control": "no-store" } });
  const file = await fetchAsset(c, pathname, c.req.raw.headers);
  return file.ok || file.status === 304 ? servedFile(c, file) : servedPage(c, null, 404);
}

/** Only the public record knows without a session whether there is anything at an address with an id. */
async function isThere(c: AppContext, page: PagePattern, pathname: string): Promise<boolean> {
  // Those that exist were answered by public-pages.ts.
  if (page === "/calendar/:week" || page === "/stocks/:symbol" || page === "/data") return false;
  if (page !== "/track-record/:id") return true;
  const { market, record } = c.var.deps;
  const { db, ledgerId } = record((await market()).dataMode);
  return isOnRecord(db, ledgerId, pathname.split("/").at(-1) ?? "");
}

function redirect(origin: string, target: string): Response {
  const headers = { location: origin + target, "cache-control": "public, max-age=3600" };
  return new Response(null, { status: 308, headers });
}

/**
 * A page's document, finished for this deployment and reader: its address, the banner of a simulated market, and
 * whether the reader is signed in. The ETag names all of it, so a browser's copy is never taken for another variant.
 */
async function servedPage(c: AppContext, page: PagePattern | null, status: 200 | 404): Promise<Response> {
  const asset = await documentOf(c, page);
  const headers = new Headers(asset.headers);
  for (const [name, value] of Object.entries(pageHeaders)) headers.set(name, value);
  if (!asset.ok) return new Response(asset.body, { status: asset.status, headers });

  const [isSample, isMember] = await Promise.all([isSimulated(c), isSignedInReader(c, page)]);
  const variant = [isSample && "sample", isMember && "member"].filter(Boolean).join("-") || "plain";
  const etag = `W/"${(asset.headers.get("etag") ?? "").replace(/^W\/|"/g, "")}-${variant}"`;
  headers.set("etag", etag);
  headers.delete("content-length");
  if (page === "/privacy" || page === "/terms") {
    headers.set("cache-control", "private, max-age=0, must-revalidate");
    headers.set("vary", "cookie");
  }
  if (status === 200 && c.req.header("if-none-match") === etag)
    return new Response(null, { status: 304, headers });
  let html = withAddress(await asset.text(), c.var.deps.origin);
  if (isSample) html = withSampleBanner(html);
  if (isMember) html = html.replace("<html ", '<html data-reader="member" ');
  return new Response(html, { status, headers });
}

/** While developing nothing is prerendered; the shell draws those pages too. */
async function documentOf(c: AppContext, page: PagePattern | null): Promise<Response> {
  const own = page ? documents[page] : undefined;
  const document = own ? await fetchAsset(c, own, new Headers()) : null;
  return document?.ok ? document : fetchAsset(c, "/shell.html", new Headers());
}

/** Production never serves simulated figures, so only a development run has to ask. */
export async function isSimulated(c: AppContext): Promise<boolean> {
  const { settings, market } = c.var.deps;
  return settings.APP_ENV !== "production" && (await market()).dataMode === "sample";
}

/** The legal pages run no script: whether their reader is signed in is known here or nowhere. */
async function isSignedInReader(c: AppContext, page: PagePattern | null): Promise<boolean> {
  if (page !== "/privacy" && page !== "/terms") return false;
  return (await c.var.deps.signedIn(c.req.raw)) !== null;
}

/** Sets the path instead of resolving it: `//` would be read as the start of a host. */
export function fetchAsset(c: AppContext, path: string, headers: Headers): Promise<Response> {
  const url = new URL(c.req.url);
  url.pathname = path;
  return c.env.ASSETS.fetch(new Request(url, { headers }));
}

/** A file, with its address filled in where it names one. */
async function servedFile(c: AppContext, file: Response): Promise<Response> {
  const type = file.headers.get("content-type") ?? "";
  const body =
    file.ok && addressed.test(type) ? withAddress(await file.text(), c.var.deps.origin) : file.body;
  const response = new Response(body, { status: file.status, headers: file.headers });
  if (!type.startsWith("text/html")) return response;
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  return response;
}

function withAddress(text: string, origin: string): string {
  return text.replaceAll("%ORIGIN%", origin).replaceAll("%HOST%", new URL(origin).hostname);
}

/** What stands above every page while the market is simulated. */
const SAMPLE_BANNER_TEXT =
  "Companies keep their names, but every market figure here is simulated. Nothing of it is real.";

const BANNER = `<aside class="sample-banner" aria-label="Sample data"><p><strong>Sample data.</strong> ${SAMPLE_BANNER_TEXT}</p></aside>`;

/** A document with the banner as the first thing in its body: before any script, and whatever the page then draws. */
export function withSampleBanner(html: string): string {
  return html.replace(/<body[^>]*>/, (body) => body + BANNER);
}
