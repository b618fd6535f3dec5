import { describe, expect, it } from "vitest";
import { parseRelease } from "#season/release/parse-release.ts";
import { readByRules } from "#season/release/read-release.ts";

const MB = 1_000_000;
/** Milliseconds of processor time. A quadratic step would need minutes. */
const MOST_MS = 2_500;

const units = [
  "EPS ",
  "EPS $1.10 to $1.20 ",
  "we expect revenue of $1.0 billion to $1.1 billion for fiscal 2024. ",
  "guidance outlook ",
  "Q1 2024 full year ",
  "$1.10 to $1.20 per share ",
  "(((($",
  "1,",
  "1.1.",
  "current prior ",
  "non-GAAP adjusted GAAP ",
  "withdrawing ",
  "loss ",
  "twenty-",
  "a",
  " • ",
  "compared to 1 in the ",
  "Low Mid High ",
  "GAAP adjustments ",
  "third quarter results ",
  "by 1.10 to ",
  "2023 actual ",
  "1.10 Aa was ",
  "breakeven to ",
  "1.10 plus or minus ",
  "1.10 +/- ",
  "GAAP Aa ",
  "updated prior ",
  "if would be ",
  "In July the provided ",
  "prior guidance was ",
  "2024 core adjusted operating ",
  ", excluding a",
  "Outlook Aa quarter ",
  ", and 1.10 EPS ",
  "$1.1 and $1.1 for the first quarter and full year ",
  "a  1.1\n",
  "a  1.1\n--- ---\n",
  "total\n revenue  1.1\n",
  "| a | 1.1 |\n|---|---|\n",
  "a | 1.1 | %\n",
  "a | b\n\n",
  "2024 2023 Aa 1.1 2.2 Bb 3.3 4.4 ",
  "Three Months Ended June 30, ",
  "1.1 to ",
  "1.1 2.2 ( ",
];

function millisecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe("a release of 1 MB of the worst text costs bounded time", () => {
  it.each(units)("%j", (unit) => {
    const text = unit.repeat(Math.ceil(MB / unit.length));
    expect(millisecondsOf(() => readByRules(parseRelease(text), { filed: "2024-02-01" }))).toBeLessThan(
      MOST_MS,
    );
  });

  it.each(["<table>", "<td>1<table><tr>", "<!--", "<p style='display:none'>", "<span", "&#x41;", "<p>&lt;"])(
    "4 MB of %j",
    (unit) => {
      const html = `<html>${unit.repeat(Math.ceil((4 * MB) / unit.length))}`;
      expect(millisecondsOf(() => parseRelease(html))).toBeLessThan(MOST_MS);
    },
  );
});
