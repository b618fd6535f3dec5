import { type InventedRelease, list, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

export const ofResults: readonly InventedRelease[] = [
  {
    name: "a headline with GAAP and adjusted EPS",
    html: p(
      "Marlow Industries Reports Third Quarter 2024 Results",
      "Net sales of $812.4 million; GAAP EPS of $1.44; Adjusted EPS of $1.62",
      "Raises 2024 adjusted EPS outlook to a range of $6.05 to $6.15",
    ),
    guidance: [[year("adjusted"), 6.05, 6.15, "raised"]],
    reported: { revenue: 812.4e6, gaap: 1.44, adjusted: 1.62 },
  },
  {
    name: "the year's total after the quarter's",
    html: p(
      "Revenue for the fourth quarter of 2023 was $98.2 million and $371.0 million for the full year.",
      "GAAP net loss per share was $(0.21) in the fourth quarter. Non-GAAP net income per share was $0.04.",
    ),
    guidance: [],
    reported: { revenue: 98.2e6, gaap: -0.21, adjusted: 0.04 },
  },
  {
    name: "an income statement, this year first",
    html: `${p("Third Quarter 2024 Results", "Consolidated Statements of Income (in millions, except per share amounts)")}${table(
      ["", "Three Months Ended September 30, 2024", "Three Months Ended September 30, 2023"],
      ["Net sales", "$ 1,204.1", "$ 1,158.9"],
      ["Diluted earnings per share", "$ 2.31", "$ 2.08"],
    )}`,
    guidance: [],
    reported: { revenue: 1204.1e6, gaap: 2.31 },
  },
  {
    name: "adjusted earnings after what they exclude",
    html: p(
      "Third quarter 2024 revenue was $206.4 million. Net income was $13.5 million, or $0.34 per diluted share. Excluding a $3.8 million pre-tax charge for idle equipment, adjusted earnings were $0.37 per diluted share.",
    ),
    guidance: [],
    reported: { revenue: 206.4e6, gaap: 0.34, adjusted: 0.37 },
  },
  {
    name: "increased to",
    html: p(
      "Third quarter 2024 net sales increased 6.2% to $455.3 million from $428.7 million. Diluted EPS increased to $0.93 from $0.81 in the prior-year quarter.",
    ),
    guidance: [],
    reported: { revenue: 455.3e6, gaap: 0.93 },
  },
  {
    name: "decreased to, with the adjusted figure behind",
    html: p(
      "For the quarter ended September 30, 2024, total revenues decreased 3% to $2.84 billion. Net income per diluted share was $0.61, and adjusted net income per diluted share was $0.74.",
    ),
    guidance: [],
    reported: { revenue: 2.84e9, gaap: 0.61, adjusted: 0.74 },
  },
  {
    name: "a table of guidance beside the quarter's results",
    html: `${p("Third Quarter 2024 Financial Results", "Revenue was $60.1 million, and non-GAAP EPS was $0.11.", "Financial Outlook")}${table(
      ["", "Fourth Quarter 2024"],
      ["Revenue", "$62.0 million - $63.0 million"],
      ["Non-GAAP EPS", "$0.12 - $0.13"],
    )}`,
    guidance: [
      [REVENUE_Q, 62e6, 63e6],
      [q4("adjusted"), 0.12, 0.13],
    ],
    reported: { revenue: 60.1e6, adjusted: 0.11 },
  },
  {
    name: "an update without a change",
    html: p(
      "There is no change to the Company's full-year 2024 guidance of adjusted EPS of $4.90 to $5.10 and revenue of $2.9 billion to $3.0 billion.",
    ),
    guidance: [
      [year("adjusted"), 4.9, 5.1, "maintained"],
      [REVENUE_FY, 2.9e9, 3e9, "maintained"],
    ],
  },
  {
    name: "a CEO's quotation between",
    html: p(
      "“We expect to exceed $5 billion of revenue one day,” said the CEO. “Our long-term goal is EPS of $10.”",
      "For fiscal year 2025, the Company forecasts revenue of $3.45 billion to $3.55 billion and diluted EPS of $4.25 to $4.45.",
    ),
    guidance: [
      [REVENUE_FY, 3.45e9, 3.55e9],
      [year("gaap"), 4.25, 4.45],
    ],
  },
  {
    name: "quarterly guidance as a share of the year's",
    html: p(
      "We expect full year 2025 adjusted EPS of $2.00 to $2.10, with approximately 20% of that in the first quarter.",
    ),
    guidance: [[year("adjusted"), 2, 2.1]],
  },
  {
    name: "constant currency",
    html: p(
      "For 2024, we expect revenue of $8.10 billion to $8.20 billion, or growth of 5% to 6% in constant currency, and adjusted EPS of $3.30 to $3.36, which includes a headwind of $0.08 from currency.",
    ),
    guidance: [
      [REVENUE_FY, 8.1e9, 8.2e9],
      [year("adjusted"), 3.3, 3.36],
    ],
  },
  {
    name: "narrowed toward the top",
    html: p(
      "Based on results to date, we are narrowing our full year 2024 revenue guidance to $705 million to $710 million and our non-GAAP EPS guidance to $1.88 to $1.92.",
    ),
    guidance: [
      [REVENUE_FY, 705e6, 710e6, "narrowed"],
      [year("adjusted"), 1.88, 1.92, "narrowed"],
    ],
  },
  {
    name: "a list of both years",
    html: `${p("The Company provided the following guidance:")}${list(
      "Full-year 2024 revenue of $1.31 billion to $1.32 billion",
      "Full-year 2024 adjusted EPS of $2.70 to $2.75",
      "Full-year 2025 revenue growth of 7% to 9%",
    )}`,
    guidance: [
      [REVENUE_FY, 1.31e9, 1.32e9],
      [year("adjusted"), 2.7, 2.75],
    ],
  },
  {
    name: "EPS before revenue, in thousands",
    html: p(
      "The Company expects fourth quarter EPS of $0.05 to $0.07 on sales in a range of $41,000,000 to $43,000,000.",
    ),
    guidance: [
      [q4("gaap"), 0.05, 0.07],
      [REVENUE_Q, 41e6, 43e6],
    ],
  },
  {
    name: "an interest in a joint venture",
    html: p(
      "Our share of the joint venture's 2024 revenue is expected to be $55 million to $60 million.",
      "Net income attributable to common stockholders was $41.2 million, or $0.52 per diluted share, for the third quarter of 2024.",
    ),
    guidance: [],
    reported: { gaap: 0.52 },
  },
  {
    name: "a special dividend and a tender offer",
    html: p(
      "The Company announced a tender offer at a price between $42.00 and $47.00 per share and expects a special dividend of $1.00 to $1.25 per share in fiscal 2025.",
    ),
    guidance: [],
  },
  {
    name: "analysts beside",
    html: p(
      "We expect fourth quarter 2024 revenue of $150 million to $155 million, while analysts polled by FactSet expect $148 million.",
    ),
    guidance: [[REVENUE_Q, 150e6, 155e6]],
  },
  {
    name: "a fiscal quarter by its months",
    html: p(
      "For the three months ending December 31, 2024, the Company expects net revenue of $75 million to $80 million and GAAP diluted EPS of $0.18 to $0.22.",
    ),
    guidance: [
      [REVENUE_Q, 75e6, 80e6],
      [q4("gaap"), 0.18, 0.22],
    ],
  },
  {
    name: "a loss of at most an amount",
    html: p("We expect a full-year 2024 adjusted loss per share of no more than $0.40."),
    guidance: [[year("adjusted"), -0.4, null]],
  },
  {
    name: "one figure on both bases",
    html: p(
      "The company today reported 2024 third quarter GAAP and ongoing earnings of $527 million, or $1.01 per share. North — Earnings decreased $0.02 per share for the third quarter of 2024 and $0.05 per share year-to-date.",
    ),
    guidance: [],
    reported: { gaap: 1.01, adjusted: 1.01 },
  },
  {
    name: "a clause after while",
    html: p(
      "Third quarter net earnings decreased 24.8 percent compared with the same quarter a year ago, while net earnings per share decreased 19.8 percent to $0.95.",
    ),
    guidance: [],
    reported: { gaap: 0.95 },
  },
  {
    name: "an item below the title of an outlook is no result",
    html: `${p("Third quarter 2024 diluted EPS was $1.10.", "Third Quarter Outlook")}<ul><li>Revenue of $410 million</li><li>Diluted EPS of $1.23</li></ul>`,
    guidance: [],
    reported: { gaap: 1.1 },
  },
  {
    name: "operating income before net income is no basis",
    html: p(
      "For the September 2024 quarter, operating income was 26.6% of revenue, and net income was $515 million, or $3.43 per diluted share on a U.S. GAAP basis. Non-GAAP operating income was 27.1% of revenue, and non-GAAP net income for the September 2024 quarter was $602 million, or $4.01 per diluted share.",
    ),
    guidance: [],
    reported: { gaap: 3.43, adjusted: 4.01 },
  },
  {
    name: "a result behind a headline of guidance that ends without a period",
    html: p(
      "Lumen Reports Third Quarter 2024 Results; Raises Full Year 2024 EPS Guidance to $9.10 to $9.20 Third quarter 2024 EPS was $2.30 HARTFORD, October 24, 2024.",
    ),
    guidance: [[year("gaap"), 9.1, 9.2, "raised"]],
    reported: { gaap: 2.3 },
  },
];
