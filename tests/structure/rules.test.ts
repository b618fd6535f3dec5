import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const homes = ["worker/contract/rules.ts", "worker/contract/plans.ts"];
const files = globSync("{worker,src,scripts}/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !homes.includes(file),
);

/** Finds a rule of worker/contract/rules.ts or plans.ts that is written a second time. */
const secondHomes = [
  // Lists of confidence levels or plan tiers.
  /"very_high",\s*"high"|"high",\s*"very_high"|"free",\s*"basic"|"basic",\s*"premium"/,
  // Names of confidence levels and plan tiers.
  /very_high: "|institutional: "/,
  // Limits and prices of plans.
  /\bcallLimit: \d|\bpriceCents: \d/,
  /\bconst (NO_EDGE\w*|MIN_SETTLED\w*|GRACE_\w+|DEADLINE_DAYS|REVIEW_DAYS|MAX_MOVE_DAYS|UNCONFIRMED_\w+) =/,
  /(edge|points)\) <=? (0\.03|3)\b/,
];

const offenses = (text: string) => secondHomes.filter((pattern) => pattern.test(text));

it("the numbers and names of the product's rules have one home", () => {
  const offenders = files.filter((file) => offenses(readFileSync(join(root, file), "utf8")).length > 0);
  expect(offenders).toEqual([]);
});

it("and a second one is seen", () => {
  const planted = [
    'z.enum(["very_high", "high", "medium", "low"])',
    'const names = { very_high: "Very High" };',
    "const free = { callLimit: 10 };",
    "const GRACE_AND_A_DAY = 8;",
    'Math.abs(edge) <= 0.03 ? "no_edge" : "edge_up"',
  ];
  const isSeen = planted.map((line) => offenses(line).length > 0);
  expect(isSeen).toEqual([true, true, true, true, true]);
});
