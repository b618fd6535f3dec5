import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readingEase, sentencesInSource } from "./sentences-in-source.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const written = globSync("{src,worker}/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !/^(src\/features\/design|worker\/narrate)\//.test(file))
  .flatMap((file) => sentencesInSource(file, read(file)).map((each) => ({ file, ...each })));

/** The contract's long sentences are the law's. */
const isPolicy = (file: string) => file.startsWith("src/features/legal/");
const MOST_WORDS = 40;
const LEAST_EASE = 70;

/** What docs/VOICE.md does without, and the word it has instead. */
const BANNED: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(a|the|this|that|each|every|no|one) mails?\b|\bmails? (is|are)\b|\bmailed (you|to)\b/i, "email"],
  [/\be-mail\b/i, "email"],
  [/\bcannot be had\b|\bcould not be had\b/i, "is not available"],
  [/\bsomebody\b/i, "someone"],
  [/\bis not right\b/i, "is wrong"],
  [/\bany ?more\b/i, "no longer"],
  [/\b(limits|plan|root|ledger) (does not )?holds?\b/i, "applies, starts, is valid"],
  [/\bhold on you\b/i, "store about you"],
  [/\bwhat (was said|came)\b/i, "what was predicted, what happened"],
  [/\bsuch (odds|calls)\b/i, "odds like these, these predictions"],
  [/\bof the same (reports|\d+)\b/i, "of these reports"],
  [/\bfitted to your\b/i, "tailored to your"],
  [/\bjudged by\b/i, "scored by"],
  [/\bmiss(es)? by us\b/i, "wrong predictions"],
  [/\b(utili[sz]e|leverage|facilitate|seamless|cutting-edge|unlock|empower|game-chang)\w*/i, "plain words"],
  [/\b(analys(?:e|ed|ing)\b|favour|behaviour|colour|organis|personalis)\w*/i, "US spelling"],
];

const places = (found: typeof written) => found.map(({ file, line, text }) => `${file}:${line} ${text}`);

describe("what a person reads", () => {
  it("is a good part of the sources", () => {
    expect(written.length).toBeGreaterThan(600);
  });

  it.each(BANNED)("does without %s", (phrase) => {
    expect(places(written.filter(({ text }) => phrase.test(text)))).toEqual([]);
  });

  it(`has no sentence of over ${MOST_WORDS} words, the policies' apart`, () => {
    const long = written.filter(({ file, text }) => !isPolicy(file) && text.split(" ").length > MOST_WORDS);
    expect(places(long)).toEqual([]);
  });

  it(`reads with an ease of at least ${LEAST_EASE}`, () => {
    const screens = written.filter(({ file }) => !isPolicy(file)).map(({ text }) => text);
    expect(readingEase(screens)).toBeGreaterThan(LEAST_EASE);
  });
});

describe("docs/VOICE.md", () => {
  const rows = [...read("docs/VOICE.md").matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
    .map(([, before = "", after = ""]) => ({ before, after }))
    .filter(({ before }) => before !== "Before" && !before.startsWith("-"));
  const sources = globSync("{src,worker}/**/*.{ts,tsx}", { cwd: root })
    .map((file) => read(file).replace(/\s+/g, " "))
    .join("\n");

  it("has ten examples, whose former texts are gone and whose new ones are shown", () => {
    expect(rows.length).toBe(10);
    expect(rows.filter(({ before }) => sources.includes(before))).toEqual([]);
    expect(rows.filter(({ after }) => !sources.includes(after))).toEqual([]);
  });
});

describe("the check itself", () => {
  it("sees the sentences of strings, templates and pages, and no class list", () => {
    const source =
      'const a = "Somebody sent a mail."; const b = `Over $' +
      '{n} days the share rose.`; const c = <p className="Flex items of a list.">We scored it by hand.</p>;';
    expect(sentencesInSource("planted.tsx", source).map(({ text }) => text)).toEqual([
      "Somebody sent a mail.",
      "Over 7 days the share rose.",
      "We scored it by hand.",
    ]);
    expect(BANNED.filter(([phrase]) => phrase.test("Somebody sent a mail.")).length).toBe(2);
  });

  it("finds short words easier than long ones", () => {
    expect(readingEase(["The share rose by two percent."])).toBeGreaterThan(80);
    expect(
      readingEase(["Institutional methodologies necessitate disproportionate probabilistic considerations."]),
    ).toBeLessThan(0);
  });
});
