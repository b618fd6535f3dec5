import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { badgeLines } from "#app/pages/embed.tsx";
import type { RecordFigures } from "#contract/figures.ts";

const recordOf = (n: number, skill: number | null, kind: RecordFigures["kind"] = "live") =>
  ({
    kind,
    kinds: [],
    figures: { n, score: skill === null ? null : { skill, skillInterval: { low: -0.01, high: 0.112 } } },
  }) as unknown as RecordFigures;

it("the badge says how many were settled, and their skill with its interval, good or bad", () => {
  expect(badgeLines(recordOf(1234, 0.0512))).toEqual([
    "1,234 settled predictions",
    "Skill over base rates +5.1% (95%: −1.0% to +11.2%)",
  ]);
  expect(badgeLines(recordOf(400, -0.031, "rehearsed"))).toEqual([
    "Rehearsed: 400 settled predictions",
    "Skill over base rates −3.1% (95%: −1.0% to +11.2%)",
  ]);
});

it("the badge has no score under 100, whatever is stored", () => {
  expect(badgeLines(recordOf(99, 0.5))[1]).toBe("A score needs 100.");
  expect(badgeLines(recordOf(0, null))).toEqual(["0 settled predictions", "A score needs 100."]);
});

it.each(["shell.html", "public-page.html"])(
  "%s names the feed of settled predictions in its head",
  (file) => {
    expect(readFileSync(file, "utf8")).toContain(
      '<link rel="alternate" type="application/atom+xml" title="Beatcast: settled predictions" href="/feeds/settled.atom" />',
    );
  },
);
