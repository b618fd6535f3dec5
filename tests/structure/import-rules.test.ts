import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** Each entry breaks one rule: it names the rule, the file that breaks it, and what that file imports. */
const planted = [
  ["contract-imports", "worker/contract/planted.ts", "../platform/target.ts"],
  ["platform-imports", "worker/platform/planted.ts", "../market/target.ts"],
  ["market-imports", "worker/market/planted.ts", "../season/target.ts"],
  ["model-imports", "worker/model/planted.ts", "../platform/target.ts"],
  ["explanation-imports", "worker/explanation/planted.ts", "../market/target.ts"],
  ["season-imports", "worker/season/planted.ts", "../record/target.ts"],
  ["record-imports", "worker/record/planted.ts", "../research/target.ts"],
  ["research-imports", "worker/research/planted.ts", "../accounts/target.ts"],
  ["accounts-imports", "worker/accounts/planted.ts", "../billing/target.ts"],
  ["billing-imports", "worker/billing/planted.ts", "../notifications/target.ts"],
  ["notifications-imports", "worker/notifications/planted.ts", "../app/target.ts"],
  ["app-imports", "worker/app/planted.ts", "../../src/features/two/target.ts"],
  ["the-worker-is-its-modules", "worker/model/one/two/planted.ts", "../../target.ts"],
  ["page-imports-only-the-contract", "src/app/planted.ts", "../../worker/billing/target.ts"],
  ["a-feature-never-imports-another", "src/features/one/planted.ts", "../two/target.ts"],
  ["features-are-above-lib-and-ui", "src/ui/domain/planted.ts", "../../features/two/target.ts"],
  ["ui-holds-primitives-only", "src/ui/planted.ts", "./domain/target.ts"],
  ["lib-knows-no-ui", "src/lib/planted.ts", "../ui/domain/target.ts"],
  ["stripe-in-its-adapter", "worker/billing/vendor.ts", "stripe"],
  ["no-cycles", "worker/platform/limits/planted.ts", "./way-back.ts"],
  ["everything-resolves", "worker/platform/mail/planted.ts", "./gone.ts"],
] as const;

describe("the import rules", () => {
  const copy = mkdtempSync(join(tmpdir(), "beatcast-rules-"));
  const plant = (file: string, text: string) => {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  };
  let broken: string[] = [];

  beforeAll(() => {
    cpSync(join(root, ".dependency-cruiser.cjs"), join(copy, ".dependency-cruiser.cjs"));
    cpSync(join(root, "package.json"), join(copy, "package.json"));
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const folders = [...globSync("worker/*", { cwd: root }), "src/features/two", "src/ui/domain"];
    for (const folder of folders) plant(`${folder}/target.ts`, "export const here = 1;\n");
    plant("worker/platform/limits/way-back.ts", 'export * from "./planted.ts";\n');
    for (const [, file, target] of planted) plant(file, `export * from "${target}";\n`);
    const { stdout } = spawnSync(
      join(root, "node_modules", ".bin", "depcruise"),
      ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "worker", "src"],
      { cwd: copy, encoding: "utf8", maxBuffer: 64_000_000 },
    );
    const report: { summary: { violations: { from: string; rule: { name: string } }[] } } =
      JSON.parse(stdout);
    broken = report.summary.violations.map(({ from, rule }) => `${rule.name} ${from}`);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.each(planted)("see a planted breach of %s", (rule, file) => {
    expect(broken).toContain(`${rule} ${file}`);
  });

  it("have a breach for each of the twelve modules", () => {
    const modules = globSync("worker/*", { cwd: root }).map((folder) => folder.replace("worker/", ""));
    expect(modules).toHaveLength(12);
    const rules = new Set<string>(planted.map(([rule]) => rule));
    expect(modules.filter((name) => !rules.has(`${name}-imports`))).toEqual([]);
  });
});

describe("what is committed", () => {
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");

  it("holds no settings, databases or build output", () => {
    const refused = /(^|\/)(\.dev\.vars|\.env|node_modules|dist|\.wrangler|test-results)(\/|$)/;
    expect(files.filter((file) => refused.test(file))).toEqual([]);
  });
});
