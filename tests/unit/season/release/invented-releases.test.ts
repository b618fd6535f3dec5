import { describe, expect, it } from "vitest";
import { parseRelease } from "#season/release/parse-release.ts";
import { readByRules } from "#season/release/read-release.ts";
import { besideResults } from "./invented/beside-results.ts";
import { inTables } from "./invented/in-tables.ts";
import { noGuidance } from "./invented/no-guidance.ts";
import { ofChips } from "./invented/of-chips.ts";
import { ofCompanies } from "./invented/of-companies.ts";
import { ofGuidanceTables } from "./invented/of-guidance-tables.ts";
import { ofHealth } from "./invented/of-health.ts";
import { ofIndustry } from "./invented/of-industry.ts";
import { ofLayouts } from "./invented/of-layouts.ts";
import { ofPlainTexts } from "./invented/of-plain-texts.ts";
import { ofQuarters } from "./invented/of-quarters.ts";
import { ofReports } from "./invented/of-reports.ts";
import { ofRetail } from "./invented/of-retail.ts";
import { ofSentences } from "./invented/of-sentences.ts";
import { ofSmallCompanies } from "./invented/of-small-companies.ts";
import { ofSoftware } from "./invented/of-software.ts";
import { ofTraps } from "./invented/of-traps.ts";
import { ofWires } from "./invented/of-wires.ts";
import { ofYears } from "./invented/of-years.ts";
import type { Expected } from "./invented/release.ts";
import { ofResults } from "./invented/results.ts";

const releases = [
  ...[...ofResults, ...noGuidance, ...inTables, ...besideResults, ...ofQuarters, ...ofYears],
  ...[
    ...ofChips,
    ...ofCompanies,
    ...ofGuidanceTables,
    ...ofHealth,
    ...ofIndustry,
    ...ofLayouts,
    ...ofPlainTexts,
    ...ofReports,
    ...ofRetail,
    ...ofSentences,
    ...ofSmallCompanies,
    ...ofSoftware,
  ],
  ...[...ofTraps, ...ofWires],
];

describe("releases in the forms that companies use", () => {
  it.each(releases)("$name", ({ html, guidance, reported }) => {
    const document = parseRelease(html);
    const { text } = document;
    const items = readByRules(document, { filed: "2024-10-24" });
    for (const { quote, offset } of [...items.guidance, ...items.reported])
      expect(text.slice(offset, offset + quote.length)).toBe(quote);
    const read = items.guidance.map(
      ({ metric, basis, periodKind, low, high, action }): Expected => [
        [metric, basis, periodKind].join(" "),
        low,
        high,
        action,
      ],
    );
    const byKey = (list: readonly Expected[]) =>
      list.map(([key, low, high, action]) => [key, low, high, action ?? null]).toSorted();
    expect(byKey(read)).toEqual(byKey(guidance));
    if (reported)
      expect(
        Object.fromEntries(items.reported.map(({ metric, basis, value }) => [basis ?? metric, value])),
      ).toEqual(reported);
  });
});
