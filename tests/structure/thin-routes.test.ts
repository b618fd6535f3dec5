import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** The sandbox's pages take forms, which are not calls of the API. */
const exempt = ["worker/app/routes/sandbox.ts"];
const routes = globSync("worker/app/routes/*.ts", { cwd: root }).filter((file) => !exempt.includes(file));

/** What the router does for every call by its declaration: a route that does it too hides input from the document. */
const routerWork =
  /\b(readJson|validate)\(|\bc\.req\.(query|queries|param|json|text|formData|parseBody)\(|\bc\.json\(/g;

it.each(routes)("%s leaves reading the request and writing JSON to the router", (file) => {
  expect(readFileSync(join(root, file), "utf8").match(routerWork) ?? []).toEqual([]);
});

it("finds a route that reads by itself", () => {
  const planted = 'const { q } = validate(schema, c.req.query()); return c.json({ id: c.req.param("id") });';
  expect(planted.match(routerWork)).toEqual(["validate(", "c.req.query(", "c.json(", "c.req.param("]);
});
