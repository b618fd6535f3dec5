import { type InventedRelease, list, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

export const ofCompanies: readonly InventedRelease[] = [
  {
    name: "raising from a range to a range, both metrics in one sentence",
    html: p(
      "We are raising our annual revenue expectations for fiscal year 2025 from a range of $10.16 billion to $10.31 billion to a range of $10.22 billion to $10.32 billion and diluted EPS from a range of $4.06 to $4.19 to a range of $4.17 to $4.25.",
    ),
    guidance: [
      [REVENUE_FY, 10.22e9, 10.32e9, "raised"],
      [year("gaap"), 4.17, 4.25, "raised"],
    ],
  },
  {
    name: "a chain with systemwide sales and adjusted EPS",
    html: `2024 Outlook
The Company Updates Its Outlook for Full-Year 2024:
This release includes forward-looking guidance for certain non-GAAP financial measures, including adjusted EBITDA and adjusted earnings per share.
• Global systemwide sales growth: Approximately 3 percent
• Adjusted EBITDA: $535 to $545 million
• Adjusted earnings per share: $0.99 to $1.01
• Cash flows from operations: $365 to $385 million`,
    guidance: [[year("adjusted"), 0.99, 1.01]],
  },
  {
    name: "a footwear table with comments in a column",
    html: `${p("2024 Outlook", "The Company is updating its full-year 2024 outlook:")}${table(
      ["Metric", "Prior Guidance", "Updated Guidance", "Commentary"],
      ["Sales Change", "(1.0%) to 1.0%", "(1.5%) to (1.0%)", "Includes 1% from the extra week in 2023"],
      ["Gross Margin", "29.5% to 29.7%", "28.7% to 28.8%", "Versus prior year of 27.7%"],
      ["Non-GAAP EPS", "$1.50 - $1.70", "$1.20 - $1.30", "Prior year included $0.14 from the extra week"],
    )}`,
    guidance: [[year("adjusted"), 1.2, 1.3, "lowered"]],
  },
  {
    name: "a discount store's quarter and year",
    html: p(
      "The Company expects consolidated net sales for the fourth quarter of 2024 will range from $8.1 billion to $8.3 billion. Diluted EPS for the quarter is expected to be in the range of $2.10 to $2.30.",
      "Consolidated net sales for full-year fiscal 2024 are expected to range from $30.7 billion to $30.9 billion. The Company now expects diluted EPS for the year to be in a range of $5.31 to $5.51.",
    ),
    guidance: [
      [REVENUE_Q, 8.1e9, 8.3e9],
      [q4("gaap"), 2.1, 2.3],
      [REVENUE_FY, 30.7e9, 30.9e9],
      [year("gaap"), 5.31, 5.51],
    ],
  },
  {
    name: "a grocer's list with the range's name first",
    html: `${p("Full-Year 2024 Guidance", "Updated guidance:")}${list(
      "Identical Sales without fuel of 0.75% to 1.75%",
      "Adjusted FIFO Net Operating Profit of $4.6 – $4.8 billion",
      "Adjusted Net Earnings per Diluted Share of $4.35 – $4.45",
      "Capital expenditures of $3.6 – $3.8 billion",
      "Adjusted effective tax rate of 23%",
    )}`,
    guidance: [[year("adjusted"), 4.35, 4.45]],
  },
  {
    name: "a defense company's list with prior in brackets",
    html: `${p("2024 guidance:")}${list(
      "Revenue: $21.1B - $21.3B (prior: $21.0B - $21.3B)",
      "Segment operating margin: >15.5%",
      "Non-GAAP diluted EPS: $12.95 - $13.15 (prior: $12.85 - $13.15)",
    )}`,
    guidance: [
      [REVENUE_FY, 21.1e9, 21.3e9, "narrowed"],
      [year("adjusted"), 12.95, 13.15, "narrowed"],
    ],
  },
  {
    name: "an aerospace supplier in millions",
    html: `${p("Fiscal 2025 Outlook", "The Company expects fiscal 2025 financial guidance to be as follows:")}${list(
      "Net sales are anticipated to be in the range of $8,750 million to $8,950 million compared with $7,940 million in fiscal 2024, an increase of 11.5% at the midpoint;",
      "EBITDA As Defined is anticipated to be in the range of $4,615 million to $4,755 million compared with $4,173 million in fiscal 2024;",
      "Earnings per share is expected to be in the range of $31.94 to $33.86 per share based upon weighted average shares outstanding of 58.30 million;",
      "Adjusted earnings per share is expected to be in the range of $35.36 to $37.28 per share compared with $33.99 per share in fiscal 2024.",
    )}`,
    guidance: [
      [REVENUE_FY, 8750e6, 8950e6],
      [year("gaap"), 31.94, 33.86],
      [year("adjusted"), 35.36, 37.28],
    ],
  },
  {
    name: "an airline's text without special items",
    html: p(
      "Based on demand trends and the current fuel price forecast, the company expects its fourth-quarter 2024 adjusted earnings per diluted share to be between $0.25 and $0.50. The company now expects its full-year 2024 adjusted earnings per diluted share to be between $1.35 and $1.60.",
    ),
    guidance: [
      [q4("adjusted"), 0.25, 0.5],
      [year("adjusted"), 1.35, 1.6],
    ],
  },
  {
    name: "a hotel company before and after special items",
    html: `${p("Full Year 2024")}${list(
      "Diluted EPS is projected to be between $5.58 and $5.68.",
      "Diluted EPS, adjusted for special items, is projected to be between $6.93 and $7.03.",
      "Net income is projected to be between $1,405 million and $1,429 million.",
    )}`,
    guidance: [
      [year("gaap"), 5.58, 5.68],
      [year("adjusted"), 6.93, 7.03],
    ],
  },
  {
    name: "a car maker's table of updated and previous",
    html: `${p("2024 full-year guidance")}${table(
      ["", "Updated 2024 Guidance", "Previous 2024 Guidance"],
      [
        "Net income attributable to stockholders",
        "$10.4 billion - $11.1 billion",
        "$10.0 billion - $11.4 billion",
      ],
      ["EBIT-adjusted", "$14.0 billion - $15.0 billion", "$13.0 billion - $15.0 billion"],
      ["EPS-diluted", "$9.14 - $9.64", "$8.93 - $9.93"],
      ["EPS-diluted-adjusted", "$10.00 - $10.50", "$9.50 - $10.50"],
    )}`,
    guidance: [
      [year("gaap"), 9.14, 9.64, "narrowed"],
      [year("adjusted"), 10, 10.5, "narrowed"],
    ],
  },
  {
    name: "an animal health company's list of five lines",
    html: `${p("Full year 2024 guidance", "The company is raising and narrowing its full year 2024 guidance, which includes:")}${list(
      "Revenue between $9.200 billion to $9.300 billion",
      "Reported net income between $2.430 billion to $2.455 billion",
      "Adjusted net income between $2.670 billion to $2.695 billion",
      "Reported diluted EPS between $5.34 to $5.39",
      "Adjusted diluted EPS between $5.86 to $5.92",
    )}`,
    guidance: [
      [REVENUE_FY, 9.2e9, 9.3e9, "narrowed"],
      [year("gaap"), 5.34, 5.39, "narrowed"],
      [year("adjusted"), 5.86, 5.92, "narrowed"],
    ],
  },
  {
    name: "a manufacturer's between and adjusted between",
    html: p(
      "For the full year 2024, the company anticipates earnings per share to be between $9.36 and $9.42 and adjusted earnings per share to be between $10.75 and $10.81. For the fourth quarter of 2024, the company anticipates earnings per share to be between $2.39 and $2.45 and adjusted earnings per share between $2.78 and $2.84.",
    ),
    guidance: [
      [year("gaap"), 9.36, 9.42],
      [year("adjusted"), 10.75, 10.81],
      [q4("gaap"), 2.39, 2.45],
      [q4("adjusted"), 2.78, 2.84],
    ],
  },
  {
    name: "a paint maker's amortization between",
    html: p(
      "We are updating our diluted net income per share guidance for the full year to a range of $10.30 to $10.60 per share, including acquisition-related amortization expense of approximately $0.80 per share. Our full year 2024 adjusted diluted net income per share guidance is a range of $11.10 to $11.40 per share.",
    ),
    guidance: [
      [year("gaap"), 10.3, 10.6],
      [year("adjusted"), 11.1, 11.4],
    ],
  },
  {
    name: "a gas company's quarter and year",
    html: p(
      "Outlook: Full-year fiscal 2025 adjusted EPS guidance of $12.70 to $13.00, up 2% to 5% over the prior year; first quarter adjusted EPS guidance of $2.75 to $2.85.",
    ),
    guidance: [
      [year("adjusted"), 12.7, 13],
      [q4("adjusted"), 2.75, 2.85],
    ],
  },
  {
    name: "a steel maker's headline",
    html: p(
      "Steelworks today announced guidance for its fourth quarter ending December 31, 2024. The company expects earnings to be in the range of $0.55 to $0.65 per diluted share.",
    ),
    guidance: [[q4("gaap"), 0.55, 0.65]],
  },
  {
    name: "a food company's table of three lines",
    html: `${p("FISCAL 2025 OUTLOOK")}${table(
      ["", "Fiscal 2025 Outlook"],
      ["Net Sales (in billions)", "$11.9 - $12.2"],
      ["Organic Net Sales Growth", "1% - 3%"],
      ["Diluted Earnings per Share", "$1.51 - $1.65"],
      ["Adjusted Diluted Earnings per Share", "$1.58 - $1.72"],
    )}`,
    guidance: [
      [REVENUE_FY, 11.9e9, 12.2e9],
      [year("gaap"), 1.51, 1.65],
      [year("adjusted"), 1.58, 1.72],
    ],
  },
  {
    name: "a publisher's range of a loss",
    html: p(
      "Outlook for Fiscal 2025. The Company is reaffirming its initial outlook for fiscal year ending March 31, 2025: GAAP net revenue is expected to range from $5.57 to $5.67 billion. GAAP net loss is expected to range from $757 to $699 million. GAAP net loss per share is expected to range from $4.26 to $3.93.",
      "Outlook for the quarter ending December 31, 2024: GAAP net revenue is expected to range from $1.33 to $1.38 billion. GAAP net loss per share is expected to range from $0.83 to $0.73.",
    ),
    guidance: [
      [REVENUE_FY, 5.57e9, 5.67e9, "maintained"],
      [year("gaap"), -4.26, -3.93, "maintained"],
      [REVENUE_Q, 1.33e9, 1.38e9],
      [q4("gaap"), -0.83, -0.73],
    ],
  },
  {
    name: "a storage maker's GAAP and non-GAAP columns",
    html: `${p("Second Quarter of Fiscal Year 2025 Financial Outlook", "The Company provided the following financial guidance for the second quarter of fiscal year 2025:")}${table(
      ["Net revenues are expected to be in the range of:", "$1.605 billion - $1.755 billion", ""],
      ["", "GAAP", "Non-GAAP"],
      ["Earnings per share is expected to be in the range of:", "$1.33 - $1.43", "$1.85 - $1.95"],
    )}`,
    guidance: [
      [REVENUE_Q, 1.605e9, 1.755e9],
      [q4("gaap"), 1.33, 1.43],
      [q4("adjusted"), 1.85, 1.95],
    ],
  },
  {
    name: "approximately plus or minus, in millions with a comma",
    html: p(
      "Outlook: our guidance for the quarter ending December 31, 2024 is as follows. Revenue will be approximately $1,330 million, plus or minus $50 million. Non-GAAP net income per share will be approximately $0.48, plus or minus $0.05. This assumes a share count of approximately 335 million.",
    ),
    guidance: [
      [REVENUE_Q, 1280e6, 1380e6],
      [q4("adjusted"), 0.43, 0.53],
    ],
  },
  {
    name: "core sales and core EPS",
    html: p(
      "For the fourth quarter, management expects core sales to grow to approximately $3.75 billion, and core EPS to grow to a range of $0.53 to $0.57.",
    ),
    guidance: [[q4("adjusted"), 0.53, 0.57]],
  },
  {
    name: "a connector maker's points",
    html: p(
      "For the first quarter of fiscal 2025, the company expects net sales of approximately $3.9 billion. GAAP EPS from continuing operations are expected to be approximately $1.83, with adjusted EPS of approximately $1.88.",
    ),
    guidance: [
      [REVENUE_Q, 3.9e9, 3.9e9],
      [q4("gaap"), 1.83, 1.83],
      [q4("adjusted"), 1.88, 1.88],
    ],
  },
  {
    name: "a test maker's two sentences",
    html: p(
      "Revenue for the fiscal first quarter of 2025 is expected to be in the range of $1.265 billion to $1.285 billion. Non-GAAP earnings per share for the fiscal first quarter of 2025 are expected to be in the range of $1.65 to $1.71, based on a weighted diluted share count of approximately 174 million.",
    ),
    guidance: [
      [REVENUE_Q, 1.265e9, 1.285e9],
      [q4("adjusted"), 1.65, 1.71],
    ],
  },
  {
    name: "a data company's table of new and old with a dagger",
    html: `${p("2024 Outlook:")}${table(
      ["", "GAAP", "", "Adjusted", ""],
      ["", "New", "Prior", "New", "Prior"],
      ["Diluted EPS", "$11.80 - $11.90", "$11.45 - $11.60", "$15.10 - $15.30", "$14.35 - $14.60"],
    )}`,
    guidance: [
      [year("gaap"), 11.8, 11.9, "raised"],
      [year("adjusted"), 15.1, 15.3, "raised"],
    ],
  },
  {
    name: "a waste company in a list with billions and one end",
    html: `${p("Revised 2024 Financial Guidance")}${list(
      "Revenue: Republic expects revenue of $16.050 billion to $16.075 billion.",
      "Adjusted Diluted Earnings per Share: The Company expects adjusted diluted earnings per share to be in the range of $6.23 to $6.27.",
    )}`,
    guidance: [
      [REVENUE_FY, 16.05e9, 16.075e9],
      [year("adjusted"), 6.23, 6.27],
    ],
  },
  {
    name: "a household company's growth and EPS with up",
    html: `${p("Fiscal Year 2025 Outlook")}${list(
      "Net sales are expected to be down 4% to 2%.",
      "Diluted EPS is expected to be between $5.27 and $5.52, or an increase of 135% to 146%.",
      "Adjusted EPS is expected to be between $6.65 and $6.90, or an increase of 8% to 12%.",
    )}`,
    guidance: [
      [year("gaap"), 5.27, 5.52],
      [year("adjusted"), 6.65, 6.9],
    ],
  },
  {
    name: "a distributor of food with a point",
    html: p(
      "The company is reiterating its guidance for fiscal year 2025: net sales growth of 4% to 5% and adjusted EPS of $4.57 to $4.62, which is 6% to 7% growth over $4.31 in fiscal 2024.",
    ),
    guidance: [[year("adjusted"), 4.57, 4.62, "maintained"]],
  },
];
