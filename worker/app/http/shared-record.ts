import { Hono } from "hono";
import { symbolSchema, withDottedShareClass } from "#contract/symbol.ts";
import { readRecordFigures } from "#record/record-figures.ts";
import type { AppEnv } from "../deps.ts";
import { badgePage, badgeSvg, EMBED_STYLE, embedCard, embedPage, emptyEmbedCard } from "../pages/embed.tsx";
import { settledFeed } from "../pages/feeds.ts";
import { readStock } from "../pages/read-reports.ts";
import { newestSettled, readSettled, settledPage } from "../pages/settled-prediction.tsx";
import { trackRecordHtmlPage } from "../pages/track-record-page.tsx";
import { storedPicture } from "../pictures/stored-pictures.ts";
import { isSimulated } from "./pages.ts";
import { answerCached, answerPage, answerPicture, marketRecordOf, pngFileStem } from "./public-pages.ts";
import { pageHeaders } from "./security-headers.ts";

/** Pages, feeds, badges and cards that people share or embed. They never reveal an open prediction. */
export const publicRecordRoutes = new Hono<AppEnv>();

const FEED_LENGTH = 50;
const PLAIN_LENGTH = 200;
const SHARED_SECONDS = { feed: 300, badge: 300, card: 300 } as const;

publicRecordRoutes.get("/predictions/:id", (c, next) =>
  answerPage(c, next, async (origin) => {
    const found = await readSettled(await marketRecordOf(c), c.req.param("id"));
    return found && settledPage(found, origin);
  }),
);

publicRecordRoutes.get("/data/track-record", (c, next) =>
  answerPage(c, next, async (origin) => {
    const record = await marketRecordOf(c);
    const [figures, newest] = await Promise.all([
      readRecordFigures(record, undefined),
      newestSettled(record, PLAIN_LENGTH),
    ]);
    return trackRecordHtmlPage(figures, newest, origin);
  }),
);

publicRecordRoutes.get("/share/predictions/:file", (c, next) => {
  const id = pngFileStem(c.req.param("file"));
  if (id === null) return next();
  return answerPicture(c, next, async (frame) => {
    const found = await readSettled(await marketRecordOf(c), id);
    return found && storedPicture(c.var.deps.files, found, frame);
  });
});

publicRecordRoutes.get("/feeds/settled.atom", (c, next) =>
  answerCached(
    c,
    next,
    { type: "application/atom+xml; charset=utf-8", seconds: SHARED_SECONDS.feed },
    async () => {
      const newest = await newestSettled(await marketRecordOf(c), FEED_LENGTH);
      return settledFeed(newest, { origin: c.var.deps.origin, isSample: await isSimulated(c) });
    },
  ),
);

/** Headers of responses that other sites may embed in a frame. */
const embeddable = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

publicRecordRoutes.get("/badge/track-record.svg", (c, next) =>
  answerCached(
    c,
    next,
    { type: "image/svg+xml; charset=utf-8", seconds: SHARED_SECONDS.badge, headers: embeddable },
    async () => badgeSvg(await readRecordFigures(await marketRecordOf(c), undefined)),
  ),
);

publicRecordRoutes.get("/badge/track-record", (c, next) =>
  answerCached(
    c,
    next,
    { type: "text/html; charset=utf-8", seconds: SHARED_SECONDS.badge, headers: embeddable },
    async () => badgePage(await readRecordFigures(await marketRecordOf(c), undefined), c.var.deps.origin),
  ),
);

const framingHeaders = {
  ...pageHeaders,
  "content-security-policy": `${pageHeaders["content-security-policy"]}; frame-src 'self'`,
};

publicRecordRoutes.get("/embed", (c, next) =>
  answerPage(c, next, async (origin) => embedPage(origin), { headers: framingHeaders }),
);

/**
 * Returns the headers of an embeddable card. They forbid all scripts, even when the embedding page does not use
 * our `sandbox` attribute.
 */
async function cardHeaders(): Promise<Record<string, string>> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(EMBED_STYLE));
  return {
    ...embeddable,
    "content-security-policy": [
      "default-src 'none'",
      `style-src 'sha256-${Buffer.from(hash).toString("base64")}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "sandbox allow-popups allow-popups-to-escape-sandbox",
      "frame-ancestors *",
    ].join("; "),
    "strict-transport-security": pageHeaders["strict-transport-security"] ?? "",
    "permissions-policy": pageHeaders["permissions-policy"] ?? "",
  };
}

publicRecordRoutes.get("/embed/:symbol", async (c) => {
  const { origin, marketNow } = c.var.deps;
  const requested = c.req.param("symbol");
  const parsed = symbolSchema.safeParse(requested);
  const symbol = parsed.success ? withDottedShareClass(parsed.data) : null;
  if (symbol !== null && symbol !== requested)
    return c.redirect(`${origin}/embed/${encodeURIComponent(symbol)}`, 308);
  const headers = await cardHeaders();
  const card = { type: "text/html; charset=utf-8", seconds: SHARED_SECONDS.card, headers };
  const answer = await answerCached(
    c,
    async () => undefined,
    card,
    async () => {
      const stock = symbol === null ? null : await readStock(await marketRecordOf(c), symbol, marketNow());
      return stock && embedCard(stock, { origin, isSample: await isSimulated(c) });
    },
  );
  return answer ?? c.html(await emptyEmbedCard(origin), 404, headers);
});
