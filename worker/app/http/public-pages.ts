import { Hono, type Next } from "hono";
import { symbolSchema, withDottedShareClass } from "#contract/symbol.ts";
import { daysOfWeek, easternDay } from "#contract/time.ts";
import { LoggedError } from "#platform/log.ts";
import { versusMarketsOf } from "#record/versus-markets.ts";
import { currentTicker } from "#season/identity/tickers.ts";
import { shownTraderPrice } from "#season/traders/read-prices.ts";
import type { AppContext, AppEnv } from "../deps.ts";
import { readStatus } from "../jobs/status.ts";
import { type PublicPage, renderDocument } from "../pages/frame.tsx";
import { modelCardPage } from "../pages/model-card-page.tsx";
import { readStock, readWeek } from "../pages/read-reports.ts";
import { securityPage, securityText } from "../pages/security-page.tsx";
import { llmsText, sitemapIndex, sitemapPart } from "../pages/sitemap.ts";
import { statusPage } from "../pages/status-page.tsx";
import { stockPage } from "../pages/stock-page.tsx";
import { hiddenMarketsPage, versusMarketsPage } from "../pages/versus-markets-page.tsx";
import { stockPath, weekPage } from "../pages/week-page.tsx";
import { stockCard, weekCard } from "../pictures/cards.ts";
import { type MarketRecord, withMarket } from "../wiring/market.ts";
import { edgeCacheKeyOf, etagOf, respondFromEdgeCache } from "./edge-cache.ts";
import { fetchAsset, isSimulated, withSampleBanner } from "./pages.ts";
import { pageHeaders } from "./security-headers.ts";

/**
 * Pages, pictures and text files that are the same for every reader, whatever their cookies. When something
 * does not exist, the request falls through to `pages.ts`, which answers with 404.
 */
export const publicPages = new Hono<AppEnv>();

/** How long a shared cache may reuse each kind of response, in seconds. Browsers revalidate each time. */
const SHARED_SECONDS = { page: 300, picture: 3600, sitemap: 3600, status: 60 } as const;

publicPages.get("/calendar/:week", (c, next) => {
  const week = c.req.param("week");
  const days = daysOfWeek(week);
  if (!days) return next();
  return answerPage(c, next, async (origin) => {
    const weekReports = await readWeek(await marketRecordOf(c), days);
    return weekReports && weekPage(week, days, weekReports, origin);
  });
});

publicPages.get("/track-record/versus-markets", (c, next) =>
  answerPage(c, next, async (origin) => {
    if (c.var.deps.settings.PREDICTION_MARKET_PRICES === "hidden") return hiddenMarketsPage(origin);
    const { db, ledgerId } = await marketRecordOf(c);
    return versusMarketsPage(await versusMarketsOf(db, ledgerId), origin);
  }),
);

publicPages.get("/track-record/model", (c, next) =>
  answerPage(c, next, async (origin) => modelCardPage(origin)),
);

publicPages.get("/stocks/:symbol", (c, next) => {
  const requested = c.req.param("symbol");
  const parsed = symbolSchema.safeParse(requested);
  if (!parsed.success) return next();
  const symbol = withDottedShareClass(parsed.data);
  const { origin, marketNow, areTraderPricesShown } = c.var.deps;
  if (symbol !== requested) return Promise.resolve(c.redirect(origin + stockPath(symbol), 308));
  const elsewhere = () => redirectToCurrentTicker(c, next, symbol, (today) => stockPath(today));
  return answerPage(c, elsewhere, async () => {
    const [record, now] = [await marketRecordOf(c), marketNow()];
    const stockReports = await readStock(record, symbol, now);
    if (!stockReports) return null;
    const { next } = stockReports;
    const question =
      next && next.consensusEps !== null ? { ...next, symbol, consensusEps: next.consensusEps } : null;
    const traders = question && areTraderPricesShown ? await shownTraderPrice(record, question, now) : null;
    return stockPage({ ...stockReports, traders }, origin, easternDay(now));
  });
});

const XML = { type: "application/xml; charset=utf-8", seconds: SHARED_SECONDS.sitemap } as const;

publicPages.get("/sitemap.xml", (c, next) =>
  answerCached(c, next, XML, async () => sitemapIndex(await marketRecordOf(c), c.var.deps.origin)),
);

publicPages.get("/sitemaps/:file", (c, next) => {
  const part = /^([a-z0-9-]+)\.xml$/.exec(c.req.param("file"))?.[1];
  if (part === undefined) return next();
  return answerCached(c, next, XML, async () =>
    sitemapPart(await marketRecordOf(c), part, c.var.deps.origin),
  );
});

publicPages.get("/llms.txt", (c, next) =>
  answerCached(c, next, { type: "text/plain; charset=utf-8", seconds: SHARED_SECONDS.sitemap }, async () =>
    llmsText(c.var.deps.origin, await isSimulated(c)),
  ),
);

publicPages.get("/security", (c, next) => answerPage(c, next, async (origin) => securityPage(origin)));

