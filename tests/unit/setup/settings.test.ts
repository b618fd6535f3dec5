import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settingName, writeDevVars } from "../../../scripts/setup/settings.mjs";

it("every setting of the Worker may come from the environment of a local run", () => {
  const source = readFileSync(new URL("../../../worker/app/settings/env.ts", import.meta.url), "utf8");
  const schema = source.slice(source.indexOf("z\n  .object({"), source.indexOf(".superRefine("));
  const names = [...schema.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name);
  expect(names).toContain("SAMPLE_COMPANIES");
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !settingName.test(name))).toEqual([]);
});

it("a checkout gets a secret of its own once, and what its owner wrote stays", () => {
  const fileOf = () => join(mkdtempSync(join(tmpdir(), "beatcast-")), ".dev.vars");
  const [fresh, other, own] = [fileOf(), fileOf(), fileOf()];
  writeDevVars(fresh);
  const written = readFileSync(fresh, "utf8");
  expect(written).toMatch(/^APP_ENV="development"\nAUTH_SECRET="[0-9a-f]{64}"\n$/);
  writeDevVars(fresh);
  expect(readFileSync(fresh, "utf8")).toBe(written);
  writeDevVars(other);
  expect(readFileSync(other, "utf8")).not.toBe(written);
  writeFileSync(own, "MARKET_DATA=sample\nAUTH_SECRET=mine\n");
  writeDevVars(own);
  expect(readFileSync(own, "utf8")).toBe('MARKET_DATA=sample\nAUTH_SECRET=mine\nAPP_ENV="development"\n');
});
