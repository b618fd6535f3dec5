import type { PagePattern } from "#contract/pages.ts";
import { isCachedAtEdge } from "../settings/env.ts";
import type { AppContext } from "./context.ts";

/** Pages with a file of their own, made by the build. The others share one shell. */
const files: Partial<Record<PagePattern, string>> = {
  "/": "/index.html",
  "/privacy": "/privacy.html",
  "/terms": "/terms.html",
  "/calendar": "/calendar.html",
  "/dashboard": "/dashboard.html",
};
const SHELL = "/shell.html";

/** For whom a document is finished. */
type Variant = { isSample: boolean; isMember: boolean };

/** A document finished for this deployment and a kind of reader. The ETag names all of it. */
type PageDocument = { bytes: Uint8Array; etag: string; headers: Record<string, string> };

/** Of the build's own headers of a document. */
const ownHeaders = ["content-type", "cache-control"];

/** Finished documents of this isolate, whose files are those of its build: five files in at most four variants. */
const finished = new Map<string, PageDocument>();

/**
 * A page's document, finished. Production finishes each once an isolate. Answers the file store's response where it has no
 * document.
 */
export async function documentOf(
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
export function withAddress(text: string, origin: string): string {
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
