import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Comment, commentsOf, onlyRepeats, wordsOf } from "./comments.ts";

const MAX_WORDS = 40;
const root = join(import.meta.dirname, "..", "..");
const sources = globSync("{worker,src,scripts}/**/*.{ts,tsx,mjs}", { cwd: root });
const comments = sources.flatMap((file) =>
  commentsOf(file, readFileSync(join(root, file), "utf8")).map((comment) => ({ file, ...comment })),
);

const known = globSync("**/*.{ts,tsx,mjs,cjs,toml,css,html,json,md,sql}", {
  cwd: root,
  exclude: ["node_modules", "dist", ".wrangler", "test-results"],
});
const isKnown = (name: string) => known.some((file) => file === name || file.endsWith(`/${name}`));

/** Names of files of ours in a comment: with a folder or alone, by the endings that the repository has. */
const filesIn = (text: string) =>
  [
    ...text.matchAll(/(?<![\w/.@-])((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|cjs|toml|css|md|sql))\b/g),
  ].map(([, name = ""]) => name);

const tooLong = ({ text }: Pick<Comment, "text">) => wordsOf(text).length > MAX_WORDS;
const missing = ({ text }: Pick<Comment, "text">) => filesIn(text).filter((name) => !isKnown(name));
const places = (found: readonly { file: string; line: number }[]) =>
  found.map(({ file, line }) => `${file}:${line}`);

describe("a comment", () => {
  it(`has at most ${MAX_WORDS} words`, () => {
    expect(places(comments.filter(tooLong))).toEqual([]);
  });

  it("names files that are there", () => {
    const gone = comments.flatMap((comment) =>
      missing(comment).map((name) => `${comment.file}:${comment.line} ${name}`),
    );
    expect(gone).toEqual([]);
  });

  it("says more than the name of what it documents", () => {
    expect(places(comments.filter(onlyRepeats))).toEqual([]);
  });
});

describe("the rule for comments", () => {
  const planted = (source: string) => commentsOf("planted.ts", source);

  it("sees one that is too long, whether it is a block or lines", () => {
    const words = "word ".repeat(MAX_WORDS);
    expect(planted(`/** ${words}*/ const a = 1;`).filter(tooLong)).toEqual([]);
    expect(planted(`/** ${words}more */ const a = 1;`).filter(tooLong)).toHaveLength(1);
    expect(planted(`// ${words}\n// more\nconst a = 1;`).filter(tooLong)).toHaveLength(1);
    expect(planted(`const text = "// ${words} more";`)).toEqual([]);
  });

  it("sees a file that is not there", () => {
    const [comment] = planted("// As `contract/rules.ts` and no-such-file.ts say.");
    expect(comment && missing(comment)).toEqual(["no-such-file.ts"]);
  });

  it("sees one that only repeats the name", () => {
    const repeating = planted("/** The tokens of the text. */\nexport function tokensOfText() {}");
    expect(repeating.filter(onlyRepeats)).toHaveLength(1);
    const telling = planted("/** The tokens of the text, in order. */\nexport function tokensOfText() {}");
    expect(telling.filter(onlyRepeats)).toEqual([]);
  });
});
