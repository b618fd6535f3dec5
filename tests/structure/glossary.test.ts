import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { commentsOf } from "./comments.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const sources = globSync("{worker,src,scripts}/**/*.{ts,tsx,mjs}", { cwd: root });

/** Private words for standard terms, which are in docs/GLOSSARY.md. Refused in names, file names and comments. */
const REFUSED = "farewell farewells spoken told begun adopt adopts adopted showable";
/** Plain English in a comment, but not as the name of something. */
const REFUSED_NAMES = "book room rooms letter letters loose kept keeper";

const wordsOf = (list: string) => new Set(list.split(" "));
const refusedNames = new Set([...wordsOf(REFUSED), ...wordsOf(REFUSED_NAMES)]);

/** The icon set's name of a picture. */
const allowed = new Set(["Book"]);

/** What queues call a message that failed for good. */
const DEAD_LETTER = /dead[-_ ]?letters?/gi;

const partsOf = (name: string) =>
  name
    .replace(DEAD_LETTER, " ")
    .split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z]+/)
    .map((part) => part.toLowerCase());
const isRefused = (name: string) =>
  !allowed.has(name) && partsOf(name).some((part) => refusedNames.has(part));

/** Every identifier of a source, once. */
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
const refusedWord = new RegExp(`\\b(${REFUSED.replaceAll(" ", "|")})\\b`, "i");
const refusedComments = (file: string, source: string) =>
  commentsOf(file, source)
    .filter(({ text }) => refusedWord.test(text))
    .map(({ line, text }) => `${file}:${line} ${refusedWord.exec(text)?.[0]}`);

describe("our words", () => {
  it("are the field's, in names", () => {
    const found = sources.flatMap((file) => refusedIn(file, read(file)).map((name) => `${file} ${name}`));
    expect(found).toEqual([]);
  });

  it("are the field's, in file names", () => {
    const files = globSync("{worker,src,scripts,tests,docs}/**/*", { cwd: root });
    expect(files.filter(isRefused)).toEqual([]);
  });

  it("are the field's, in comments", () => {
    expect(sources.flatMap((file) => refusedComments(file, read(file)))).toEqual([]);
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

  it("sees one in a comment, and not in a longer word", () => {
    expect(refusedComments("planted.ts", planted)).toEqual(["planted.ts:1 farewell"]);
    expect(refusedComments("planted.ts", "// The outspoken untold.")).toEqual([]);
  });
});
