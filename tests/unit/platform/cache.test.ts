import { expect, it } from "vitest";
import { TimedCache } from "#platform/cache.ts";

it("gives a value until its time, and the newest under a key", () => {
  const memory = new TimedCache<string>({ max: 2 });
  expect(memory.find("a", 0)).toBeNull();
  memory.set("a", "first", 100);
  expect([memory.find("a", 99), memory.find("a", 100)]).toEqual(["first", null]);
  memory.set("a", "second", 200);
  expect(memory.find("a", 150)).toBe("second");
  memory.delete("a");
  expect(memory.find("a", 150)).toBeNull();
});

it("forgets the one not asked for the longest when it is full", () => {
  const memory = new TimedCache<number>({ max: 2 });
  memory.set("a", 1, 100);
  memory.set("b", 2, 100);
  expect(memory.find("a", 0)).toBe(1);
  memory.set("c", 3, 100);
  expect(["a", "b", "c"].map((key) => memory.find(key, 0))).toEqual([1, null, 3]);
});

it("lets one caller read anew before the end, and again once that one has kept what it read", () => {
  const memory = new TimedCache<number>({ max: 2, earlyMs: 10 });
  memory.set("a", 1, 100);
  expect([89, 90, 91, 99, 100].map((nowMs) => memory.find("a", nowMs))).toEqual([1, null, 1, 1, null]);
  memory.set("a", 2, 200);
  expect([189, 190, 191, 200].map((nowMs) => memory.find("a", nowMs))).toEqual([2, null, 2, null]);
});
