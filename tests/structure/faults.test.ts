import { expect, it } from "vitest";
import { faults } from "../../scripts/faults/list.ts";
import { endOf, filesOf, projectsOf, titlePattern } from "../../scripts/faults/results.ts";
import { testNamesOf } from "./test-names.ts";

const all = faults.flatMap(({ tests }) => tests);

it("every fault has tests that are there", () => {
  expect(faults.length).toBe(18);
  expect(new Set(faults.map(({ fault }) => fault)).size).toBe(faults.length);
  const known = new Set(
    filesOf(all).flatMap((file) => [...testNamesOf(file)].map((name) => `${file}#${name}`)),
  );
  expect(all.filter((test) => !known.has(test))).toEqual([]);
  expect(projectsOf(all).toSorted()).toEqual(["long", "unit", "worker", "worker-long"]);
});

it("a fault passes where every case of its tests did, and not where one failed, was left out or did not run", () => {
  const test = "tests/a.test.ts#a source > that answers %s (twice) is asked $n times";
  const titles = (title: string) => ({ ancestorTitles: ["a source"], title });
  const passed = { ...titles("that answers 500 (twice) is asked 1 times"), status: "passed" };
  const said = {
    ...titles("that answers 429 (twice) is asked 2 times"),
    status: "failed",
    failureMessages: ["No.\nat"],
  };
  const end = (...assertionResults: (typeof passed)[]) =>
    endOf(test, { testResults: [{ name: "/here/tests/a.test.ts", assertionResults }] }, (file) =>
      file.slice(6),
    );
  expect(end(passed)).toBeNull();
  expect(end(passed, said)).toBe(`${test}: No.`);
  expect(end({ ...passed, status: "skipped" })).toBe(`${test}: skipped`);
  expect(end()).toBe(`${test}: it did not run.`);
  expect(new RegExp(titlePattern([test])).test("a source that answers 500 (twice) is asked 1 times")).toBe(
    true,
  );
  expect(new RegExp(titlePattern([test])).test("a source that answers 500 is asked 1 times")).toBe(false);
});
