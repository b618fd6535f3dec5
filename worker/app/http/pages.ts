import { canonicalPath, type PagePattern, pageAt } from "#contract/pages.ts";
import { TimedCache } from "#platform/cache.ts";
import { usesOutbox } from "#platform/mail/choose.ts";
import { networkOf } from "#platform/network.ts";
import { isOnRecord } from "#record/track-record.ts";
import type { AppContext } from "../deps.ts";
import { isEdgeCacheEnabled } from "../settings/env.ts";
import { withMarket } from "../wiring/market.ts";
import { pageHeaders } from "./security-headers.ts";

/**
 * Matches the content types of files in which `%ORIGIN%` and `%HOST%` are replaced, because the build does not
 * know the deployment's URL.
 */
const addressed = /^text\/plain|^(application|text)\/xml/;

/**
 * Serves the page or static file at the request's URL. Alternative URLs of a page redirect to its canonical one
 * (308). What is neither a page nor a file gets the app's HTML with status 404.
 */
export async function servePage(c: AppContext): Promise<Response> {
  const { pathname, search, origin } = new URL(c.req.url);
  const canonical = canonicalPath(pathname);
  if (canonical) return redirect(origin, canonical + search);
  const page = pageAt(pathname);
  if (page) return servedPage(c, page, (await pageExists(c, page, pathname)) ? 200 : 404);
  // This 404 must not be cached, because the next deployment may contain the missing file.
  if (pathname.startsWith("/assets/"))
    return new Response("Not found.", { status: 404, headers: { "cache-control": "no-store" } });
  const file = await fetchAsset(c, pathname, c.req.raw.headers);
  return file.ok || file.status === 304 ? servedFile(c, file) : servedPage(c, null, 404);
}

const answeredByOtherRoutes: ReadonlySet<PagePattern> = new Set([
  "/calendar/:week",
  "/stocks/:symbol",
  "/track-record/versus-markets",
  "/track-record/model",
  "/data",
  "/embed",
  "/security",
  "/status",
  "/predictions/:id",
]);

/**
 * Whether the page's content exists. A page of the track record exists only if its prediction is on the public
 * record, which is all that is visible without a session.
 */
async function pageExists(c: AppContext, page: PagePattern, pathname: string): Promise<boolean> {
  // Other routes answer these pages before this one, so reaching it means that their content does not exist.
  if (answeredByOtherRoutes.has(page)) return false;
  if (page !== "/track-record/:id") return true;
  await countReader(c);
  const { db, ledgerId } = (await withMarket(c.var.deps)).record;
  return isOnRecord(db, ledgerId, pathname.split("/").at(-1) ?? "");
}

/** Counts the request against its network's rate limit, before the database is queried. */
function countReader(c: AppContext): Promise<void> {
  return c.var.deps.enforceRateLimit("publicPages", networkOf(c.req.raw));
}

function redirect(origin: string, target: string): Response {
  const headers = { location: origin + target, "cache-control": "public, max-age=3600" };
  return new Response(null, { status: 308, headers });
}

/**
 * Serves the HTML of a page, with an ETag. Legal pages differ for signed-in readers, so a browser must
 * revalidate them before reusing its copy.
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

/** Whether the deployment shows simulated figures. Production never does. */
export async function isSimulated(c: AppContext): Promise<boolean> {
  const { deps } = c.var;
  return deps.settings.APP_ENV !== "production" && (await withMarket(deps)).market.dataMode === "sample";
}

/**
 * Whether a legal page is requested by a signed-in reader. The server must find out, because these pages run no
 * script.
 */
async function isSignedInReader(c: AppContext, page: PagePattern | null): Promise<boolean> {
  if (page !== "/privacy" && page !== "/terms") return false;
  if (c.req.header("cookie") === undefined && c.req.header("authorization") === undefined) return false;
  await countReader(c);
  return (await c.var.deps.signedIn(c.req.raw)) !== null;
}

async function servedFile(c: AppContext, file: Response): Promise<Response> {
  const type = file.headers.get("content-type") ?? "";
  const body =
    file.ok && addressed.test(type) ? withAddress(await file.text(), c.var.deps.origin) : file.body;
  const response = new Response(body, { status: file.status, headers: file.headers });
  if (!type.startsWith("text/html")) return response;
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  return response;
}

/** Prerendered HTML files by page. All other pages share `SHELL`. */
const files: Partial<Record<PagePattern, string>> = {
  "/": "/index.html",
  "/privacy": "/privacy.html",
  "/terms": "/terms.html",
};
const SHELL = "/shell.html";
const OUTBOX_PATH = "/api/dev/outbox";

type Variant = { isSample: boolean; isMember: boolean };

type PageDocument = { bytes: Uint8Array; etag: string; headers: Record<string, string> };

const ownHeaders = ["content-type", "cache-control"];

/**
 * Finished documents of this isolate: at most four variants of each of the three prerendered files and of the
 * shared one.
 */
const finished = new TimedCache<PageDocument>({ max: 16 });

/**
 * Returns the HTML document of a page with the deployment's values filled in, or the static assets' error
 * response when the file is missing.
 */
async function documentOf(
  c: AppContext,
  page: PagePattern | null,
  variant: Variant,
): Promise<PageDocument | Response> {
  const { settings, origin } = c.var.deps;
  const file = (page && files[page]) ?? SHELL;
  const key = `${origin} ${file} ${variantName(variant)}`;
  const cached = finished.find(key, 0);
  if (cached) return cached;
  const asset = await readDocument(c, file);
  if (!asset.ok) return asset;
  const document = await finish(asset, variant, origin, usesOutbox(settings));
  // Documents are cached only when `APP_URL` fixes the origin. Otherwise a request may name any host, and
  // made-up hosts would fill the cache.
  if (isEdgeCacheEnabled(settings) && settings.APP_URL) finished.set(key, document, Number.POSITIVE_INFINITY);
  return document;
}

async function readDocument(c: AppContext, file: string): Promise<Response> {
  const own = await fetchAsset(c, file, new Headers());
  return own.ok || file === SHELL ? own : fetchAsset(c, SHELL, new Headers());
}

async function finish(
  asset: Response,
  variant: Variant,
  origin: string,
  hasOutbox: boolean,
): Promise<PageDocument> {
  let html = withAddress(await asset.text(), origin);
  if (variant.isSample) html = withSampleBanner(html);
  if (variant.isMember) html = html.replace("<html ", '<html data-reader="member" ');
  // Tells the app where a development run's outbox is, so that screens that mention an email can link to it.
  if (hasOutbox) html = html.replace("<body", `<body data-outbox="${OUTBOX_PATH}"`);
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

/**
 * Fetches a static asset. The path is assigned to the URL instead of resolved against it, because a leading
 * `//` would be read as a host.
 */
export function fetchAsset(c: AppContext, path: string, headers: Headers): Promise<Response> {
  const url = new URL(c.req.url);
  url.pathname = path;
  return c.env.ASSETS.fetch(new Request(url, { headers }));
}

function withAddress(text: string, origin: string): string {
  return text.replaceAll("%ORIGIN%", origin).replaceAll("%HOST%", new URL(origin).hostname);
}

const SAMPLE_BANNER_TEXT = "All market figures here are simulated, even where a company's name is real.";

const BANNER = `<aside class="sample-banner" aria-label="Sample data"><p><strong>Sample data.</strong> ${SAMPLE_BANNER_TEXT}</p></aside>`;

export function withSampleBanner(html: string): string {
  return html.replace(/<body[^<>]*>/, (body) => body + BANNER);
}
