import { type InventedRelease, list, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

export const inTables: readonly InventedRelease[] = [
  {
    name: "a table with prior and updated columns",
    html: `${p("Fiscal 2024 Outlook", "The Company is updating its outlook for the fiscal year ending February 1, 2025:")}${table(
      ["", "Prior Guidance", "Updated Guidance"],
      ["Net sales", "$5.10 to $5.20 billion", "$5.00 to $5.05 billion"],
      ["Comparable sales", "1% to 3%", "(1)% to 0%"],
      ["Operating margin", "8.0% to 8.4%", "7.6% to 7.8%"],
      ["Diluted EPS", "$7.30 to $7.70", "$6.80 to $7.00"],
    )}`,
    guidance: [
      [REVENUE_FY, 5e9, 5.05e9, "lowered"],
      [year("gaap"), 6.8, 7, "lowered"],
    ],
  },
  {
    name: "low and high of quarter and year in four columns",
    html: `${p("Financial Outlook", "(in millions, except per share data)")}${table(
      ["", "Q4 2024", "", "Full Year 2024", ""],
      ["", "Low", "High", "Low", "High"],
      ["Revenue", "$410", "$415", "$1,590", "$1,595"],
      ["Non-GAAP EPS", "$0.61", "$0.64", "$2.31", "$2.34"],
    )}`,
    guidance: [
      [REVENUE_Q, 410e6, 415e6],
      [REVENUE_FY, 1590e6, 1595e6],
      [q4("adjusted"), 0.61, 0.64],
      [year("adjusted"), 2.31, 2.34],
    ],
  },
  {
    name: "a reconciliation of guidance",
    html: `${p("For fiscal 2025, the Company expects GAAP EPS of $3.00 to $3.20 and non-GAAP EPS of $3.80 to $4.00.", "Reconciliation of GAAP to Non-GAAP Guidance for Fiscal 2025")}${table(
      ["", "Low", "High"],
      ["GAAP EPS", "$3.00", "$3.20"],
      ["Amortization of intangibles", "0.60", "0.60"],
      ["Share-based compensation", "0.40", "0.40"],
      ["Income tax effect", "(0.20)", "(0.20)"],
      ["Non-GAAP EPS", "$3.80", "$4.00"],
    )}`,
    guidance: [
      [year("gaap"), 3, 3.2],
      [year("adjusted"), 3.8, 4],
    ],
  },
  {
    name: "a REIT",
    html: `${p("2024 Guidance")}${table(
      ["", "Low", "High"],
      ["Net income per diluted share", "$1.05", "$1.15"],
      ["Depreciation and amortization", "3.15", "3.15"],
      ["FFO per diluted share", "$4.20", "$4.30"],
    )}`,
    guidance: [[year("gaap"), 1.05, 1.15]],
  },
  {
    name: "a table with current and prior, and growth beside",
    html: `${p("Full Year 2024 Guidance", "$ in millions, except per share amounts")}${table(
      ["", "Current Guidance", "Growth", "Prior Guidance"],
      ["Revenue", "$1,240 - $1,250", "11% - 12%", "$1,220 - $1,240"],
      ["Adjusted EBITDA", "$300 - $310", "14% - 18%", "$290 - $305"],
      ["Adjusted EPS", "$3.05 - $3.15", "9% - 13%", "$2.95 - $3.10"],
    )}`,
    guidance: [
      [REVENUE_FY, 1240e6, 1250e6, "raised"],
      [year("adjusted"), 3.05, 3.15, "raised"],
    ],
  },
  {
    name: "quarter and year in columns, revenue and EPS in rows",
    html: `${table(
      ["Guidance", "Fourth Quarter 2024", "Full Year 2024"],
      ["Total revenue", "$92.0 - $93.0 million", "$361.0 - $362.0 million"],
      ["Non-GAAP net income per share, diluted", "$0.14 - $0.15", "$0.52 - $0.53"],
    )}`,
    guidance: [
      [REVENUE_Q, 92e6, 93e6],
      [REVENUE_FY, 361e6, 362e6],
      [q4("adjusted"), 0.14, 0.15],
      [year("adjusted"), 0.52, 0.53],
    ],
  },
  {
    name: "a whole release",
    html: `${p(
      "Orrin Systems Announces Third Quarter 2024 Financial Results",
      "Raises full year guidance",
      "AUSTIN, Texas, October 24, 2024 — Orrin Systems, Inc. (NYSE: ORN) today announced financial results for its third quarter ended September 30, 2024.",
      "“We delivered another strong quarter with revenue growth of 14%,” said the chief executive officer. “We see $1 billion of revenue as within reach.”",
      "Third Quarter 2024 Highlights",
    )}${list(
      "Total revenue of $241.7 million, up 14% year over year",
      "GAAP net income of $18.4 million, or $0.22 per diluted share, compared to $0.11 per diluted share in the third quarter of 2023",
      "Non-GAAP net income of $34.3 million, or $0.41 per diluted share, compared to $0.33 in the prior-year quarter",
      "Cash flow from operations of $52.0 million",
    )}${p("Financial Outlook", "As of October 24, 2024, Orrin is issuing guidance for the fourth quarter of 2024 and raising guidance for the full year 2024:")}${list(
      "Fourth quarter 2024: Total revenue of $248.0 million to $250.0 million and non-GAAP diluted EPS of $0.42 to $0.44.",
      "Full year 2024: Total revenue of $948.0 million to $950.0 million and non-GAAP diluted EPS of $1.58 to $1.60.",
    )}${p("Conference Call", "Orrin will host a call at 5:00 p.m. Eastern.", "Condensed Consolidated Statements of Operations (in thousands, except per share data)")}${table(
      ["", "Three Months Ended September 30,", "", "Nine Months Ended September 30,", ""],
      ["", "2024", "2023", "2024", "2023"],
      ["Total revenue", "$ 241,702", "$ 212,019", "$ 700,031", "$ 611,377"],
      ["Net income", "18,402", "9,102", "51,882", "21,100"],
      ["Diluted net income per share", "$ 0.22", "$ 0.11", "$ 0.62", "$ 0.26"],
    )}`,
    guidance: [
      [REVENUE_Q, 248e6, 250e6],
      [q4("adjusted"), 0.42, 0.44],
      [REVENUE_FY, 948e6, 950e6, "raised"],
      [year("adjusted"), 1.58, 1.6, "raised"],
    ],
    reported: { revenue: 241_702_000, gaap: 0.22, adjusted: 0.41 },
  },
  {
    name: "a range with a midpoint column",
    html: `${p("Full-Year 2025 Guidance")}${table(
      ["($ in millions, except EPS)", "Low", "Midpoint", "High"],
      ["Net revenue", "$2,000", "$2,050", "$2,100"],
      ["Adjusted EPS", "$4.00", "$4.15", "$4.30"],
    )}`,
    guidance: [
      [REVENUE_FY, 2e9, 2.1e9],
      [year("adjusted"), 4, 4.3],
    ],
  },
  {
    name: "2023 actual beside 2024 guidance",
    html: table(
      ["Full Year Guidance", "2023 Actual", "2024 Guidance"],
      ["Net sales", "$4,512 million", "$4,650 to $4,700 million"],
      ["Adjusted EPS", "$6.02", "$6.25 to $6.45"],
    ),
    guidance: [
      [REVENUE_FY, 4650e6, 4700e6],
      [year("adjusted"), 6.25, 6.45],
    ],
  },
  {
    name: "an airline",
    html: table(
      ["Fourth Quarter 2024 Guidance", ""],
      ["Total revenue (YoY)", "Up 5% to 7%"],
      ["Operating margin", "9% to 11%"],
      ["Adjusted earnings per share", "$1.60 - $1.85"],
      ["Full year adjusted EPS", "~$6.00"],
    ),
    guidance: [
      [q4("adjusted"), 1.6, 1.85],
      [year("adjusted"), 6, 6],
    ],
  },
  {
    name: "GAAP and non-GAAP columns",
    html: `${p("Outlook for the fourth quarter of fiscal 2024 (in millions, except per share amounts)")}${table(
      ["", "GAAP", "Adjustments", "Non-GAAP"],
      ["Net revenue", "$1,450 to $1,500", "", "$1,450 to $1,500"],
      ["Diluted EPS", "$0.50 to $0.56", "$0.24", "$0.74 to $0.80"],
    )}`,
    guidance: [
      [REVENUE_Q, 1450e6, 1500e6],
      [q4("gaap"), 0.5, 0.56],
      [q4("adjusted"), 0.74, 0.8],
    ],
  },
];
