import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const sources = globSync("{worker,src,scripts}/**/*.{ts,tsx,mjs}", { cwd: root });

/** These are private words that have a standard term, which docs/GLOSSARY.md lists. */
const refused = new Set(
  "farewell farewells spoken told begun adopt adopts adopted showable book room rooms letter letters loose kept keeper".split(
    " ",
  ),
);

/** `Book` is the icon set's name of an icon. */
const allowed = new Set(["Book"]);

/** A message that failed for good goes to a queue that queues call a dead-letter queue. */
const DEAD_LETTER = /dead[-_ ]?letters?/gi;

const partsOf = (name: string) =>
  name
    .replace(DEAD_LETTER, " ")
    .split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z]+/)
    .map((part) => part.toLowerCase());
const isRefused = (name: string) => !allowed.has(name) && partsOf(name).some((part) => refused.has(part));

/** Returns every identifier of a source file once. */
function identifiersOf(file: string, source: string): string[] {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child);
    else if (typeof node === "object" && node !== null) {
      const { type, name } = node as { type?: unknown; name?: unknown };
      if (typeof name === "string" && String(type).endsWith("Identifier")) names.add(name);
      for (const child of Object.values(node)) visit(child);
    }
  };
  visit(parseSync(file, source).program);
  return [...names];
}

const refusedIn = (file: string, source: string) => identifiersOf(file, source).filter(isRefused);
/** Returns the names of the tables, columns and indexes in a piece of SQL. */
const namesInSql = (sql: string) => sql.replace(/--[^\n]*|'[^']*'/g, "").match(/[a-z]\w*/g) ?? [];

describe("our words", () => {
  it("are the field's, in names", () => {
    const found = sources.flatMap((file) => refusedIn(file, read(file)).map((name) => `${file} ${name}`));
    expect(found).toEqual([]);
  });

  it("are the field's, in file names", () => {
    const files = globSync("{worker,src,scripts,tests,docs}/**/*", { cwd: root });
    expect(files.filter(isRefused)).toEqual([]);
  });

  it("are the field's, in the database", () => {
    const sql = globSync("migrations/*.sql", { cwd: root }).flatMap((file) => namesInSql(read(file)));
    expect([...new Set(sql)].filter(isRefused)).toEqual([]);
  });

  it("are not in the glossary twice, and none of them is refused", () => {
    const terms = [...read("docs/GLOSSARY.md").matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(
      ([, term = ""]) => term,
    );
    expect(terms.length).toBeGreaterThan(40);
    expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
    expect(terms.filter(isRefused)).toEqual([]);
  });
});

describe("the rule for words", () => {
  const planted = [
    "/** The farewell of an account. */",
    "export const heldRoom = { begunAt: 1 };",
    "const stored = (toldRows: unknown) => toldRows;",
  ].join("\n");

  it("sees a refused word in a name, whatever its case", () => {
    expect(refusedIn("planted.ts", planted)).toEqual(["heldRoom", "begunAt", "toldRows"]);
    expect(isRefused("worker/accounts/farewells.ts")).toBe(true);
    expect(isRefused("worker/accounts/strangely-broom-bookings.ts")).toBe(false);
  });

  it("sees one in a column", () => {
    expect(namesInSql("told_at INTEGER, -- kept\n x").filter(isRefused)).toEqual(["told_at"]);
  });
});
