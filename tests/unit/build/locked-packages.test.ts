import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lockProblems } from "../../../scripts/build/locked-packages.ts";

const integrity = `sha512-${"A".repeat(86)}==`;
const lockOf = (locked: object) => ({ packages: { "": {}, "node_modules/one": { integrity, ...locked } } });

describe("the lock file", () => {
  it("pins each package by its content, names no registry, and has licenses that we may use", () => {
    expect(lockProblems(JSON.parse(readFileSync("package-lock.json", "utf8")))).toEqual([]);
  });

  it.each([
    [{ license: "MIT", integrity: undefined }, "node_modules/one: no SHA-512 of its content"],
    [
      { license: "MIT", integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" },
      "node_modules/one: no SHA-512 of its content",
    ],
    [
      { license: "MIT", resolved: "https://registry.example/one.tgz" },
      "node_modules/one: names the registry https://registry.example/one.tgz",
    ],
    [{}, "node_modules/one: its license is not named"],
    [{ license: "AGPL-3.0-only", dev: true }, "node_modules/one: its license is AGPL-3.0-only"],
    [{ license: "MPL-2.0" }, "node_modules/one: its license is MPL-2.0"],
    [{ license: "MIT AND GPL-3.0-only" }, "node_modules/one: its license is MIT AND GPL-3.0-only"],
    [
      { license: "(MIT OR GPL-3.0-only) AND GPL-3.0-only" },
      "node_modules/one: its license is (MIT OR GPL-3.0-only) AND GPL-3.0-only",
    ],
  ])("is refused with %o", (locked, problem) => {
    expect(lockProblems(lockOf(locked))).toEqual([problem]);
  });

  it.each([
    { license: "(AFL-2.1 OR BSD-3-Clause)" },
    { license: "Apache-2.0 AND MIT" },
    { license: "MPL-2.0", dev: true },
  ])("takes %o", (locked) => {
    expect(lockProblems(lockOf(locked))).toEqual([]);
  });
});

it("CI runs only actions that are pinned by their commit", () => {
  const used = [...readFileSync(".github/workflows/ci.yml", "utf8").matchAll(/uses: (\S+)/g)].map(
    ([, action]) => action,
  );
  expect(used).toHaveLength(3);
  for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
});
