import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const rows = readFileSync(join(root, "docs", "THREATS.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Who ") && !line.startsWith("| ---"));
const testsOf = (row: string) =>
  [...(row.split("|").at(-2) ?? "").matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);

describe("docs/THREATS.md", () => {
  it("gives each threat its attacker, its answer and a test that is there", () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      expect(
        row
          .split("|")
          .slice(1, -1)
          .every((cell) => cell.trim() !== ""),
        row,
      ).toBe(true);
      expect(testsOf(row).length, row).toBeGreaterThan(0);
      for (const file of testsOf(row)) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
  });

  it("names every file that plays an attack", () => {
    const attacks = globSync("tests/**/*.test.ts", { cwd: root }).filter((file) =>
      /\b(describe|it)(\.\w+)?\("attack/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(attacks.length).toBeGreaterThan(15);
    const named = new Set(rows.flatMap(testsOf));
    expect(attacks.filter((file) => !named.has(file))).toEqual([]);
  });
});
