import { Hono } from "hono";
import { readRecordFigures } from "#record/record-figures.ts";
import type { AppEnv } from "../deps.ts";
import { badgePage, badgeSvg } from "../pages/badge.ts";
import { settledFeed } from "../pages/feeds.ts";
import { plainRecordPage } from "../pages/plain-record.ts";
import { newestSettled, readSettled, settledPage } from "../pages/settled-prediction.ts";
import { storedPicture } from "../pictures/stored-pictures.ts";
import { isSimulated } from "./pages.ts";
import { answerCached, answerPage, answerPicture, pictured, recordOf } from "./public-pages.ts";

/** What others show on their own pages. Open predictions are not there. */
export const sharedRecord = new Hono<AppEnv>();

const FEED_LENGTH = 50;
const PLAIN_LENGTH = 200;
const SHARED_SECONDS = { feed: 300, badge: 300 } as const;

sharedRecord.get("/predictions/:id", (c, next) =>
  answerPage(c, next, async (origin) => {
    const found = await readSettled(await recordOf(c), c.req.param("id"));
    return found && settledPage(found, origin);
  }),
);

sharedRecord.get("/data/track-record", (c, next) =>
  answerPage(c, next, async (origin) => {
    const record = await recordOf(c);
    const [figures, newest] = await Promise.all([
      readRecordFigures(record, undefined),
      newestSettled(record, { limit: PLAIN_LENGTH }),
    ]);
    return plainRecordPage(figures, newest, origin);
  }),
);

sharedRecord.get("/share/predictions/:file", (c, next) => {
  const id = pictured(c.req.param("file"));
  if (id === null) return next();
  return answerPicture(c, next, async (frame) => {
    const found = await readSettled(await recordOf(c), id);
    return found && storedPicture(c.var.deps.files, found, frame);
  });
});

sharedRecord.get("/feeds/settled.atom", (c, next) =>
  answerCached(
    c,
    next,
    { type: "application/atom+xml; charset=utf-8", seconds: SHARED_SECONDS.feed },
    async () => {
      const newest = await newestSettled(await recordOf(c), { limit: FEED_LENGTH });
      return settledFeed(newest, { origin: c.var.deps.origin, isSample: await isSimulated(c) });
    },
  ),
);

/** Nothing else of ours may stand in a foreign frame. */
const embeddable = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

sharedRecord.get("/badge/track-record.svg", (c, next) =>
  answerCached(
    c,
    next,
    { type: "image/svg+xml; charset=utf-8", seconds: SHARED_SECONDS.badge, headers: embeddable },
    async () => badgeSvg(await readRecordFigures(await recordOf(c), undefined)),
  ),
);

sharedRecord.get("/badge/track-record", (c, next) =>
  answerCached(
    c,
    next,
    { type: "text/html; charset=utf-8", seconds: SHARED_SECONDS.badge, headers: embeddable },
    async () => badgePage(await readRecordFigures(await recordOf(c), undefined), c.var.deps.origin),
  ),
);
