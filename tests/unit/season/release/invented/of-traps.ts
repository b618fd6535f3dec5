import { type InventedRelease, list, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

export const ofTraps: readonly InventedRelease[] = [
  {
    name: "an increase in dollars is no level",
    html: p(
      "For fiscal 2025, we expect revenue to increase $20 million to $30 million and EPS to increase $0.20 to $0.30 from fiscal 2024.",
    ),
    guidance: [],
  },
  {
    name: "currency lowers revenue by an amount",
    html: p(
      "For the fourth quarter of 2024, foreign exchange is expected to reduce net sales by approximately $20 million to $25 million and EPS by $0.03 to $0.04.",
    ),
    guidance: [],
  },
  {
    name: "an acquisition is expected to add",
    html: p(
      "In 2025, the acquisition is expected to add $40 million to $50 million of revenue and to dilute adjusted EPS by $0.02 to $0.03.",
    ),
    guidance: [],
  },
  {
    name: "recurring, deferred and contracted revenue",
    html: p(
      "We expect annual recurring revenue of $1.0 billion to $1.1 billion at the end of fiscal 2025. Deferred revenue was $210 million. Advertising revenue is expected to be $80 million to $90 million in the fourth quarter of 2024.",
    ),
    guidance: [],
  },
  {
    name: "an extra week's worth",
    html: p(
      "The 53rd week is expected to contribute approximately $0.15 per share in fiscal 2024, and approximately $300 million of net sales.",
    ),
    guidance: [],
  },
  {
    name: "regional sales",
    html: `${p("2025 Outlook by region")}${table(
      ["", "2025"],
      ["North America net sales", "$1.10 billion to $1.15 billion"],
      ["Europe net sales", "$410 million to $430 million"],
      ["Asia net sales", "$205 million to $215 million"],
    )}`,
    guidance: [],
  },
  {
    name: "a bridge of last year's EPS to this year's",
    html: `${p("Fiscal 2025 guidance: adjusted EPS of $4.60 to $4.80")}${table(
      ["Fiscal 2024 adjusted EPS", "$4.31"],
      ["Operations", "0.35 - 0.50"],
      ["Currency", "(0.06) - (0.01)"],
      ["Fiscal 2025 adjusted EPS", "$4.60 - $4.80"],
    )}`,
    guidance: [[year("adjusted"), 4.6, 4.8]],
  },
  {
    name: "a merger's financing",
    html: p(
      "The notes are convertible at $61.25 to $65.00 per share. The offering is expected to close in the fourth quarter of 2024 with proceeds of $480 million to $490 million.",
    ),
    guidance: [],
  },
  {
    name: "consensus beside",
    html: p(
      "The current consensus for fiscal 2025 EPS is $3.10 to $3.20; the Company does not endorse analysts' estimates.",
    ),
    guidance: [],
  },
  {
    name: "what had been expected",
    html: p(
      "Third quarter revenue of $412 million came in above the $395 million to $405 million the Company had guided in July, and adjusted EPS of $1.04 was above the $0.92 to $0.97 it had expected.",
    ),
    guidance: [],
    reported: { revenue: 412e6, adjusted: 1.04 },
  },
  {
    name: "the model of a longer term",
    html: p(
      "Long-term, the Company targets annual revenue of $3 billion to $4 billion and adjusted EPS of $8 to $10 by 2028.",
    ),
    guidance: [
      ["revenue  other", 3e9, 4e9],
      ["eps adjusted other", 8, 10],
    ],
  },
  {
    name: "remaining obligations",
    html: p(
      "The Company expects to recognize revenue of approximately $620 million over the next twelve months from remaining performance obligations.",
    ),
    guidance: [],
  },
  {
    name: "the nine months beside the quarter",
    html: p(
      "Third Quarter 2024 Results",
      "Net sales for the first nine months of 2024 were $1.52 billion, compared to $1.44 billion for the first nine months of 2023. Net sales for the third quarter of 2024 were $521.7 million, compared to $498.2 million.",
      "Diluted EPS for the first nine months of 2024 was $2.61. Diluted EPS for the third quarter of 2024 was $0.97.",
    ),
    guidance: [],
    reported: { revenue: 521.7e6, gaap: 0.97 },
  },
  {
    name: "a segment's revenue before the company's",
    html: p(
      "Third Quarter 2024 Results",
      "Aerospace segment revenue was $310 million. Industrial segment revenue was $205 million. Total revenue was $515 million, and GAAP diluted EPS was $1.33.",
    ),
    guidance: [],
    reported: { revenue: 515e6, gaap: 1.33 },
  },
  {
    name: "a charge a share beside EPS",
    html: p(
      "Third quarter 2024 diluted EPS was $0.71, including a charge of $0.12 per share for restructuring. Adjusted diluted EPS was $0.83.",
    ),
    guidance: [],
    reported: { gaap: 0.71, adjusted: 0.83 },
  },
  {
    name: "a dividend beside EPS",
    html: p(
      "The Board declared a dividend of $0.45 per share payable in the fourth quarter. Earnings for the third quarter of 2024 were $1.08 per diluted share.",
    ),
    guidance: [],
    reported: { gaap: 1.08 },
  },
  {
    name: "free cash flow a share, book value a share",
    html: p(
      "At September 30, 2024, book value was $31.20 per share. Operating cash flow was $1.90 per share. Net income for the third quarter was $44 million, or $0.93 per diluted share.",
    ),
    guidance: [],
    reported: { gaap: 0.93 },
  },
  {
    name: "pro forma for an acquisition",
    html: p(
      "On a pro forma basis, including the acquired business, 2024 revenue would be approximately $5.0 billion. The Company expects 2024 revenue of $4.40 billion to $4.50 billion.",
    ),
    guidance: [[REVENUE_FY, 4.4e9, 4.5e9]],
  },
  {
    name: "the old range in the sentence before",
    html: p(
      "On July 25, 2024, the Company provided full-year 2024 guidance for adjusted EPS of $3.00 to $3.20. Based on its third-quarter results, the Company now expects adjusted EPS of $3.20 to $3.30 for full-year 2024.",
    ),
    guidance: [[year("adjusted"), 3.2, 3.3]],
  },
  {
    name: "an interim update between ranges",
    html: p(
      "The Company now expects to be in the upper half of its previously announced ranges for fiscal 2024.",
    ),
    guidance: [],
  },
  {
    name: "quarterly EPS guidance beside a dividend and a tax rate in rows",
    html: `${p("First Quarter Fiscal 2025 Guidance")}${table(
      ["Revenue", "$1.38 billion to $1.42 billion"],
      ["Dividend per share", "$0.40"],
      ["GAAP EPS", "$1.12 to $1.18"],
      ["Tax rate", "16.5%"],
    )}`,
    guidance: [
      [REVENUE_Q, 1.38e9, 1.42e9],
      [q4("gaap"), 1.12, 1.18],
    ],
  },
  {
    name: "a range of scenarios",
    html: p(
      "If the transaction does not close, the Company estimates 2025 revenue would be $900 million to $950 million.",
    ),
    guidance: [],
  },
  {
    name: "sales tax and sales growth",
    html: `${p("Fiscal 2025 guidance")}${list("Sales growth of 3% to 4%", "Sales per square foot of $410 to $420", "Capital expenditures of $410 million to $420 million")}`,
    guidance: [],
  },
  {
    name: "revenue ranges of quarters ahead in a table of four quarters",
    html: `${p("Fiscal 2025 outlook by quarter (in millions)")}${table(
      ["", "Q1", "Q2", "Q3", "Q4"],
      ["Revenue", "$100 - $105", "$110 - $115", "$115 - $120", "$120 - $125"],
    )}`,
    guidance: [],
  },
  {
    name: "withdrawn years ago",
    html: p(
      "As previously disclosed, in 2022 the Company withdrew its fiscal 2022 revenue guidance. The Company expects 2024 revenue of $88 million to $90 million.",
    ),
    guidance: [[REVENUE_FY, 88e6, 90e6]],
  },
];