publicPages.get("/.well-known/security.txt", (c, next) =>
  answerCached(c, next, { type: "text/plain; charset=utf-8", seconds: SHARED_SECONDS.sitemap }, async () =>
    securityText(c.var.deps.origin, c.var.deps.now()),
  ),
);

publicPages.get("/status", (c, next) =>
  answerPage(c, next, async (origin) => statusPage(await readStatus(c.var.deps), origin), {
    seconds: SHARED_SECONDS.status,
  }),
);

publicPages.get("/share/calendar/:file", (c, next) => {
  const week = pngFileStem(c.req.param("file"));
  const days = week === null ? null : daysOfWeek(week);
  if (!days) return next();
  return answerPicture(c, next, async (frame) => {
    const weekReports = await readWeek(await marketRecordOf(c), days);
    return weekReports && weekCard(days, weekReports, frame);
  });
});

publicPages.get("/share/stocks/:file", (c, next) => {
  const requested = pngFileStem(c.req.param("file"));
  const parsed = symbolSchema.safeParse(requested);
  if (!parsed.success) return next();
  const symbol = withDottedShareClass(parsed.data);
  const { origin } = c.var.deps;
  if (symbol !== requested)
    return Promise.resolve(c.redirect(`${origin}/share${stockPath(symbol)}.png`, 308));
  const elsewhere = () =>
    redirectToCurrentTicker(c, next, symbol, (today) => `/share${stockPath(today)}.png`);
  return answerPicture(c, elsewhere, async (frame) => {
    const stockReports = await readStock(await marketRecordOf(c), symbol, c.var.deps.marketNow());
    return stockReports && stockCard(stockReports, frame);
  });
});

/**
 * Redirects to the page of the company that last had the ticker, if no company has it now. Otherwise it calls
 * `next`.
 */
async function redirectToCurrentTicker(
  c: AppContext,
  next: Next,
  symbol: string,
  pathOf: (symbol: string) => string,
): Promise<Response | undefined> {
  const today = await currentTicker(await marketRecordOf(c), symbol);
  if (today !== symbol) return c.redirect(c.var.deps.origin + pathOf(today), 308);
  await next();
  return undefined;
}

export function pngFileStem(file: string): string | null {
  return file.endsWith(".png") ? file.slice(0, -".png".length) : null;
}

/** Called when the requested content does not exist: the next handler, or one that answers itself. */
type MissingHandler = () => Promise<unknown>;

export function answerPicture(
  c: AppContext,
  next: MissingHandler,
  draw: (frame: { host: string; isSample: boolean }) => Promise<Uint8Array<ArrayBuffer> | null>,
): Promise<Response | undefined> {
  const as = { type: "image/png", seconds: SHARED_SECONDS.picture };
  const host = new URL(c.var.deps.origin).hostname;
  return answerCached(c, next, as, async () => draw({ host, isSample: await isSimulated(c) }));
}

/** Returns the predictions of record of the market that is served, with what reading them needs. */
export async function marketRecordOf(c: AppContext): Promise<MarketRecord> {
  return (await withMarket(c.var.deps)).record;
}

export function answerPage(
  c: AppContext,
  next: MissingHandler,
  make: (origin: string) => Promise<PublicPage | null>,
  {
    seconds = SHARED_SECONDS.page,
    headers = pageHeaders,
  }: { seconds?: number; headers?: typeof pageHeaders } = {},
): Promise<Response | undefined> {
  const { origin } = c.var.deps;
  const as = { type: "text/html; charset=utf-8", seconds, headers };
  return answerCached(c, next, as, async () => {
    const page = await make(origin);
    if (!page) return null;
    const asset = await fetchAsset(c, "/public-page.html", new Headers());
    if (!asset.ok) throw new LoggedError(`The build has no public-page.html: ${asset.status}`);
    const isSample = await isSimulated(c);
    const html = await renderDocument(page, { template: await asset.text(), origin, isSample });
    return isSample ? withSampleBanner(html) : html;
  });
}

/**
 * Answers from the edge cache or with what `make` returns; when that is null, `next` answers. The cache key
 * contains origin, path and public version, so query strings and cookies create no separate entries.
 */
export async function answerCached(
  c: AppContext,
  next: MissingHandler,
  { type, seconds, headers: own }: { type: string; seconds: number; headers?: typeof pageHeaders },
  make: () => Promise<string | Uint8Array<ArrayBuffer> | null>,
): Promise<Response | undefined> {
  const answer = await respondFromEdgeCache(c, await edgeCacheKeyOf(c), seconds, async () => {
    const body = await make();
    if (body === null) return null;
    const headers = {
      ...(own ?? { "x-content-type-options": "nosniff" }),
      "content-type": type,
      etag: await etagOf(body),
    };
    return new Response(body, { headers });
  });
  if (answer) return answer;
  const nextAnswer = await next();
  if (nextAnswer instanceof Response) return nextAnswer;
  return undefined;
}
