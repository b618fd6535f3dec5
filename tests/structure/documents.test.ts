import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const documents = ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md", { cwd: root })];

describe.each(documents)("%s", (document) => {
  const text = read(document);

  it("links only to files that are there", () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)|\bsrc(?:set)?="([^"]+)"/g)]
      .map(([, link, source]) => link ?? source ?? "")
      .filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
  });

  it("names only files and scripts that are there", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
    const named = [...text.matchAll(/`((?:worker|src|scripts|tests|docs|migrations)\/[\w./-]*)`/g)];
    expect(named.map(([, file = ""]) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const called = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe("comments", () => {
  const known = globSync("**/*.{ts,tsx,mjs,cjs,toml,css,html,json,md,sql}", {
    cwd: root,
    exclude: ["node_modules", "dist", ".wrangler", "test-results"],
  });
  const isKnown = (name: string) => known.some((file) => file === name || file.endsWith(`/${name}`));

  /** Names of files of ours in the comments of a source, with a folder or alone, that are not there. */
  const missingIn = (file: string, source: string) =>
    parseSync(file, source)
      .comments.flatMap(({ value }) => [
        ...value.matchAll(
          /(?<![\w/.@-])((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|cjs|toml|css|md|sql))\b/g,
        ),
      ])
      .map(([, name = ""]) => name)
      .filter((name) => !isKnown(name));

  it("name only files that are there", () => {
    const sources = globSync("{worker,src,scripts}/**/*.{ts,tsx,mjs}", { cwd: root });
    const gone = sources.flatMap((file) => missingIn(file, read(file)).map((name) => `${file}: ${name}`));
    expect(gone).toEqual([]);
  });

  it("that name one that is gone are seen", () => {
    const planted = "// As `contract/rules.ts` and no-such-file.ts say.";
    expect(missingIn("planted.ts", planted)).toEqual(["no-such-file.ts"]);
  });
});

it("every setting is in the reference's table", () => {
  const reference = read("docs/reference/settings.md");
  const source = read("worker/app/settings/env.ts");
  const names = [...source.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(4);
  // MARKET_CLOCK_SET_AT is written by the start script, not by a person.
  expect(names.filter((name) => !reference.includes(`\`${name}\``))).toEqual(["MARKET_CLOCK_SET_AT"]);
});
