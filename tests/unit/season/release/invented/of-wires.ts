import { type InventedRelease, p, q4, REVENUE_FY, REVENUE_Q, year } from "./release.ts";

/** Releases as plain text in the style of the wire services, without markup. */
export const ofWires: readonly InventedRelease[] = [
  {
    name: "ranges of millions, fully diluted",
    html: `<TEXT> EXHIBIT 99.1
NORTHFIELD INSTRUMENTS REPORTS THIRD QUARTER RESULTS
BOSTON, Oct. 24 /PRNewswire-FirstCall/ -- Northfield Instruments, Inc. (Nasdaq: NFLD) today announced financial results for the third quarter ended September 30, 2024. Revenues were $46.2 million,
an increase of 18% over revenues of $39.1 million in the third quarter of 2023. Net income was $4.4 million or $.21 per diluted share, compared to net income of $2.1 million or $.10 per diluted share for the same period last year.
Business Outlook. For the fourth quarter of 2024, the Company expects revenues to be in the range of $47 million to $49 million and earnings per fully diluted share to be in the range of $.21 to $.23.
For all of 2024 the Company expects revenues of $181 to $183 million and fully diluted EPS of $.78 to $.80.`,
    guidance: [
      [REVENUE_Q, 47e6, 49e6],
      [q4("gaap"), 0.21, 0.23],
      [REVENUE_FY, 181e6, 183e6],
      [year("gaap"), 0.78, 0.8],
    ],
    reported: { revenue: 46.2e6, gaap: 0.21 },
  },
  {
    name: "cents per share in words",
    html: p(
      "Net sales for the quarter ended September 30, 2024 were $122,417,000, compared to $110,208,000 for the same quarter last year. Net income was $6,118,000, or 34 cents per diluted share, compared with 29 cents.",
      "The Company expects earnings of 38 to 42 cents per diluted share in the fourth quarter of 2024.",
    ),
    guidance: [[q4("gaap"), 0.38, 0.42]],
    reported: { revenue: 122417000, gaap: 0.34 },
  },
  {
    name: "an expected loss of cents",
    html: p(
      "For the fourth quarter of 2024 the company expects revenue of between $18 million and $20 million and a net loss of between $0.10 and $0.14 per share.",
    ),
    guidance: [
      [REVENUE_Q, 18e6, 20e6],
      [q4("gaap"), -0.14, -0.1],
    ],
  },
  {
    name: "comfortable with a range",
    html: p(
      "Management is comfortable with full-year 2024 earnings per share guidance of $2.35 to $2.40 and believes that revenue for the year will be between $610 million and $620 million.",
    ),
    guidance: [
      [year("gaap"), 2.35, 2.4],
      [REVENUE_FY, 610e6, 620e6],
    ],
  },
  {
    name: "guidance suspended long ago, told as history",
    html: p(
      "In March 2020 the Company withdrew its guidance for fiscal 2020. Third quarter 2024 revenue was $88.0 million. The Company does not provide guidance.",
    ),
    guidance: [],
    reported: { revenue: 88e6 },
  },
  {
    name: "guidance of the quarter that was, compared with its result",
    html: p(
      "Third quarter 2024 results. Revenues of $25.1 million were within the Company's guidance range of $24 million to $26 million, and pro forma EPS of $0.07 exceeded guidance of $0.04 to $0.06.",
      "Looking to the fourth quarter, the Company currently estimates revenues of $25 million to $27 million and pro forma EPS of $0.06 to $0.08.",
    ),
    guidance: [
      [REVENUE_Q, 25e6, 27e6],
      [q4("adjusted"), 0.06, 0.08],
    ],
    reported: { revenue: 25.1e6 },
  },
  {
    name: "withdrawn now, with a reason",
    html: p(
      "Due to the uncertainty surrounding tariffs, the Company is withdrawing its fiscal year 2024 guidance for net sales and diluted earnings per share.",
    ),
    guidance: [
      [REVENUE_FY, null, null, "withdrawn"],
      [year("gaap"), null, null, "withdrawn"],
    ],
  },
  {
    name: "an annual estimate raised from an earlier one in the sentence before",
    html: p(
      "The Company is raising its earnings guidance for the fiscal year ending June 30, 2025. The Company now expects diluted earnings per share in the range of $3.05 to $3.15. The Company's previous guidance was $2.90 to $3.05.",
    ),
    guidance: [[year("gaap"), 3.05, 3.15, "raised"]],
  },
  {
    name: "decimals and stray spaces",
    html: `Guidance for the fourth quarter of 2024
Total revenue of $ 61.0 million to $ 62.0 million.
Non -GAAP net income per diluted share of $ 0.17 to $ 0.18 .`,
    guidance: [
      [REVENUE_Q, 61e6, 62e6],
      [q4("adjusted"), 0.17, 0.18],
    ],
  },
  {
    name: "quarterly and yearly guidance in one sentence by respectively",
    html: p(
      "The Company expects revenue of $30 million to $31 million and $118 million to $120 million for the fourth quarter and full year 2024, respectively.",
    ),
    guidance: [
      [REVENUE_Q, 30e6, 31e6],
      [REVENUE_FY, 118e6, 120e6],
    ],
  },
  {
    name: "a point without approximately",
    html: p(
      "The Company continues to expect 2024 diluted earnings per share of $3.75 and net sales of $2.1 billion.",
    ),
    guidance: [
      [year("gaap"), 3.75, 3.75, "maintained"],
      [REVENUE_FY, 2.1e9, 2.1e9, "maintained"],
    ],
  },
];
