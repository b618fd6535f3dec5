import { type InventedRelease, list, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

export const ofSoftware: readonly InventedRelease[] = [
  {
    name: "between, with the share count behind",
    html: `${p("Fourth Quarter and Fiscal Year 2024 Outlook:", "Based on information as of today, October 24, 2024, Kestrel is providing the following guidance:")}${list(
      "Fourth Quarter 2024 Outlook: Revenue between $709 million and $713 million. Non-GAAP operating income between $163 million and $167 million. Non-GAAP net income per share between $0.42 and $0.44, assuming approximately 361 million weighted average diluted shares outstanding.",
      "Fiscal Year 2024 Outlook: Revenue between $2.656 billion and $2.660 billion. Non-GAAP operating income between $658 million and $662 million. Non-GAAP net income per share between $1.75 and $1.77, assuming approximately 359 million weighted average diluted shares outstanding.",
    )}`,
    guidance: [
      [REVENUE_Q, 709e6, 713e6],
      [q4("adjusted"), 0.42, 0.44],
      [REVENUE_FY, 2.656e9, 2.66e9],
      [year("adjusted"), 1.75, 1.77],
    ],
  },
  {
    name: "revenue in constant currency beside",
    html: p(
      "Financial Outlook: Parley is providing the following guidance for its fourth quarter fiscal year 2025 and its full fiscal year 2025.",
      "Fourth Quarter Fiscal Year 2025: Total revenue is expected to be between $1.160 billion and $1.165 billion and revenue in constant currency is expected to be between $1.158 billion and $1.163 billion. Non-GAAP income from operations is expected to be between $438.0 million and $443.0 million. Non-GAAP diluted EPS is expected to be between $1.29 and $1.31 with approximately 315 million weighted average shares outstanding.",
      "Full Fiscal Year 2025: Total revenue is expected to be between $4.656 billion and $4.661 billion and revenue in constant currency is expected to be between $4.669 billion and $4.674 billion. Full fiscal year non-GAAP diluted EPS is expected to be between $5.41 and $5.43 with approximately 315 million weighted average shares outstanding.",
    ),
    guidance: [
      [REVENUE_Q, 1.16e9, 1.165e9],
      [q4("adjusted"), 1.29, 1.31],
      [REVENUE_FY, 4.656e9, 4.661e9],
      [year("adjusted"), 5.41, 5.43],
    ],
  },
  {
    name: "in the range, representing growth, using shares",
    html: `${p("Financial Outlook", "For the fiscal second quarter 2025, we expect:")}${list(
      "Total billings in the range of $2.30 billion to $2.35 billion, representing year-over-year growth of between 2% and 4%.",
      "Total revenue in the range of $1.95 billion to $1.98 billion, representing year-over-year growth of between 13% and 15%.",
      "Diluted non-GAAP net income per share in the range of $1.24 to $1.26, using 351 million to 353 million shares.",
    )}${p("For the fiscal year 2025, we expect:")}${list(
      "Total revenue in the range of $7.95 billion to $8.00 billion, representing year-over-year growth of between 15% and 16%.",
      "Diluted non-GAAP net income per share in the range of $5.45 to $5.55, using 346 million to 350 million shares.",
    )}`,
    guidance: [
      [REVENUE_Q, 1.95e9, 1.98e9],
      [q4("adjusted"), 1.24, 1.26],
      [REVENUE_FY, 7.95e9, 8e9],
      [year("adjusted"), 5.45, 5.55],
    ],
  },
  {
    name: "quarter and year columns with millions in cells",
    html: `${p("Financial Outlook", "Merlin is providing the following guidance for the fourth quarter of fiscal 2025 (ending January 31, 2025) and increasing guidance for fiscal year 2025 (ending January 31, 2025):")}${table(
      ["", "Q4 FY25 Guidance", "Full Year FY25 Guidance"],
      ["Total revenue", "$902.2 - $905.8 million", "$3,924.9 - $3,929.0 million"],
      ["Non-GAAP income from operations", "$188.1 - $190.8 million", "$863.6 - $873.0 million"],
      ["Non-GAAP net income per share attributable to Merlin, diluted", "$0.89 - $0.90", "$3.77 - $3.87"],
      [
        "Weighted average shares used in computing Non-GAAP net income per share, diluted",
        "249 million",
        "251 million",
      ],
    )}`,
    guidance: [
      [REVENUE_Q, 902.2e6, 905.8e6],
      [REVENUE_FY, 3924.9e6, 3929e6, "raised"],
      [q4("adjusted"), 0.89, 0.9],
      [year("adjusted"), 3.77, 3.87, "raised"],
    ],
  },
  {
    name: "units in the rows' names",
    html: `${p("Business Outlook", "Fourth Quarter Fiscal 2025")}${table(
      ["Q4 FY25 Guidance Metrics", "Q4 FY25 (ending January 31, 2025)"],
      ["Revenue (in millions)", "$1,385 - $1,400"],
      ["EPS GAAP", "$0.99 - $1.05"],
      ["EPS non-GAAP (1)", "$1.73 - $1.78"],
    )}${p("Full Year Fiscal 2025")}${table(
      ["FY25 Guidance Metrics", "FY25 (ending January 31, 2025)"],
      ["Billings (in millions)", "$5,810 - $5,960"],
      ["Revenue (in millions) (1)", "$5,990 - $6,090"],
      ["GAAP operating margin", "21% - 22%"],
      ["EPS GAAP", "$4.80 - $5.02"],
      ["EPS non-GAAP (3)", "$7.89 - $8.11"],
    )}`,
    guidance: [
      [REVENUE_Q, 1385e6, 1400e6],
      [q4("gaap"), 0.99, 1.05],
      [q4("adjusted"), 1.73, 1.78],
      [REVENUE_FY, 5990e6, 6090e6],
      [year("gaap"), 4.8, 5.02],
      [year("adjusted"), 7.89, 8.11],
    ],
  },
  {
    name: "net sales to grow, a retailer of the cloud",
    html: p(
      "Fourth Quarter 2024 Guidance",
      "The following forward-looking statements reflect Rivulet's expectations as of October 24, 2024, and are subject to substantial uncertainty.",
      "• Net sales are expected to be between $181.5 billion and $188.5 billion, or to grow between 7% and 11% compared with fourth quarter 2023. This guidance anticipates an unfavorable impact of approximately 10 basis points from foreign exchange rates.",
      "• Operating income is expected to be between $16.0 billion and $20.0 billion, compared with $13.2 billion in fourth quarter 2023.",
    ),
    guidance: [[REVENUE_Q, 181.5e9, 188.5e9]],
  },
  {
    name: "the software company's year in bullets with growth after",
    html: `${p("Forward-looking Guidance", "Ledgerly expects the following for the full fiscal year 2025, ending July 31:")}${list(
      "Revenue of $18.160 billion to $18.347 billion, growth of approximately 12 to 13 percent.",
      "GAAP operating income of $4.649 billion to $4.724 billion, growth of approximately 28 to 30 percent.",
      "GAAP diluted earnings per share of $12.34 to $12.54, growth of approximately 18 to 20 percent.",
      "Non-GAAP diluted earnings per share of $19.16 to $19.36, growth of approximately 13 to 14 percent.",
    )}${p("Ledgerly expects the following for the second quarter of fiscal 2025, ending January 31:")}${list(
      "Revenue growth of approximately 13 to 14 percent.",
      "GAAP earnings per share of $0.84 to $0.90.",
      "Non-GAAP diluted earnings per share of $2.55 to $2.61.",
    )}`,
    guidance: [
      [REVENUE_FY, 18.16e9, 18.347e9],
      [year("gaap"), 12.34, 12.54],
      [year("adjusted"), 19.16, 19.36],
      [q4("gaap"), 0.84, 0.9],
      [q4("adjusted"), 2.55, 2.61],
    ],
  },
  {
    name: "an indented list with ranges of total revenue, subscription and billings",
    html: `${p("Outlook", "The company currently expects the following guidance: Quarter ending January 31, 2025 (in millions, except percentages):")}${table(
      ["Total revenue", "$758", "to", "$762"],
      ["Subscription revenue", "$741", "to", "$745"],
      ["Billings", "$870", "to", "$880"],
      ["Non-GAAP operating margin", "27.5%", "to", "28.5%"],
    )}${p("Fiscal year ending January 31, 2025 (in millions, except percentages):")}${table(
      ["Total revenue", "$2,959", "to", "$2,963"],
      ["Subscription revenue", "$2,885", "to", "$2,889"],
    )}`,
    guidance: [
      [REVENUE_Q, 758e6, 762e6],
      [REVENUE_FY, 2959e6, 2963e6],
    ],
  },
  {
    name: "a loss a share in a range of brackets with dashes",
    html: `${p("Guidance for the fourth quarter of 2024:")}${list(
      "Total revenue in the range of $126.0 million to $127.0 million",
      "Non-GAAP loss from operations in the range of $(2.0) million to $(1.0) million",
      "Non-GAAP net loss per share in the range of $(0.03) to $(0.02), assuming weighted-average shares outstanding of approximately 112 million",
    )}`,
    guidance: [
      [REVENUE_Q, 126e6, 127e6],
      [q4("adjusted"), -0.03, -0.02],
    ],
  },
  {
    name: "the current outlook beside the one before in rows",
    html: `${p("Full-year 2024 outlook (in millions, except per share):")}${table(
      ["", "Current Outlook (as of October 24, 2024)", "Prior Outlook (as of July 25, 2024)"],
      ["Revenue", "$1,150 - $1,154", "$1,144 - $1,150"],
      ["Adjusted EBITDA", "$392 - $396", "$385 - $391"],
      ["Non-GAAP EPS", "$3.10 - $3.14", "$3.03 - $3.09"],
    )}`,
    guidance: [
      [REVENUE_FY, 1150e6, 1154e6, "raised"],
      [year("adjusted"), 3.1, 3.14, "raised"],
    ],
  },
  {
    name: "an outlook in euros with an equivalent in dollars",
    html: p(
      "For the full year 2024, we expect revenue between €36.2 billion and €36.5 billion and IFRS diluted earnings per share of €6.10 to €6.30.",
    ),
    guidance: [
      [REVENUE_FY, 36.2e9, 36.5e9],
      [year("gaap"), 6.1, 6.3],
    ],
  },
  {
    name: "ADS of a foreign company",
    html: p(
      "Third Quarter 2024 Results. Total net revenues were $312.8 million. Diluted net income per ADS was $0.27. Non-GAAP diluted net income per ADS was $0.34.",
      "For the fourth quarter of 2024, the Company expects total net revenues to be between $320 million and $330 million and non-GAAP diluted net income per ADS of $0.33 to $0.37.",
    ),
    guidance: [
      [REVENUE_Q, 320e6, 330e6],
      [q4("adjusted"), 0.33, 0.37],
    ],
    reported: { revenue: 312.8e6, gaap: 0.27, adjusted: 0.34 },
  },
  {
    name: "guidance of GAAP and non-GAAP for two periods in four columns",
    html: `${p("Guidance (in millions, except per share amounts)")}${table(
      ["", "Three Months Ending December 31, 2024", "Twelve Months Ending December 31, 2024"],
      ["Revenue", "$214.0 - $216.0", "$833.0 - $835.0"],
      ["GAAP net loss per share", "$(0.14) - $(0.12)", "$(0.61) - $(0.59)"],
      ["Non-GAAP net income per share", "$0.09 - $0.11", "$0.34 - $0.36"],
    )}`,
    guidance: [
      [REVENUE_Q, 214e6, 216e6],
      [REVENUE_FY, 833e6, 835e6],
      [q4("gaap"), -0.14, -0.12],
      [year("gaap"), -0.61, -0.59],
      [q4("adjusted"), 0.09, 0.11],
      [year("adjusted"), 0.34, 0.36],
    ],
  },
  {
    name: "breakeven at one end",
    html: p(
      "For the fourth quarter of 2024, we expect revenue of $84 million to $86 million and non-GAAP EPS of breakeven to $0.02.",
    ),
    guidance: [
      [REVENUE_Q, 84e6, 86e6],
      [q4("adjusted"), 0, 0.02],
    ],
  },
  {
    name: "an estimate by the company's name",
    html: p(
      "Guidance",
      "Beacon Networks estimates that it will achieve the following results for the second quarter of fiscal year 2025:",
      "Q2 FY 2025 Revenue $13.75 billion - $13.95 billion Non-GAAP gross margin rate 68% - 69% Non-GAAP operating margin rate 33.5% - 34.5% Non-GAAP EPS $0.89 - $0.91",
      "Beacon Networks estimates that GAAP EPS will be $0.50 to $0.54 for the second quarter of fiscal year 2025.",
      "Beacon Networks estimates that it will achieve the following results for fiscal year 2025:",
      "FY 2025 Revenue $55.3 billion - $56.3 billion Non-GAAP EPS $3.60 - $3.66",
      "Beacon Networks estimates that GAAP EPS will be $2.26 to $2.38 for fiscal year 2025.",
    ),
    guidance: [
      [REVENUE_Q, 13.75e9, 13.95e9],
      [q4("adjusted"), 0.89, 0.91],
      [q4("gaap"), 0.5, 0.54],
      [REVENUE_FY, 55.3e9, 56.3e9],
      [year("adjusted"), 3.6, 3.66],
      [year("gaap"), 2.26, 2.38],
    ],
  },
  {
    name: "a hardware company's estimate of two bases in one sentence",
    html: p(
      "Outlook",
      "For the fiscal 2025 first quarter, Palmetto estimates GAAP diluted net EPS to be in the range of $0.57 to $0.63 and non-GAAP diluted net EPS to be in the range of $0.70 to $0.76. Fiscal 2025 first quarter non-GAAP diluted net EPS estimates exclude $0.13 per diluted share, primarily related to restructuring.",
      "For fiscal 2025, Palmetto estimates GAAP diluted net EPS to be in the range of $2.86 to $3.16 and non-GAAP diluted net EPS to be in the range of $3.45 to $3.75.",
    ),
    guidance: [
      [q4("gaap"), 0.57, 0.63],
      [q4("adjusted"), 0.7, 0.76],
      [year("gaap"), 2.86, 3.16],
      [year("adjusted"), 3.45, 3.75],
    ],
  },
];
