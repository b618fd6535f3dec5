import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** These files define the formats, or read time zones and foreign dates with the same functions. */
const homes = [
  "worker/contract/format.ts",
  "worker/contract/time.ts",
  "worker/contract/alerts.ts",
  "worker/notifications/quiet-hours.ts",
  "worker/market/yahoo/consensus.ts",
  "src/lib/dates.ts",
];

const ways = [
  /(?<!Number\([^;\n]{0,80})\.toFixed\(/,
  /\.toLocale(Date|Time)?String\(/,
  /new Intl\.(Number|DateTime|RelativeTime)Format/,
  /\.to(UTC|Date|Time)String\(/,
  /import \{[^}]*\bformat\w*\b[^}]*\} from "date-fns"/,
];

const waysIn = (source: string) => ways.filter((way) => way.test(source)).length;

describe("numbers, money, percentages, dates and counts", () => {
  it("are written by the formatter alone: worker/contract/format.ts, and src/lib/dates.ts in the reader's zone", () => {
    const sources = globSync("{worker,src}/**/*.{ts,tsx}").map((file) => file.replaceAll("\\", "/"));
    expect(sources.length).toBeGreaterThan(500);
    const others = sources.filter((file) => !homes.includes(file) && waysIn(readFileSync(file, "utf8")) > 0);
    expect(others).toEqual([]);
  });

  it.each([
    "const text = (100 * share).toFixed(1);",
    'reports.toLocaleString("en-US")',
    'new Intl.DateTimeFormat("en-US")',
    "at.toUTCString()",
    'import { addDays, format } from "date-fns";',
  ])("are found where they are written by hand: %s", (source) => {
    expect(waysIn(source)).toBe(1);
  });

  it("may be rounded as numbers", () => {
    expect(waysIn("return Number((eps * scale).toFixed(4));")).toBe(0);
  });
});
