import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { authPaths, newsletterPaths, pagePatterns } from "#contract/pages.ts";

const root = new URL("../../", import.meta.url);
const routes = readFileSync(new URL("src/app/routes.tsx", root), "utf8");

/** Drawn while developing only, or no page: in a deployment the Worker answers them otherwise. */
const DEVELOPMENT_ONLY = ["/design", "/privacy", "/terms"];
const PRERENDERED = ["/", "/privacy", "/terms"];

it("every route of the application is a page that the Worker answers with 200, and the other way round", () => {
  const named = [...routes.matchAll(/<Route\s+path="([^"*]+)"/g)].map(([, path]) => path ?? "");
  const drawn = [...named, ...authPaths, ...newsletterPaths].filter(
    (path) => !DEVELOPMENT_ONLY.includes(path),
  );
  const answered = pagePatterns.filter((path) => !PRERENDERED.includes(path));
  expect(drawn.toSorted()).toEqual(answered.toSorted());
});

it("the sitemap names canonical addresses only", () => {
  const sitemap = readFileSync(new URL("public/sitemap.xml", root), "utf8");
  const paths = [...sitemap.matchAll(/<loc>%ORIGIN%([^<]*)<\/loc>/g)].map(([, path]) => path ?? "");
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect(pagePatterns).toContain(path);
});
