import { describe, expect, it } from "vitest";
import { filled, quarters, readIn, years } from "./words.ts";

const R = "$165 million to $180 million";
const E = "$1.65 to $1.80";
const revenue = "revenue  {K} 165000000..180000000";
const adjusted = "eps adjusted {K} 1.65..1.8";
const quarterRevenue = "revenue  next_quarter 45000000..48000000";
const yearRevenue = "revenue  full_year 165000000..180000000";
/** Each entry is a sentence and the items that it states for the period {P} of the kind {K}. */
const compounds: readonly (readonly [sentence: string, ...items: string[]])[] = [
  [`For {P}, we expect revenue, excluding the impact of the acquisition of Acme, to be ${R}.`, revenue],
  [
    `For {P}, the Company expects net sales of ${R}, or growth of 5% to 8%, and adjusted EPS of ${E}.`,
    adjusted,
    revenue,
  ],
  [`For {P}, the Company expects net sales of ${R}, up 5% to 8% from the prior year.`, revenue],
  [`For {P}, the Company expects net sales of ${R} (an increase of 5% to 8%).`, revenue],
  [
    `For {P}, the Company expects net sales to increase 5% to 8% to between $165 million and $180 million.`,
    revenue,
  ],
  [`For {P}, we expect net sales growth of 5% to 8%, or ${R}.`, revenue],
  [
    `For {P}, the Company expects GAAP diluted EPS of $1.20 to $1.30 and adjusted diluted EPS of ${E}.`,
    adjusted,
    "eps gaap {K} 1.2..1.3",
  ],
  [
    `For {P}, the Company expects net income of $30 million to $33 million, or ${E} per diluted share.`,
    "eps gaap {K} 1.65..1.8",
  ],
  [
    `For {P}, the Company expects adjusted net income of $30 million to $33 million, or ${E} per diluted share.`,
    adjusted,
  ],
  [
    `For {P}, we expect adjusted EPS of ${E}, which assumes a tax rate of 24% and 18 million shares.`,
    adjusted,
  ],
  [`For {P}, the Company expects adjusted EBITDA of $30 million to $33 million on revenue of ${R}.`, revenue],
  [`We expect {P} revenue of ${R}, of which subscription revenue is expected to be $120 million.`, revenue],
  [
    `For {P}, we expect subscription revenue of $120 million to $130 million and total revenue of ${R}.`,
    revenue,
  ],
  [
    `For {P}, net sales are expected to be ${R}, compared to $155 million in the same period of 2025.`,
    revenue,
  ],
  [`The Company expects a net loss per share of $(0.45) to $(0.40) for {P}.`, "eps gaap {K} -0.45..-0.4"],
  [
    `For {P}, the Company expects an adjusted loss per share of $0.40 to $0.45.`,
    "eps adjusted {K} -0.45..-0.4",
  ],
  [
    `Non-GAAP diluted EPS for {P} is expected to be between $(0.05) and $0.02.`,
    "eps adjusted {K} -0.05..0.02",
  ],
  [
    `For the third quarter, we expect revenue of $45 million to $48 million. For the full year, we expect revenue of ${R}.`,
    yearRevenue,
    quarterRevenue,
  ],
  [
    `We expect third quarter revenue of $45 to $48 million and full year revenue of ${R}.`,
    yearRevenue,
    quarterRevenue,
  ],
  [
    `We expect revenue of $45 million to $48 million in the third quarter and between $165 million and $180 million for the full year.`,
    yearRevenue,
    quarterRevenue,
  ],
];
const noGuidance = `The Company expects to pay a quarterly dividend of $0.20 per share in {P}.
The acquisition is expected to add approximately $20 million of revenue in {P}.
The acquisition is expected to be accretive to adjusted EPS by $0.10 to $0.15 in {P}.
For {P}, we expect adjusted EBITDA of $30 million to $33 million.
For {P}, we expect Industrial segment revenue of $50 million to $55 million.
For {P}, we expect subscription revenue of $120 million to $130 million.
Analysts' consensus for {P} is revenue of $170 million and EPS of $1.70.
We had expected revenue of $165 million to $180 million for {P}.
Our previous guidance for {P} was revenue of $165 million to $180 million.
The Company expects restructuring charges of $10 million to $12 million, or $0.20 to $0.24 per share, in {P}.
Tariffs are expected to reduce EPS by $0.10 to $0.15 in {P}.
For {P}, foreign exchange is expected to be a headwind of $5 million to $6 million to revenue.
For {P}, we expect FFO per share of $1.65 to $1.80.
For {P}, comparable sales are expected to increase 2% to 3%.
For {P}, organic revenue growth is expected to be 2% to 3%.
For {P}, gross margin is expected to be 42% to 43% of revenue.
Revenue of $150.2 million exceeded the high end of our guidance range of $145 million to $150 million.
Second quarter adjusted EPS of $0.55 was above our outlook of $0.48 to $0.52.
The market is expected to grow 5% to 7% in {P}.
Approximately $120 million of backlog is expected to be recognized as revenue in {P}.
We expect the new product to reach $100 million in revenue in {P}.
We expect revenue from our largest customer to be $20 million to $25 million in {P}.
We expect international revenue of $40 million to $45 million in {P}.
The Company is not providing guidance for {P}.
For {P}, each 1% change in the exchange rate is expected to affect revenue by $2 million to $3 million.
For {P}, stock-based compensation is expected to be $0.20 to $0.25 per share.
Our partner expects net sales of $100 million to $120 million in {P}.
A customer expects to increase its revenue to $100 million to $120 million in {P}.
We expect our Retail business to generate revenue of $65 million to $70 million in {P}.
We expect an annualized revenue run rate of $100 million to $110 million by the end of {P}.
The covenant requires revenue of at least $100 million for {P}.
The earn-out is payable if revenue exceeds $100 million in {P}.
We expect tariffs to cost $0.20 to $0.25 per share in {P}.`.split("\n");
const periods = [...quarters.slice(0, 2), ...years.slice(0, 3)];

describe("a sentence with several figures", () => {
  it.each(compounds)("states its items: %s", (sentence, ...items) => {
    for (const { words, kind } of periods) {
      const { guidance, growth } = readIn(`<p>${filled(sentence, { P: words })}</p>`);
      const expected = items.map((item) => `${item.replace("{K}", kind)} null`);
      expect({ words, guidance, growth }).toEqual({ words, guidance: expected, growth: [] });
    }
  });
});

describe("no guidance of the company's revenue or EPS is read", () => {
  it.each(noGuidance)("in %s", (sentence) => {
    for (const { words } of periods) {
      const { guidance, growth } = readIn(`<p>Outlook</p><p>${filled(sentence, { P: words })}</p>`);
      expect({ words, guidance, growth }).toEqual({ words, guidance: [], growth: [] });
    }
  });
});
