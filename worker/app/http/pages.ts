import { canonicalPath, type PagePattern, pageAt } from "#contract/pages.ts";
import { isOnRecord } from "#record/track-record.ts";
import type { AppContext } from "../deps.ts";
import { isCachedAtEdge } from "../settings/env.ts";
import { withMarket } from "../wiring/market.ts";
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

/** Pages with a file of their own, made by the build. The others share one shell. */
const files: Partial<Record<PagePattern, string>> = {
  "/": "/index.html",
  "/privacy": "/privacy.html",
  "/terms": "/terms.html",
};
const SHELL = "/shell.html";

type Variant = { isSample: boolean; isMember: boolean };

type PageDocument = { bytes: Uint8Array; etag: string; headers: Record<string, string> };

const ownHeaders = ["content-type", "cache-control"];

/** Finished documents of this isolate, whose files are those of its build: three files and the shell in at most four variants. */
const finished = new Map<string, PageDocument>();

/**
 * A page's document, finished. Production finishes each once an isolate. Answers the file store's response where it has no
 * document.
 */
async function documentOf(
  c: AppContext,
  page: PagePattern | null,
  variant: Variant,
): Promise<PageDocument | Response> {
  const { settings, origin } = c.var.deps;
  const file = (page && files[page]) ?? SHELL;
  const key = `${origin} ${file} ${variantName(variant)}`;
  const known = finished.get(key);
  if (known) return known;
  const asset = await readDocument(c, file);
  if (!asset.ok) return asset;
  const document = await finish(asset, variant, origin);
  // Only a set origin bounds their number: a request may name any.
  if (isCachedAtEdge(settings) && settings.APP_URL) finished.set(key, document);
  return document;
}

/** While developing nothing is prerendered; the shell draws those pages too. */
async function readDocument(c: AppContext, file: string): Promise<Response> {
  const own = await fetchAsset(c, file, new Headers());
  return own.ok || file === SHELL ? own : fetchAsset(c, SHELL, new Headers());
}

async function finish(asset: Response, variant: Variant, origin: string): Promise<PageDocument> {
  let html = withAddress(await asset.text(), origin);
  if (variant.isSample) html = withSampleBanner(html);
  if (variant.isMember) html = html.replace("<html ", '<html data-reader="member" ');
  const hash = (asset.headers.get("etag") ?? "").replace(/^W\/|"/g, "");
  return {
    bytes: new TextEncoder().encode(html),
    etag: `W/"${hash}-${variantName(variant)}"`,
    headers: Object.fromEntries(
      ownHeaders.flatMap((name) => {
        const value = asset.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  };
}

function variantName({ isSample, isMember }: Variant): string {
  return [isSample && "sample", isMember && "member"].filter(Boolean).join("-") || "plain";
}

/** Sets the path instead of resolving it: `//` would be read as the start of a host. */
export function fetchAsset(c: AppContext, path: string, headers: Headers): Promise<Response> {
  const url = new URL(c.req.url);
  url.pathname = path;
  return c.env.ASSETS.fetch(new Request(url, { headers }));
}

/** A text with the deployment's address, which the build cannot know. */
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
