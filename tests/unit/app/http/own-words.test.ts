import { globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { validate } from "#app/http/body.ts";
import { AppError } from "#platform/errors.ts";

const contract = new URL("../../../../worker/contract/", import.meta.url);
const modules = await Promise.all(
  globSync("*.ts", { cwd: contract }).map(
    (file): Promise<Record<string, unknown>> => import(new URL(file, contract).pathname),
  ),
);
const routes = new URL("../../../../worker/app/routes/", import.meta.url);
/** Collects the schemas of the contract that a call declares for outside input. */
const parsed = readdirSync(routes)
  .map((file) => readFileSync(new URL(file, routes), "utf8"))
  .flatMap((text) =>
    [...text.matchAll(/\b(?:params|query|body): (\w+Schema)\b/g)].map(([, name = ""]) => name),
  );
/** Collects everything that a person or their program may send. */
const sent = modules
  .flatMap((module) => Object.entries(module))
  .filter(
    (entry): entry is [string, z.ZodObject | z.ZodDiscriminatedUnion] =>
      parsed.includes(entry[0]) &&
      (entry[1] instanceof z.ZodObject || entry[1] instanceof z.ZodDiscriminatedUnion),
  );

/** Returns the fields that a body may have, over all its variants. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap(fieldsOf);
  return [];
}

const wrongValues: readonly (readonly [string, unknown])[] = [
  ["missing", undefined],
  ["null", null],
  ["a number", -1.5],
  ["no number", Number.NaN],
  ["far too large", 1e99],
  ["true", true],
  ["empty", ""],
  ["no such value", "maybe not"],
  ["far too long", "x".repeat(200_001)],
  ["a list", []],
  ["a long list", Array.from({ length: 500 }, () => 1)],
  ["an object", { toString: 1 }],
];

/** These are the validator's own words, which no message may contain. */
const foreign =
  /invalid|expected|received|too (big|small)|unrecogni[sz]ed|input|option|>=|<=|>|<|pattern|regex|nan/i;

function textsOf(schema: z.ZodType, value: unknown): string[] {
  try {
    validate(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.message, ...Object.values(error.extras.fields ?? {})];
  }
}

describe.each(sent)("%s refuses in sentences of ours:", (_, schema) => {
  it.each(wrongValues)("%s", (_, value) => {
    const texts = [
      ...textsOf(schema, value),
      ...fieldsOf(schema).flatMap((field) => textsOf(schema, { [field]: value })),
    ];
    for (const text of texts) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text).not.toMatch(foreign);
    }
  });
});

it("nothing that a call declares is left out", () => {
  expect(sent.length).toBeGreaterThan(10);
  const others = parsed.filter((name) => !sent.some(([known]) => known === name));
  // The route's own file takes any text here, because the call itself answers a wrong symbol.
  expect(others).toEqual(["symbolParamsSchema"]);
});

it("says what is wrong with which field", () => {
  const schema = z.object({ fullName: z.string().max(3), page: z.coerce.number().int(), at: z.iso.date() });
  expect(textsOf(schema, { page: "x", at: "yesterday" })).toEqual([
    "The full name is missing.",
    "The full name is missing.",
    "The page must be a number.",
    "The at must be a date such as 2026-01-31.",
  ]);
  expect(textsOf(schema, { fullName: "Ada L", page: 1, at: "2026-01-31" })).toContain(
    "The full name must be at most 3 characters long.",
  );
});
