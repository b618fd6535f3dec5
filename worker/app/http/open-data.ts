import { Hono } from "hono";
import { publishedColumns } from "#record/open-data/columns.ts";
import { currentOpenData } from "#record/open-data/open-data.ts";
import type { AppContext, AppEnv } from "../deps.ts";
import { dataPage } from "../pages/data-page.tsx";
import { publishedPartsOf } from "../settings/env.ts";
import { canonicalPathname, orNotModified, respondFromEdgeCache } from "./edge-cache.ts";
import { answerPage, marketRecordOf } from "./public-pages.ts";

export const openDataRoutes = new Hono<AppEnv>();

const SHARED_SECONDS = 300;
const LICENCE = "https://creativecommons.org/licenses/by/4.0/";

openDataRoutes.get("/data", (c, next) =>
  answerPage(c, next, async (origin) => {
    const { manifest } = await newest(c);
    return dataPage({ manifest, columns: publishedColumns(manifest), origin });
  }),
);

openDataRoutes.get("/data/SHA256SUMS", async (c, next) => {
  const answer = await answerFile(c, async () => {
    const { manifest } = await newest(c);
    const lines = manifest.files.map(({ name, sha256 }) => `${sha256}  ${name}\n`);
    return new Response(lines.join(""), { headers: { "content-type": "text/plain; charset=utf-8" } });
  });
  return answer ?? next();
});

openDataRoutes.get("/data/:name", async (c, next) => {
  const { name } = c.req.param();
  const answer = await answerFile(c, async () => {
    const { manifest, files } = await newest(c);
    const file = manifest.files.find((entry) => entry.name === name);
    if (!file) return null;
    const etag = `W/"${file.sha256}"`;
    const unread = orNotModified(c, new Response(null, { headers: { etag } }));
    if (unread.status === 304) return unread;
    const stored = await files.get(file.key);
    if (!stored) throw new Error(`${name} is named by the manifest and not in the store of files.`);
    return new Response(stored.body, {
      headers: {
        "content-type": file.type,
        "content-disposition": `attachment; filename="beatcast-${name}"`,
        etag,
        "repr-digest": `sha-256=:${Buffer.from(file.sha256, "hex").toString("base64")}:`,
        "x-schema-version": manifest.schemaVersion,
      },
    });
  });
  return answer ?? next();
});

async function newest(c: AppContext) {
  const record = await marketRecordOf(c);
  const store = { ...record, ...publishedPartsOf(c.var.deps.settings) };
  return { files: record.files, manifest: await currentOpenData(store, record.marketNow()) };
}

async function answerFile(c: AppContext, make: () => Promise<Response | null>): Promise<Response | null> {
  const key = c.var.deps.origin + canonicalPathname(new URL(c.req.url).pathname);
  return respondFromEdgeCache(c, key, SHARED_SECONDS, async () => {
    const made = await make();
    if (!made) return null;
    made.headers.set("access-control-allow-origin", "*");
    made.headers.set("access-control-expose-headers", "etag, repr-digest, x-schema-version");
    made.headers.set("link", `<${LICENCE}>; rel="license"`);
    made.headers.set("x-content-type-options", "nosniff");
    return made;
  });
}
