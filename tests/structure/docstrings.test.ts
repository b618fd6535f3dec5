import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const files = globSync("{worker,src,scripts}/**/*.{ts,tsx,mjs}", { cwd: root });

it("every exported function and class says what it gives", () => {
  const bare = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    return lines.flatMap((line, i) => {
      if (!/^export (default )?(async )?(function|class) /.test(line)) return [];
      return lines[i - 1]?.trimEnd().endsWith("*/") ? [] : [`${file}:${i + 1} ${line.slice(0, 80)}`];
    });
  });
  expect(bare).toEqual([]);
});
