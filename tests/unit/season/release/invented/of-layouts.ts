import { type InventedRelease, list, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

export const ofLayouts: readonly InventedRelease[] = [
  {
    name: "cells of their own for currency, to and brackets",
    html: `${p("Outlook", "(in millions, except per share amounts)")}${table(
      ["", "", "Three Months Ending", "", "", "", "", "Year Ending", "", "", ""],
      ["", "", "December 31, 2024", "", "", "", "", "December 31, 2024", "", "", ""],
      ["Revenue", "$", "120.0", "to", "$", "122.0", "", "$", "470.0", "to", "$", "472.0"],
      [
        "Net loss per share, diluted",
        "$",
        "(0.22",
        ")",
        "to",
        "$",
        "(0.20",
        ")",
        "$",
        "(0.95",
        ")",
        "to",
        "$",
        "(0.93",
        ")",
      ],
      [
        "Non-GAAP net income per share, diluted",
        "$",
        "0.05",
        "to",
        "$",
        "0.07",
        "",
        "$",
        "0.18",
        "to",
        "$",
        "0.20",
      ],
    )}`,
    guidance: [
      [REVENUE_Q, 120e6, 122e6],
      [REVENUE_FY, 470e6, 472e6],
      [q4("gaap"), -0.22, -0.2],
      [year("gaap"), -0.95, -0.93],
      [q4("adjusted"), 0.05, 0.07],
      [year("adjusted"), 0.18, 0.2],
    ],
  },
  {
    name: "a reconciliation of two ends with split cells",
    html: `${p("The Company expects fourth quarter 2024 adjusted diluted EPS of $1.05 to $1.15.", "Reconciliation of Fourth Quarter 2024 Outlook")}${table(
      ["", "Low", "", "High", ""],
      ["Diluted EPS", "$", "0.92", "$", "1.02"],
      ["Amortization", "", "0.10", "", "0.10"],
      ["Tax effect", "", "0.03", "", "0.03"],
      ["Adjusted diluted EPS", "$", "1.05", "$", "1.15"],
    )}`,
    guidance: [
      [q4("gaap"), 0.92, 1.02],
      [q4("adjusted"), 1.05, 1.15],
    ],
  },
  {
    name: "an affirmed list with the quarter's results above",
    html: `${p(
      "Solano Brands Reports Third Quarter 2024 Results and Affirms Full Year Outlook",
      "Third quarter net sales of $1.21 billion; diluted EPS of $0.88; adjusted EPS of $0.94.",
      "Full-Year 2024 Outlook",
      "The Company is affirming the following full-year outlook:",
    )}${list("Net sales in the range of $4.80 billion to $4.85 billion", "Adjusted EPS in the range of $3.40 to $3.50", "Interest expense of $90 million")}`,
    guidance: [
      [REVENUE_FY, 4.8e9, 4.85e9, "maintained"],
      [year("adjusted"), 3.4, 3.5, "maintained"],
    ],
    reported: { revenue: 1.21e9, gaap: 0.88, adjusted: 0.94 },
  },
  {
    name: "tightened to",
    html: p(
      "We have tightened our full-year 2024 guidance for adjusted EPS to $5.45 to $5.55 from $5.30 to $5.60, and for revenue to $2.96 billion to $2.98 billion from $2.90 billion to $3.00 billion.",
    ),
    guidance: [
      [year("adjusted"), 5.45, 5.55, "narrowed"],
      [REVENUE_FY, 2.96e9, 2.98e9, "narrowed"],
    ],
  },
  {
    name: "trimmed in the headline",
    html: p(
      "Wexford Reports Third Quarter 2024 Results; Lowers Full-Year Outlook",
      "The Company now anticipates 2024 net sales of $900 million to $910 million and adjusted diluted EPS of $2.00 to $2.10. The prior outlook was net sales of $940 million to $960 million and adjusted diluted EPS of $2.30 to $2.45.",
    ),
    guidance: [
      [REVENUE_FY, 900e6, 910e6, "lowered"],
      [year("adjusted"), 2, 2.1, "lowered"],
    ],
  },
  {
    name: "a chief financial officer's quotation",
    html: p(
      "“Given our momentum, we are increasing our full-year 2024 adjusted EPS guidance to a range of $7.15 to $7.25,” said Ada Renner, Chief Financial Officer. “We now expect sales growth of approximately 6%.”",
    ),
    guidance: [[year("adjusted"), 7.15, 7.25, "raised"]],
  },
  {
    name: "fiscal year by two digits and thousands",
    html: `${p("Guidance for FY25 (dollars in thousands, except per share data)")}${table(
      ["", "Low", "High"],
      ["Net sales", "$ 1,210,000", "$ 1,240,000"],
      ["GAAP diluted EPS", "$ 2.05", "$ 2.20"],
    )}`,
    guidance: [
      [REVENUE_FY, 1.21e9, 1.24e9],
      [year("gaap"), 2.05, 2.2],
    ],
  },
  {
    name: "not more than and up to",
    html: p(
      "For fiscal year 2025, the Company expects total revenues in excess of $2.0 billion and adjusted EPS of at least $4.00.",
    ),
    guidance: [
      [REVENUE_FY, 2e9, null],
      [year("adjusted"), 4, null],
    ],
  },
  {
    name: "second half and first half beside the year",
    html: p(
      "For the full year 2025, we expect revenue of $640 million to $660 million, with revenue of $300 million to $310 million in the first half.",
    ),
    guidance: [
      [REVENUE_FY, 640e6, 660e6],
      ["revenue  other", 300e6, 310e6],
    ],
  },
  {
    name: "an outlook of adjusted diluted earnings with the segment's before",
    html: p(
      "The Residential segment is expected to have revenue of $200 million to $210 million in the fourth quarter.",
      "For the fourth quarter of 2024 the Company expects consolidated revenue of $510 million to $525 million and adjusted diluted earnings of $0.66 to $0.72 per share.",
    ),
    guidance: [
      [REVENUE_Q, 510e6, 525e6],
      [q4("adjusted"), 0.66, 0.72],
    ],
  },
  {
    name: "preliminary results of the quarter that has ended beside the year's guidance",
    html: p(
      "Preliminary third quarter 2024 results: the Company expects revenue for the third quarter of 2024 to be between $81 million and $82 million.",
      "The Company reiterates its full year 2024 revenue guidance of $330 million to $340 million.",
    ),
    guidance: [[REVENUE_FY, 330e6, 340e6, "maintained"]],
  },
  {
    name: "an estimated range of the tax rate and shares beside EPS",
    html: `${p("2025 Financial Guidance")}${list(
      "Revenue: $6.1 to $6.3 billion",
      "Adjusted EBITDA: $1.20 to $1.25 billion",
      "Adjusted EPS: $8.10 to $8.50",
      "Adjusted free cash flow: $600 to $650 million",
      "Effective tax rate: 22% to 23%",
    )}`,
    guidance: [
      [REVENUE_FY, 6.1e9, 6.3e9],
      [year("adjusted"), 8.1, 8.5],
    ],
  },
  {
    name: "headline numbers glued by semicolons",
    html: p(
      "Q3 Revenue $1.42B, up 8%; GAAP EPS $1.02; Non-GAAP EPS $1.27",
      "Q4 Outlook: Revenue $1.45B–$1.48B; Non-GAAP EPS $1.28–$1.33",
      "FY24 Outlook: Revenue $5.62B–$5.65B; Non-GAAP EPS $4.98–$5.03 (prior: $4.85–$4.95)",
    ),
    guidance: [
      [REVENUE_Q, 1.45e9, 1.48e9],
      [q4("adjusted"), 1.28, 1.33],
      [REVENUE_FY, 5.62e9, 5.65e9],
      [year("adjusted"), 4.98, 5.03, "raised"],
    ],
    reported: { revenue: 1.42e9, gaap: 1.02, adjusted: 1.27 },
  },
  {
    name: "the year's outlook by GAAP, adjustments and adjusted rows",
    html: `${p("Fiscal 2025 Outlook")}${table(
      ["", "Fiscal 2025"],
      ["Net sales", "$3.35 billion to $3.45 billion"],
      ["Reported diluted EPS", "$4.10 to $4.40"],
      ["Restructuring", "$0.25"],
      ["Adjusted diluted EPS", "$4.35 to $4.65"],
    )}`,
    guidance: [
      [REVENUE_FY, 3.35e9, 3.45e9],
      [year("gaap"), 4.1, 4.4],
      [year("adjusted"), 4.35, 4.65],
    ],
  },
  {
    name: "last year's guidance and result told in the quarter's text",
    html: p(
      "In January, the Company guided to 2024 revenue of $1.0 billion to $1.1 billion.",
      "The Company now expects 2024 revenue of $1.12 billion to $1.14 billion.",
    ),
    guidance: [[REVENUE_FY, 1.12e9, 1.14e9]],
  },
  {
    name: "assumptions in a footnote",
    html: p(
      "Outlook(1): fourth quarter 2024 net sales of $205 million to $215 million; diluted EPS of $0.40 to $0.46(2).",
      "(1) Assumes foreign exchange rates of October 1. (2) Excludes any benefit of tax planning of approximately $0.02 per share.",
    ),
    guidance: [
      [REVENUE_Q, 205e6, 215e6],
      [q4("gaap"), 0.4, 0.46],
    ],
  },
  {
    name: "growth with its level in brackets",
    html: p(
      "For the full year 2024 the Company now expects revenue growth of 9% to 10% ($1.308 billion to $1.320 billion) and adjusted EPS growth of 12% to 14% ($2.80 to $2.85).",
    ),
    guidance: [
      [year("adjusted"), 2.8, 2.85],
      [REVENUE_FY, 1308e6, 1320e6],
    ],
  },
  {
    name: "Canadian company that guides in U.S. dollars",
    html: p(
      "For the fourth quarter of 2024, the Company expects revenue of US$1.02 billion to US$1.06 billion and adjusted EPS of US$0.71 to US$0.75.",
    ),
    guidance: [
      [REVENUE_Q, 1.02e9, 1.06e9],
      [q4("adjusted"), 0.71, 0.75],
    ],
  },
  {
    name: "a quarter by its number and fiscal year in brackets",
    html: p(
      "Second quarter (Q2 FY25) guidance: net revenue of $1.75 to $1.85 billion, GAAP EPS of $0.61 to $0.71, and non-GAAP EPS of $0.95 to $1.05.",
    ),
    guidance: [
      [REVENUE_Q, 1.75e9, 1.85e9],
      [q4("gaap"), 0.61, 0.71],
      [q4("adjusted"), 0.95, 1.05],
    ],
  },
  {
    name: "an oil service company's text without figures",
    html: p(
      "For the fourth quarter, we expect sequential revenue to be flat and margins to improve by 25 to 50 basis points. Third quarter EPS was $0.83; revenue was $9.16 billion.",
    ),
    guidance: [],
    reported: { revenue: 9.16e9, gaap: 0.83 },
  },
  {
    name: "per share in a column of its own",
    html: `${p("Full Year 2024 Guidance for net income and adjusted net income ($ in millions, except per share)")}${table(
      ["", "Low", "High"],
      ["Net income", "$410", "$430"],
      ["Per diluted share", "$3.05", "$3.20"],
      ["Adjusted net income", "$490", "$510"],
      ["Adjusted net income per diluted share", "$3.65", "$3.80"],
    )}`,
    guidance: [
      [year("gaap"), 3.05, 3.2],
      [year("adjusted"), 3.65, 3.8],
    ],
  },
  {
    name: "a consulting firm's next quarter in local currency",
    html: p(
      "Business Outlook",
      "The company expects revenues for the second quarter of fiscal 2025 to be in the range of $17.6 billion to $18.2 billion, 2% to 6% growth in local currency.",
      "For fiscal 2025, the company expects GAAP EPS to be in the range of $12.55 to $12.91, a 10% to 13% increase over fiscal 2024 GAAP EPS of $11.44.",
    ),
    guidance: [
      [REVENUE_Q, 17.6e9, 18.2e9],
      [year("gaap"), 12.55, 12.91],
    ],
  },
  {
    name: "adjusted earnings per share ranges with a dash of words",
    html: p(
      "Full-year adjusted earnings per share guidance raised to between $13.50 and $13.75, up from between $13.00 and $13.40.",
    ),
    guidance: [[year("adjusted"), 13.5, 13.75, "raised"]],
  },
  {
    name: "an insurer's combined ratio and a core EPS",
    html: p(
      "For 2024, the Company expects core income of $20.50 to $21.50 per diluted share, a combined ratio of 92% to 94%, and catastrophe losses of $2.5 billion.",
    ),
    guidance: [[year("adjusted"), 20.5, 21.5]],
  },
  {
    name: "revenue split by kinds with a total below",
    html: `${p("Fourth quarter 2024 outlook (in millions):")}${table(
      ["", "Low", "High"],
      ["Subscription revenue", "$410", "$414"],
      ["Services revenue", "$30", "$32"],
      ["Total revenue", "$440", "$446"],
      ["Non-GAAP EPS", "$0.50", "$0.53"],
    )}`,
    guidance: [
      [REVENUE_Q, 440e6, 446e6],
      [q4("adjusted"), 0.5, 0.53],
    ],
  },
  {
    name: "a fiscal first quarter ahead after the fourth quarter's results, and the year",
    html: p(
      "Tamarind Reports Fourth Quarter and Fiscal 2024 Results",
      "Net revenue for the fourth quarter was $455 million and non-GAAP diluted EPS was $0.77.",
      "Outlook. The company expects first quarter fiscal 2025 net revenue in the range of $440 million to $460 million and non-GAAP diluted EPS in the range of $0.70 to $0.78. The company expects fiscal 2025 net revenue to grow at a mid-single-digit rate.",
    ),
    guidance: [
      [REVENUE_Q, 440e6, 460e6, "initiated"],
      [q4("adjusted"), 0.7, 0.78, "initiated"],
    ],
    reported: { revenue: 455e6, adjusted: 0.77 },
  },
];
