import { canonicalPath, type PagePattern, pageAt } from "#contract/pages.ts";
import { isOnRecord } from "#record/track-record.ts";
import { withMarket } from "../wiring/market.ts";
import type { AppContext } from "./context.ts";
import { documentOf, fetchAsset, withAddress } from "./documents.ts";
import { pageHeaders } from "./security-headers.ts";

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

const answeredBefore: ReadonlySet<PagePattern> = new Set([
  "/calendar/:week",
  "/stocks/:symbol",
  "/data",
  "/predictions/:id",
]);

/** Only the public record knows without a session whether there is anything at an address with an id. */
async function isThere(c: AppContext, page: PagePattern, pathname: string): Promise<boolean> {
  // Those that exist were answered by public-pages.ts.
  if (answeredBefore.has(page)) return false;
  if (page !== "/track-record/:id") return true;
  const { db, ledgerId } = (await withMarket(c.var.deps)).record;
  return isOnRecord(db, ledgerId, pathname.split("/").at(-1) ?? "");
}

function redirect(origin: string, target: string): Response {
  const headers = { location: origin + target, "cache-control": "public, max-age=3600" };
  return new Response(null, { status: 308, headers });
}

/**
 * A page's document, finished for this deployment and reader: its address, the banner of a simulated market, and whether the
 * reader is signed in, so that a browser's copy is never taken for another variant.
 */
async function servedPage(c: AppContext, page: PagePattern | null, status: 200 | 404): Promise<Response> {
  const [isSample, isMember] = await Promise.all([isSimulated(c), isSignedInReader(c, page)]);
  const document = await documentOf(c, page, { isSample, isMember });
  if (document instanceof Response)
    return new Response(document.body, { status: document.status, headers: pageHeaders });
  const headers = new Headers({ ...pageHeaders, ...document.headers, etag: document.etag });
  if (page === "/privacy" || page === "/terms") {
    headers.set("cache-control", "private, max-age=0, must-revalidate");
    headers.set("vary", "cookie");
  }
  if (status === 200 && c.req.header("if-none-match") === document.etag)
    return new Response(null, { status: 304, headers });
  return new Response(document.bytes, { status, headers });
}

/** Production never serves simulated figures, so only a development run has to ask. */
export async function isSimulated(c: AppContext): Promise<boolean> {
  const { deps } = c.var;
  return deps.settings.APP_ENV !== "production" && (await withMarket(deps)).market.dataMode === "sample";
}

/** The legal pages run no script: whether their reader is signed in is known here or nowhere. */
async function isSignedInReader(c: AppContext, page: PagePattern | null): Promise<boolean> {
  if (page !== "/privacy" && page !== "/terms") return false;
  return (await c.var.deps.signedIn(c.req.raw)) !== null;
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
