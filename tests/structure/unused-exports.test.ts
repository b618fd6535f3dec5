import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
/** These files are read by Cloudflare, Node or a bundler, and not by another of our files. */
const entries = new Set(["worker/app/index.ts", "scripts/bench/load/counting-entry.mjs"]);
const { imports: aliases }: { imports: Record<string, string> } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const files = globSync(["*.{ts,mjs}", "{worker,src,scripts,tests}/**/*.{ts,tsx,mjs}"], { cwd: root });
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

/** Returns the exported names of a file. */
function exportsOf(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm,
  );
  return [...declared].map(([, name = ""]) => name);
}

type Use = { file: string; names: string[] | "all" };

/**
 * Returns what a file imports from other files or re-exports from them. A dynamic import and a star import use
 * everything.
 */
function usesOf(file: string, text: string): Use[] {
  const named = /(?:import|export)(?:\s+type)?\s+(?:\w+\s*,\s*)?\{([^}]*)\}\s+from\s+"([^"]+)"/g;
  const whole = /\*(?:\s+as\s+\w+)?\s+from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"|mock\(\s*"([^"]+)"/g;
  return [
    ...[...text.matchAll(named)].map(([, list = "", from = ""]) => ({
      file: resolved(file, from),
      names: list.split(",").map(
        (item) =>
          item
            .trim()
            .replace(/^type /, "")
            .split(" as ")[0] ?? "",
      ),
    })),
    ...[...text.matchAll(whole)].map(([, star, dynamic, mocked]) => ({
      file: resolved(file, star ?? dynamic ?? mocked ?? ""),
      names: "all" as const,
    })),
  ];
}

function resolved(file: string, specifier: string): string {
  const [top = "", ...rest] = specifier.split("/");
  const alias = aliases[`${top}/*`];
  return alias ? join(alias.replace("*", rest.join("/"))) : join(dirname(file), specifier);
}

/** Exports that no other file imports, as "file name". */
function unusedExports(texts: ReadonlyMap<string, string>): string[] {
  const uses = [...texts].flatMap(([file, text]) => usesOf(file, text).filter((use) => use.file !== file));
  const used = new Set(
    uses.flatMap(({ file, names }) => (names === "all" ? [file] : names.map((name) => `${file} ${name}`))),
  );
  return [...texts]
    .filter(([file]) => /^(worker|src|scripts)\//.test(file) && !entries.has(file) && !file.includes(".d."))
    .flatMap(([file, text]) =>
      used.has(file)
        ? []
        : exportsOf(text)
            .map((name) => `${file} ${name}`)
            .filter((name) => !used.has(name)),
    );
}

it("nothing is exported that only its own file uses", () => {
  expect(unusedExports(sources)).toEqual([]);
});

it("and an export nobody imports is seen, whatever else its file exports", () => {
  const planted = new Map([
    ["worker/a.ts", "export const used = 1;\nexport function unused() {}\nexport type Own = number;\n"],
    ["worker/b.ts", 'import { used as one } from "./a.ts";\nimport type { Own } from "../worker/a.ts";\n'],
  ]);
  expect(unusedExports(planted)).toEqual(["worker/a.ts unused"]);
});
