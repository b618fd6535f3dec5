import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const HOME = "worker/contract/time.ts";
const files = globSync("{worker,src,scripts}/**/*.{ts,tsx}", { cwd: root }).filter((file) => file !== HOME);

/** Code that writes by hand what `worker/contract/time.ts` already offers. */
const byHand = [
  /\b(86_?400(_?000)?|3_?600_000)\b/,
  /\b24 \* 60 \* 60\b|\b60 \* 60 \* 1000\b/,
  /\.toISOString\(\)\s*\.(slice\(0, 10\)|substring\(0, 10\)|split\("T"\))/,
  /\b(const (DAY|HOUR)_MS|function (easternDay|isoDay|daysBetween))\b/,
  /"en-CA"/,
];

const offenses = (text: string) => byHand.filter((pattern) => pattern.test(text));

it("days, hours and the exchange's day have one home", () => {
  const offenders = files.filter((file) => offenses(readFileSync(join(root, file), "utf8")).length > 0);
  expect(offenders).toEqual([]);
});

it("and each way around it is seen", () => {
  const planted = [
    "const LATER_MS = 2 * 86_400_000;",
    "const week = 7 * 24 * 60 * 60 * 1000;",
    "at.toISOString().slice(0, 10)",
    "const DAY_MS = 1;",
    'new Intl.DateTimeFormat("en-CA", {})',
  ];
  expect(planted.map((line) => offenses(line).length > 0)).toEqual([true, true, true, true, true]);
});
