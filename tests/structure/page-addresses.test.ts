import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { authPaths, isServerRenderedPath, newsletterPaths, pagePatterns } from "#contract/pages.ts";

const root = new URL("../../", import.meta.url);
const routes = readFileSync(new URL("src/app/routes.tsx", root), "utf8");

/**
 * These addresses are either drawn during development only or are no pages: in a deployment the Worker answers them
 * with its own document.
 */
const DEVELOPMENT_ONLY = ["/design", "/privacy", "/terms"];
/** The Worker answers these documents by itself, without the page. */
const DOCUMENTS = [
  "/",
  "/privacy",
  "/terms",
  "/track-record/versus-markets",
  "/track-record/model",
  "/data",
  "/data/track-record",
  "/embed",
  "/security",
  "/status",
  "/calendar/:week",
  "/stocks/:symbol",
  "/predictions/:id",
];

it("every route of the application is a page that the Worker answers with 200, and the other way round", () => {
  const named = [...routes.matchAll(/<Route\s+path="([^"*]+)"/g)].map(([, path]) => path ?? "");
  const drawn = [...named, ...authPaths, ...newsletterPaths].filter(
    (path) => !DEVELOPMENT_ONLY.includes(path),
  );
  const answered = pagePatterns.filter((path) => !DOCUMENTS.includes(path));
  expect(drawn.toSorted()).toEqual(answered.toSorted());
});

it("links to documents of their own load them, and all others change the view", () => {
  const instances = pagePatterns.map((path) => [path, path.replace(/:\w+/, "X")] as const);
  const documents = instances.filter(([, path]) => isServerRenderedPath(path)).map(([pattern]) => pattern);
  expect(documents.toSorted()).toEqual(DOCUMENTS.toSorted());
});
