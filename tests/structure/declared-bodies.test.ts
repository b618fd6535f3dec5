import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const routes = globSync("worker/routes/*.ts", { cwd: root })
  .map((file) => [file, readFileSync(join(root, file), "utf8")] as const)
  .filter(([, text]) => text.includes("readonly Operation[]"));

/** Schemas in the order of the alphabet, each as often as it stands there. */
const named = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name).toSorted();

describe.each(routes)("%s", (_, text) => {
  it("declares the body and the query that each of its calls reads", () => {
    const schema = /(\w+(?:\.strictObject\(\{\}\))?)/.source;
    expect(named(text, new RegExp(`^    body: ${schema},`, "gm"))).toEqual(
      named(text, new RegExp(`readJson\\(c\\.req\\.raw, ${schema}`, "g")),
    );
    expect(named(text, new RegExp(`^    query: ${schema},`, "gm"))).toEqual(
      named(text, new RegExp(`validate\\(${schema}, c\\.req\\.query\\(\\)`, "g")),
    );
  });
});
