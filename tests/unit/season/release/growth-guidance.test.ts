import { describe, expect, it } from "vitest";
import { parseRelease } from "#season/release/parse-release.ts";
import { readByRules } from "#season/release/read-release.ts";

const title = "Lumina Reports Second Quarter 2025 Results. ";
const read = (text: string) => {
  const document = parseRelease(title + text);
  const { guidance, growth } = readByRules(document, { filed: "2025-07-24" });
  for (const { quote, offset } of growth) expect(document.text.startsWith(quote, offset)).toBe(true);
  return {
    levels: guidance.length,
    growth: growth.map(({ metric, basis, periodKind, low, high, base }) => [
      [metric, basis, periodKind].join(" "),
      low,
      high,
      base,
    ]),
  };
};

describe("growth guidance", () => {
  it("is raised or lowered by the earlier range that it replaces", () => {
    const action = (sentence: string) =>
      readByRules(parseRelease(sentence), { filed: "2025-07-24" }).growth.map(({ action }) => action);
    const range = "For full year 2025 we expect net sales growth of 1.3% to 3.3%";
    expect(action(`${range}, compared to our previous expectation in the range of 3.5% to 5.0%.`)).toEqual([
      "lowered",
    ]);
    expect(
      action("For 2025 we expect net sales to be down 3% to 5%, versus prior guidance of down 1% to 3%."),
    ).toEqual(["lowered"]);
    expect(action(`${range}, an increase from previous guidance of 1% to 2% growth.`)).toEqual(["raised"]);
    expect(action(`${range}, compared to growth of 4% in the last year.`)).toEqual([null]);
  });

  it.each([
    ["For fiscal 2026 we expect revenue growth of 5% to 6%.", ["revenue  full_year", 5, 6, null]],
    [
      "<p>Guidance for fiscal 2025:</p><ul><li>Diluted earnings-per-share to decline approximately 3 percent from $15.24 in fiscal 2024</li></ul>",
      ["eps gaap full_year", -3, -3, 15.24],
    ],
    [
      "For 2025, the company expects sales growth of between +6% and +10%.",
      ["revenue  full_year", 6, 10, null],
    ],
    [
      "For the third quarter of 2025, the company expects revenue up two to three percent.",
      ["revenue  next_quarter", 2, 3, null],
    ],
    ["We expect full-year 2025 EPS to be down 3% to flat.", ["eps gaap full_year", -3, 0, null]],
    [
      "<table><tr><td>Full-Year 2025 Outlook</td><td>Prior</td><td>Current</td></tr><tr><td>Net sales growth</td><td>2% to 4%</td><td>(1)% to 1%</td></tr><tr><td>Organic net sales growth</td><td>1% to 2%</td><td>1% to 2%</td></tr></table>",
      ["revenue  full_year", -1, 1, null],
    ],
    [
      "<table><tr><td></td><td>Q3 2025 Outlook</td></tr><tr><td>Total revenue (vs. 2024)</td><td>Up to 5.0%</td></tr></table>",
      ["revenue  next_quarter", null, 5, null],
    ],
    [
      "<p>Financial Outlook for 2025</p><table><tr><td></td><td>Non-GAAP</td></tr><tr><td>Annual diluted EPS growth</td><td>Low double digits</td></tr></table>",
      ["eps adjusted full_year", null, null, null],
    ],
    [
      "For full year 2025, the company expects adjusted EPS growth of about 8% from $2.88.",
      ["eps adjusted full_year", 8, 8, 2.88],
    ],
    [
      "The company expects full-year 2025 comparable EPS (non-GAAP) growth of 4% to 5%, versus $2.69 in 2024.",
      ["eps adjusted full_year", 4, 5, 2.69],
    ],
    [
      "For the third quarter of 2025, total revenue is expected to increase 3% to 5%.",
      ["revenue  next_quarter", 3, 5, null],
    ],
    [
      "We expect full year 2025 net sales to decline between 2% and 4%.",
      ["revenue  full_year", -4, -2, null],
    ],
    ["For 2025 we anticipate net sales to be up at least 7%.", ["revenue  full_year", 7, null, null]],
    [
      "This outlook implies a 3 percent decline in core EPS in fiscal 2025.",
      ["eps adjusted full_year", -3, -3, null],
    ],
    [
      "For the full year, the company now expects reported sales to increase 2.0 percent to 5.0 percent.",
      ["revenue  full_year", 2, 5, null],
    ],
    [
      "For the third quarter of 2025, we expect net sales to be in the range from down 1% to up 2%.",
      ["revenue  next_quarter", -1, 2, null],
    ],
    [
      "We anticipate full year 2025 sales growth to range from down 3% to up 2%.",
      ["revenue  full_year", -3, 2, null],
    ],
    ["For fiscal 2025, we expect net sales to be flat to up 3%.", ["revenue  full_year", 0, 3, null]],
    ["For fiscal 2025, we expect net sales to be flat to down 3%.", ["revenue  full_year", -3, 0, null]],
    [
      "For full year 2025 we expect net sales to be between a decline of 2% and growth of 1%.",
      ["revenue  full_year", -2, 1, null],
    ],
    ["Full Year 2025 Outlook Net revenues growth vs. 2024: up ~7.0%", ["revenue  full_year", 7, 7, null]],
    ["For the third quarter, we expect 10% to 12% revenue growth.", ["revenue  next_quarter", 10, 12, null]],
    ["Outlook for fiscal 2026: Net sales: 2% to 4% decline.", ["revenue  full_year", -4, -2, null]],
    ["For 2025 we expect revenue growth of over 60 percent.", ["revenue  full_year", 60, null, null]],
    [
      "Net sales for full-year 2025 are expected to increase by low double-digits from the prior year.",
      ["revenue  full_year", null, null, null],
    ],
    [
      "Guiding to low-teens revenue growth in the third quarter of 2025.",
      ["revenue  next_quarter", null, null, null],
    ],
    [
      "2025 outlook: Underlying earnings per share: high single-digit increase compared to 2024.",
      ["eps adjusted full_year", null, null, null],
    ],
  ])("is read with its base: %s", (text, expected) => {
    expect(read(text)).toEqual({ levels: 0, growth: [expected] });
  });

  it.each([
    ["results", "Second quarter revenue growth of 12% was driven by demand."],
    ["another measure", "For fiscal 2026 we expect organic revenue growth of 5% to 6%."],
    ["a part", "For fiscal 2026 we expect subscription revenue growth of 20%."],
    ["comparable sales", "For fiscal 2026 we expect comparable sales growth of 2% to 3%."],
    ["a long-term aim", "Our long-term algorithm calls for EPS growth of 8% to 10% annually."],
    ["costs", "For fiscal 2026 we expect cost of sales to increase 3% to 4%."],
    ["a market", "We expect the market for our products to see mid-single digit revenue growth in 2026."],
    ["a business", "For fiscal 2026 the Company expects 12% revenue growth in its cloud business."],
    ["others' estimates", "Analysts expect 2026 revenue growth of 9%."],
    ["a list of later goals", "Our medium-term ambitions remain: * High-single-digit growth in EPS"],
    [
      "words on a half year",
      "In the second half of fiscal 2026, EPS is expected to be up mid-single digits.",
    ],
    ["EPS at other rates", "For fiscal 2025 we expect currency neutral EPS growth of 8% to 10%."],
  ])("is not read in %s", (_, text) => {
    expect(read(text)).toEqual({ levels: 0, growth: [] });
  });

  it("is left out where it only repeats an amount", () => {
    expect(
      read(
        "For full year 2025 we expect revenue of $105 million to $110 million, or revenue growth of 5% to 10%.",
      ),
    ).toEqual({ levels: 1, growth: [] });
  });
});
