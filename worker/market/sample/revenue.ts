import type { SampleCompany } from "./companies.ts";
import { ownShock, seasonalEpsOf } from "./quarters.ts";
import type { Industry } from "./sample-company-profiles.ts";
import { seededNormal } from "./seeded.ts";

/** Net income as a share of revenue, in round magnitudes of large American companies. */
const netMargins = {
  Semiconductors: 0.35,
  Software: 0.24,
  "IT Services": 0.12,
  "Communication Equipment": 0.18,
  "Consumer Electronics": 0.24,
  "Internet Content & Information": 0.3,
  Entertainment: 0.16,
  "Telecom Services": 0.14,
  "Drug Manufacturers": 0.25,
  "Diagnostics & Research": 0.16,
  "Medical Devices": 0.18,
  "Healthcare Plans": 0.035,
  Banks: 0.28,
  "Capital Markets": 0.24,
  "Asset Management": 0.28,
  "Credit Services": 0.35,
  "Financial Data": 0.38,
  Insurance: 0.12,
  "Auto Manufacturers": 0.06,
  "Internet Retail": 0.1,
  "Home Improvement Retail": 0.09,
  "Apparel Retail": 0.08,
  "Footwear & Accessories": 0.1,
  Restaurants: 0.18,
  "Travel Services": 0.2,
  "Discount Stores": 0.03,
  "Household Products": 0.17,
  Beverages: 0.19,
  Tobacco: 0.35,
  "Aerospace & Defense": 0.09,
  "Farm & Heavy Construction Machinery": 0.14,
  "Electrical Equipment": 0.12,
  Conglomerates: 0.13,
  Railroads: 0.27,
  "Integrated Freight & Logistics": 0.06,
  "Oil & Gas": 0.1,
  "Specialty Chemicals": 0.13,
  Utilities: 0.14,
} as const satisfies Record<Industry, number>;

/**
 * The scatter and the usual size of revenue surprises, as shares of those of EPS. They are smaller because
 * revenue is easier to forecast than profit.
 */
const SCATTER_SHARE = 0.25;
const HABIT_SHARE = 0.15;

/** Returns the consensus and the reported revenue of a quarter, in US dollars, rounded to 100,000. */
export function sampleRevenueOf(
  company: SampleCompany,
  index: number,
): { consensus: number; reported: number } {
  const { symbol, industry, shares, habit, scatter } = company;
  const margin = netMargins[industry] * Math.exp(0.15 * seededNormal(symbol, "margin"));
  const expected = (seasonalEpsOf(company, index) * shares) / margin;
  const consensus = expected * (1 + 0.01 * seededNormal(symbol, "revenue path", index));
  const shock = 0.6 * ownShock(company, index) + 0.8 * seededNormal(symbol, "revenue", index);
  const surprise = HABIT_SHARE * habit + SCATTER_SHARE * scatter * shock;
  return {
    consensus: inHundredThousands(consensus),
    reported: inHundredThousands(consensus * (1 + surprise)),
  };
}

function inHundredThousands(dollars: number): number {
  return Math.round(dollars / 1e5) * 1e5;
}
