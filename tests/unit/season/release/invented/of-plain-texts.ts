import { type InventedRelease, list, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

const HEADLINE = "Norwell Industries Reports Third Quarter 2024 Results";

/** Texts without tags, tables with bars between their cells only, and other ways to state what guidance was before. */
export const ofPlainTexts: readonly InventedRelease[] = [
  {
    name: "paragraphs of a plain text, and a list under its own heading",
    html: `${HEADLINE}

Net sales for the third quarter were $212.4 million.

Fourth Quarter 2024 Outlook

For Norwell Industries, the Company expects the following:

• Total revenue of approximately $220 million

• Diluted earnings per share of approximately $0.62`,
    guidance: [
      [REVENUE_Q, 220e6, 220e6],
      [q4("gaap"), 0.62, 0.62],
    ],
    reported: { revenue: 212.4e6 },
  },
  {
    name: "cells with bars between them, and empty ones left out",
    html: `${HEADLINE}

(Amounts in millions, except per share data) | Three Months Ended September 30, | Nine Months Ended September 30,
2024 | 2023 | Incr / (Decr) | 2024 | 2023 | Incr / (Decr)
Net sales | 324.0 | 318.6 | 1.7 | % | 921.9 | 908.6 | 1.5 | %
Diluted EPS | 0.44 | 1.08 | (59.3) | % | 1.45 | 1.77 | (18.1) | %

2024 Financial Guidance

Dollars in millions | Twelve Months Ending December 31, 2024
Updated Financial Guidance | Prior Financial Guidance
Low | High | Low | High
Net Sales | 1,258.0 | 1,273.0 | 1,250.0 | 1,265.0
Adjusted Diluted EPS | 4.48 | 4.60 | 4.30 | 4.45`,
    guidance: [
      [REVENUE_FY, 1258e6, 1273e6, "raised"],
      [year("adjusted"), 4.48, 4.6, "raised"],
    ],
    reported: { revenue: 324e6, gaap: 0.44 },
  },
  {
    name: "low, middle and high of one quarter, and the basis in the table's title",
    html: `${HEADLINE}

Q4 2024 GAAP Financial Guidance
(In millions, except per share data) | Low | Mid-Point | High
Net revenue | $125.0 | $130.0 | $135.0
Net income per share | $0.10 | $0.12 | $0.14

Q4 2024 Non-GAAP Financial Guidance
(In millions, except per share data) | Low | Mid-Point | High
Gross profit | $64.0 | $67.0 | $70.0
Net income per share | $0.15 | $0.17 | $0.19`,
    guidance: [
      [REVENUE_Q, 125e6, 135e6],
      [q4("gaap"), 0.1, 0.14],
      [q4("adjusted"), 0.15, 0.19],
    ],
  },
  {
    name: "a column of nine months as 9M",
    html: `${HEADLINE}

Summary (in millions, except EPS) | 3Q24 | 3Q23 | 9M24 | 9M23
Total revenues | $73.9 | $71.1 | $213.5 | $208.5
Diluted EPS | $0.83 | $0.46 | $2.16 | $1.84`,
    guidance: [],
    reported: { revenue: 73.9e6, gaap: 0.83 },
  },
  {
    name: "when the earlier guidance was given is no period",
    html: p("Guidance for the year ($M):").concat(
      table(
        ["", "Year Ended December 31, 2024", ""],
        ["", "Updated Guidance", "Previous Guidance as of First Quarter 2024"],
        ["Total revenues", "$5,775 - $5,860", "$5,680 - $5,805"],
      ),
    ),
    guidance: [[REVENUE_FY, 5775e6, 5860e6, "raised"]],
  },
  {
    name: "the earlier range in parentheses and in a sentence of its own",
    html: p(
      "Norwell now expects full year 2024 net sales to range between $490 to $500 million ($500 to $515 million prior).",
      "Adjusted EPS for the full year 2024 is expected to be in the range of $1.55 to $1.65. This compares to the previous outlook for adjusted EPS in the range of $1.43 to $1.58.",
    ),
    guidance: [
      [REVENUE_FY, 490e6, 500e6, "lowered"],
      [year("adjusted"), 1.55, 1.65, "raised"],
    ],
  },
  {
    name: "earlier guidance of another metric, and a prior record",
    html: p(
      "For the full year 2024, we expect revenue of $120 million to $130 million. Our prior adjusted EBITDA guidance was $20 million to $25 million.",
      "For the fourth quarter, we expect revenue of $33 million, above the prior record of $31 million.",
    ),
    guidance: [
      [REVENUE_FY, 120e6, 130e6, null],
      [REVENUE_Q, 33e6, 33e6, null],
    ],
  },
  {
    name: "costs in the item before are not of the EPS",
    html: p("Full Year 2024 Outlook").concat(
      list(
        "Includes restructuring, legal matters, and other costs",
        "Adjusted EPS is expected to be in the range of $1.80 to $2.00 (previously $1.70 to $2.10)",
      ),
    ),
    guidance: [[year("adjusted"), 1.8, 2, "narrowed"]],
  },
  {
    name: "a range with a sign at each end",
    html: p(
      "Earnings per share are expected to be between a loss of $0.23 and a loss of $0.08 for the fourth quarter.",
      "For the full year 2024, we expect EPS of a loss of $0.03 to a profit of $0.08.",
    ),
    guidance: [
      [q4("gaap"), -0.23, -0.08],
      [year("gaap"), -0.03, 0.08],
    ],
  },
  {
    name: "verbs above a table are for the metrics that they name",
    html: p(
      HEADLINE,
      "Based on our performance and our outlook for the rest of the year, we are raising our full-year net sales guidance, while lowering our full-year Adjusted EBITDA guidance range, as follows.",
    ).concat(
      table(
        ["(In millions, except per share data)", "2024 Guidance Ranges"],
        ["Net sales", "$1,270 - $1,310"],
        ["Diluted net income per share", "$2.15 - $2.80"],
        ["Adjusted EBITDA", "$155 - $170"],
      ),
    ),
    guidance: [
      [REVENUE_FY, 1270e6, 1310e6, "raised"],
      [year("gaap"), 2.15, 2.8],
    ],
  },
  {
    name: "a verb after the figure, and one that reaches up to the next verb",
    html: p(
      "Norwell is reaffirming its revenue growth and updating its adjusted EPS and tax guidance for the full year 2024:",
    ).concat(
      list(
        "Revenue is expected to be $367 million to $382 million",
        "Adjusted diluted earnings per share is expected to be in the range of $0.31 to $0.36, raising the midpoint by $0.02",
      ),
    ),
    guidance: [
      [REVENUE_FY, 367e6, 382e6, "maintained"],
      [year("adjusted"), 0.31, 0.36, "raised"],
    ],
  },
  {
    name: "a previously announced outlook that is raised, and one that is to be lowered",
    html: p(
      HEADLINE,
      "An unexpected price increase has led us to lower our full-year outlook for EPS.",
      "For the full year 2024, the Company is raising its previously announced revenue outlook to be in the range of $835 million to $875 million and expects EPS of $1.05 to $1.15.",
    ),
    guidance: [
      [REVENUE_FY, 835e6, 875e6, "raised"],
      [year("gaap"), 1.05, 1.15, "lowered"],
    ],
  },
  {
    name: "results of continuing operations, over the prior year, and on a non-GAAP basis",
    html: p(
      "Norwell and its subsidiaries reported revenue of $308 million for the third quarter of 2024.",
      "Net income from continuing operations for the third quarter of 2024 totaled $3.0 million, or $0.22 per diluted share.",
      "Norwell reported, on a non-GAAP basis, net income of $16 million and diluted EPS of $1.36 for the third quarter of 2024.",
    ),
    guidance: [],
    reported: { revenue: 308e6, gaap: 0.22, adjusted: 1.36 },
  },
  {
    name: "a decrease over the prior year to the figure, and basic and fully diluted EPS",
    html: p(
      HEADLINE,
      "Revenue for the third quarter decreased by 5 percent over the prior year to $2.98 billion.",
      "For the 3 rd quarter of 2024, basic and fully diluted EPS were $0.33 and $0.29, respectively.",
    ),
    guidance: [],
    reported: { revenue: 2.98e9, gaap: 0.29 },
  },
  {
    name: "financial estimates for the next quarter",
    html: p(
      "The Company's financial estimates for the fourth quarter of 2024, which are set forth below, are based on current market conditions and assume no deterioration in the markets served. Reconciliations of estimated net income to the estimated non-GAAP financial measures are included in the tables that accompany this release.",
    ).concat(
      table(
        ["(In millions, except per share data)", "Low", "High"],
        ["Revenues", "994.0", "1,024.0"],
        ["Earnings per diluted share", "0.36", "0.56"],
      ),
    ),
    guidance: [
      [REVENUE_Q, 994e6, 1024e6],
      [q4("gaap"), 0.36, 0.56],
    ],
  },
];
