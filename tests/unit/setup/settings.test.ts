import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { settingName } from "../../../scripts/setup/settings.mjs";

it("every setting of the Worker may come from the environment of a local run", () => {
  const source = readFileSync(new URL("../../../worker/app/settings/env.ts", import.meta.url), "utf8");
  const schema = source.slice(source.indexOf("z\n  .object({"), source.indexOf(".superRefine("));
  const names = [...schema.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name);
  expect(names).toContain("SAMPLE_COMPANIES");
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !settingName.test(name))).toEqual([]);
});
