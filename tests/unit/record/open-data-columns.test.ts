import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDataColumns, publishedColumns, SCHEMA_VERSION } from "#record/open-data/columns.ts";

const root = join(import.meta.dirname, "..", "..", "..");

it("every column has a name of its own and a meaning in a sentence", () => {
  expect(new Set(openDataColumns.map(({ name }) => name)).size).toBe(openDataColumns.length);
  for (const { name, meaning } of openDataColumns) {
    expect(name).toMatch(/^[a-z][a-z_]*$/);
    expect(meaning).toMatch(/^[A-Za-z].*\.$/);
  }
});

it("the market source's columns are the last, so that ours stand at the same place with and without them", () => {
  const ours = publishedColumns({ hasSources: false, hasTraders: true });
  expect(openDataColumns.slice(0, ours.length)).toEqual(ours);
  expect(openDataColumns.slice(ours.length).map(({ name }) => name)).toEqual([
    "sector",
    "currency",
    "consensus_eps",
    "reported_eps",
    "reported_by",
    "void_reason",
  ]);
});

it("the citation names the schema's version and the license", () => {
  const citation = readFileSync(join(root, "CITATION.cff"), "utf8");
  expect(citation).toContain("cff-version: 1.2.0\n");
  expect(citation).toContain(`\nversion: "${SCHEMA_VERSION}"\n`);
  expect(citation).toContain("\nlicense: CC-BY-4.0\n");
  expect(citation).toContain("\ntype: dataset\n");
});
