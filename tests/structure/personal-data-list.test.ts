import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { retentionHours } from "#contract/retention.ts";
import { storedData } from "#platform/personal-data/list.ts";
import { notPersonal, notPersonalFolders, notPersonalObjects } from "./not-personal.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const data = storedData();
const listed = data.flatMap(({ where }) => where);
const listedWith = (prefix: string) =>
  listed
    .filter((place) => place.startsWith(prefix))
    .map((place) => place.slice(prefix.length))
    .toSorted();

const HOW_TO_MEND =
  "Declare it beside its table in worker/platform/schema, or in worker/platform/personal-data/list.ts: what it is, why and how long (the policy, export, deletion and clean-up read it; the period stands in worker/contract/retention.ts), or, where it says nothing about a person, in tests/structure/not-personal.ts with the reason.";

const modules = await Promise.all(
  globSync("worker/platform/schema/*.ts", { cwd: root }).map(
    (file) => import(join(root, file)) as Promise<object>,
  ),
);
const schemaColumns = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is SQLiteTable => is(value, SQLiteTable))
  .map(getTableConfig)
  .flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`));
const exempt = notPersonal.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));

describe("the list of personal data", () => {
  it("has every column of the schema, or says why it is not personal", () => {
    const known = new Set([...listed, ...exempt]);
    expect(
      schemaColumns.filter((column) => !known.has(column)),
      HOW_TO_MEND,
    ).toEqual([]);
  });

  it("names no column that is gone, and none on both lists or twice", () => {
    const columns = listed.filter((place) => /^\w+\.\w+$/.test(place));
    const named = [...columns, ...exempt];
    const schema = new Set(schemaColumns);
    expect(named.filter((column) => !schema.has(column))).toEqual([]);
    expect(named.filter((column, index) => named.indexOf(column) !== index)).toEqual([]);
  });

  it("never exempts who it is about, or how to reach them", () => {
    const telling = /\.(user_id|email|recipient|name|phone|password|token|secret|place|device)$/;
    expect(exempt.filter((column) => telling.test(column))).toEqual([]);
  });

  it("gives each datum a purpose and a period", () => {
    for (const { what, why, retention, where } of data) {
      expect(what.length * why.length * retention.length, what).toBeGreaterThan(0);
      expect(where.length, what).toBeGreaterThan(0);
    }
  });

  it("has every table and key of the Durable Objects", () => {
    const tables = globSync("worker/**/*.ts", { cwd: root }).flatMap((file) => {
      const source = read(file);
      const name = /class (\w+) extends DurableObject/.exec(source)?.[1];
      if (!name) return [];
      // Every storage key is a constant of its file, so that this test can find it.
      const keys = [...source.matchAll(/storage\s*\.(?:kv\s*\.)?put(?:<\w+>)?\((\w*)/g)].map(
        ([, constant]) =>
          new RegExp(`const ${constant} = "(\\w+)";`).exec(source)?.[1] ?? "a key without a constant",
      );
      const created = [...source.matchAll(/CREATE TABLE IF NOT EXISTS (\w+)/g)].map(([, table]) => table);
      return [...created, ...keys].map((place) => `${name}.${place}`);
    });
    const known = [...listedWith("object:"), ...Object.keys(notPersonalObjects)];
    expect(known.toSorted(), HOW_TO_MEND).toEqual(tables.toSorted());
  });

  it("has every folder of the file store", () => {
    const writers = globSync("worker/**/*.ts", { cwd: root }).filter((file) =>
      /\bfiles\.put\(|\bFILES\.put\(/.test(read(file)),
    );
    const folders = writers.flatMap((file) =>
      [...read(file).matchAll(/`([\w-]+\/)\$\{/g)].map(([, folder]) => folder),
    );
    const known = [...listedWith("files:"), ...Object.keys(notPersonalFolders)];
    expect([...new Set(folders)].toSorted(), HOW_TO_MEND).toEqual(known.toSorted());
  });
});

/**
 * Returns the text of an argument, which is a literal or a constant of the same file. A template counts by its
 * fixed beginning.
 */
function textOf(argument: string, source: string, file: string): string {
  const literal = /^["'`]([^"'`$]+)/.exec(argument.trim())?.[1];
  if (literal) return literal;
  const constant = new RegExp(`\\bconst ${argument.trim()}\\b[^=]*=\\s*["'\`]([^"'\`$]+)`).exec(source)?.[1];
  if (!constant) throw new Error(`${file} stores under ${argument}: name it by a constant of the same file.`);
  return constant;
}

/** Returns every key that the sources name in a call of this form. */
function keysOf(pattern: RegExp, files: readonly string[]): string[] {
  const keys = files.flatMap((file) => {
    const source = read(file);
    return [...source.matchAll(pattern)].map((match) => textOf(match[1] ?? "", source, file));
  });
  return [...new Set(keys)].toSorted();
}

describe("what the browser is given to store", () => {
  const page = [...globSync("src/**/*.{ts,tsx}", { cwd: root }), "index.html", "shell.html", "public/sw.js"];
  const worker = globSync("worker/**/*.ts", { cwd: root }).filter(
    (file) => file !== "worker/platform/cookies.ts",
  );

  it.each([
    ["local:", /\blocalStorage\.\w+Item\(\s*([^,)]+)/g],
    ["session:", /\bsessionStorage\.\w+Item\(\s*([^,)]+)/g],
    ["cache:", /\bcaches\.open\(\s*([^,)]+)/g],
  ])("is listed: %s", (prefix, pattern) => {
    expect(listedWith(prefix), HOW_TO_MEND).toEqual(keysOf(pattern, page));
  });

  it("is listed: cookies", () => {
    const setters = worker.filter((file) => read(file).includes("cookies.set("));
    for (const file of setters)
      expect(read(file), `${file} sets a cookie: write its name, "beatcast_…", in that file.`).toMatch(
        /["'`]beatcast_\w+/,
      );
    expect(listedWith("cookie:"), HOW_TO_MEND).toEqual(keysOf(/(["'`]beatcast_\w+)/g, setters));
  });

  it("is stored in no way that the list does not know", () => {
    const other = /\bdocument\.cookie\b|\bindexedDB\b|\bcookieStore\b|Storage\[|\bnavigator\.storage\b/;
    expect(page.filter((file) => other.test(read(file)))).toEqual([]);
  });
});

describe("the periods of the list", () => {
  it("are those of the rates: a bucket is gone at the latest after twice its time", () => {
    const seconds = [...read("worker/contract/rules.ts").matchAll(/perSeconds: (\d+)/g)].map(([, text]) =>
      Number(text),
    );
    const hours = (2 * Math.max(...seconds)) / 3600;
    expect(hours, "Mend retentionHours.attemptCounter in worker/contract/retention.ts.").toBeLessThanOrEqual(
      retentionHours.attemptCounter,
    );
  });

  it.each([...globSync("worker/platform/schema/*.ts", { cwd: root }), "worker/billing/sync/reconcile.ts"])(
    "stand in one home, which %s reads",
    (file) => {
      const own = [...read(file).matchAll(/const (\w+_DAYS)\b/g)].map(([, name]) => name);
      expect(own, "Name the period in worker/contract/retention.ts.").toEqual([]);
    },
  );
});
