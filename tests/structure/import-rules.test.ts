import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const planted = {
  "analysis-imports": ["worker/model/planted.ts", "../db/schema/accounts.ts"],
  "contract-imports": ["worker/contract/planted.ts", "../analysis/planted.ts"],
  "market-imports": ["worker/market/planted.ts", "../billing/plans.ts"],
  "routes-imports": ["worker/app/routes/planted.ts", "../narrate/planted.ts"],
  "page-imports-only-the-contract": ["src/app/planted.ts", "../../worker/billing/plans.ts"],
  "a-feature-never-imports-another": ["src/features/one/planted.ts", "../two/planted.ts"],
  "features-are-above-lib-ui-and-widgets": ["src/ui/domain/planted.ts", "../features/two/planted.ts"],
  "ui-holds-primitives-only": ["src/ui/planted.ts", "../widgets/planted.ts"],
  "stripe-in-its-adapter": ["worker/billing/planted.ts", "stripe"],
  "no-cycles": ["worker/platform/limits/planted.ts", "./planted-back.ts"],
  "everything-resolves": ["worker/platform/mail/planted.ts", "./gone.ts"],
} as const;

describe("the import rules", () => {
  const copy = mkdtempSync(join(tmpdir(), "beatcast-rules-"));
  const plant = (file: string, text: string) => {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  };
  let broken = new Set<string>();

  beforeAll(() => {
    cpSync(join(root, ".dependency-cruiser.cjs"), join(copy, ".dependency-cruiser.cjs"));
    cpSync(join(root, "package.json"), join(copy, "package.json"));
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    for (const file of [
      "worker/platform/schema/accounts.ts",
      "worker/billing/plans.ts",
      "worker/explanation/narrator/planted.ts",
    ])
      plant(file, "export const here = 1;\n");
    plant("src/features/two/planted.ts", "export const here = 1;\n");
    plant("worker/platform/limits/planted-back.ts", 'export * from "./planted.ts";\n');
    for (const [file, target] of Object.values(planted)) plant(file, `export * from "${target}";\n`);
    const { stdout } = spawnSync(
      join(root, "node_modules", ".bin", "depcruise"),
      ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "worker", "src"],
      { cwd: copy, encoding: "utf8", maxBuffer: 64_000_000 },
    );
    const report: { summary: { violations: { rule: { name: string } }[] } } = JSON.parse(stdout);
    broken = new Set(report.summary.violations.map(({ rule }) => rule.name));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.each(Object.keys(planted))("see a planted breach of %s", (rule) => {
    expect([...broken]).toContain(rule);
  });
});

describe("what is committed", () => {
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");

  it("names no registry host in the lock file", () => {
    expect(readFileSync(join(root, "package-lock.json"), "utf8")).not.toContain('"resolved"');
  });

  it("holds no settings, databases or build output", () => {
    const refused = /(^|\/)(\.dev\.vars|\.env|node_modules|dist|\.wrangler|test-results)(\/|$)/;
    expect(files.filter((file) => refused.test(file))).toEqual([]);
  });
});
