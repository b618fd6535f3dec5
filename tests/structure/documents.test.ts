import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_WATCHED, planTerms } from "#contract/plans.ts";
import { alertRule } from "#contract/rules.ts";

const root = join(import.meta.dirname, "..", "..");
const documents = ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md", { cwd: root })];

describe.each(documents)("%s", (document) => {
  const text = readFileSync(join(root, document), "utf8");

  it("links only to files that are there", () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
  });

  it("names only files and scripts that are there", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    );
    const named = [...text.matchAll(/`((?:worker|src|scripts|tests|docs|migrations)\/[\w./-]*)`/g)];
    expect(named.map(([, file = ""]) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const called = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe("the settings", () => {
  it("are all in the README's table", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const source = readFileSync(join(root, "worker", "env.ts"), "utf8");
    const names = [...source.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(4);
    // MARKET_CLOCK_SET_AT is written by the start script, not by a person.
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual(["MARKET_CLOCK_SET_AT"]);
  });
});

it("the README's limits of watchlists and its alerts are those of the rules", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8").replaceAll(/\s+/g, " ");
  const limits = `up to ${planTerms.free.watched} companies on a free account and ${MAX_WATCHED} on the largest plan`;
  expect(readme).toContain(limits);
  expect(alertRule).toMatchObject({ movedPoints: 5, tomorrowFrom: "12:00:00", todayFrom: "06:00:00" });
  expect(readme).toContain("a report tomorrow (from noon Eastern) or today (from 6 a.m.)");
  expect(readme).toContain("a probability that moved by five points");
});
