import { type InventedRelease, list, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

export const ofChips: readonly InventedRelease[] = [
  {
    name: "revenue and EPS in one outlook",
    html: p(
      "Halcyon Semiconductor reports third quarter 2024 financial results",
      "Halcyon today reported third quarter revenue of $4.15 billion, net income of $1.36 billion and earnings per share of $1.47. Earnings per share included a 3-cent benefit for items that were not in the company's original guidance.",
      "Halcyon's fourth quarter outlook is for revenue in the range of $3.70 billion to $4.00 billion and earnings per share between $1.07 and $1.29. We now expect our 2024 effective tax rate to be about 13%.",
    ),
    guidance: [
      [REVENUE_Q, 3.7e9, 4e9],
      [q4("gaap"), 1.07, 1.29],
    ],
    reported: { revenue: 4.15e9, gaap: 1.47 },
  },
  {
    name: "plus or minus signs in a GAAP and non-GAAP table",
    html: `${p("Business Outlook", "The following table presents Tessel's guidance for the first quarter of 2025:")}${table(
      ["FQ1-25", "GAAP(1) Outlook", "Non-GAAP(2) Outlook"],
      ["Revenue", "$5.30 billion ± $200 million", "$5.30 billion ± $200 million"],
      ["Gross margin", "12.0% ± 1.5%", "13.0% ± 1.5%"],
      ["Operating expenses", "$1.07 billion ± $15 million", "$960 million ± $15 million"],
      ["Diluted earnings (loss) per share", "($0.41) ± $0.07", "($0.28) ± $0.07"],
    )}`,
    guidance: [
      [REVENUE_Q, 5.1e9, 5.5e9],
      [q4("gaap"), -0.48, -0.34],
      [q4("adjusted"), -0.35, -0.21],
    ],
  },
  {
    name: "a table with reconciling items and plus or minus",
    html: `${p("For the quarter ending December 29, 2024, Corvid is providing the following guidance:")}${table(
      ["", "GAAP", "Reconciling Items", "Non-GAAP"],
      ["Revenue", "$3.7 Billion +/- $300 Million", "—", "$3.7 Billion +/- $300 Million"],
      ["Gross margin as a percentage of revenue", "46.7% +/- 1%", "$11.7 Million", "47.0% +/- 1%"],
      ["Net income per diluted share", "$6.79 +/- $0.75", "$0.21", "$7.00 +/- $0.75"],
    )}`,
    guidance: [
      [REVENUE_Q, 3.4e9, 4e9],
      [q4("gaap"), 6.04, 7.54],
      [q4("adjusted"), 6.25, 7.75],
    ],
  },
  {
    name: "a list with plus or minus signs",
    html: `${p("Guidance:", "For the first quarter of fiscal 2025 ending in December 2024, the Company's guidance for key performance indicators is as follows:")}${list(
      "Total revenues is expected to be $2.3 billion +/- $125 million",
      "GAAP gross margin is expected to be in a range of 59.5% +/- 1%",
      "GAAP diluted EPS is expected to be $4.95 +/- $0.60",
      "Non-GAAP diluted EPS is expected to be $5.26 +/- $0.60",
    )}`,
    guidance: [
      [REVENUE_Q, 2.175e9, 2.425e9],
      [q4("gaap"), 4.35, 5.55],
      [q4("adjusted"), 4.66, 5.86],
    ],
  },
  {
    name: "reported and adjusted EPS with a comma and a sign",
    html: p(
      "Outlook for the First Quarter of Fiscal Year 2025",
      "For the first quarter of fiscal 2025, we are forecasting revenue of $2.10 billion, +/- $100 million. At the midpoint of this revenue outlook, we expect reported operating margin of approximately 16.5%, +/-190 bps. We are planning for reported EPS to be $0.42, +/-$0.10, and adjusted EPS to be $1.26, +/-$0.10.",
    ),
    guidance: [
      [REVENUE_Q, 2e9, 2.2e9],
      [q4("gaap"), 0.32, 0.52],
      [q4("adjusted"), 1.16, 1.36],
    ],
  },
  {
    name: "short scales and supplemental segment rows",
    html: `${p("Business Outlook", "The following table summarizes the guidance for the first quarter of fiscal 2025. The outlook does not include provisions for proposed tax law changes.")}${table(
      ["", "Q1 FY25 Guidance"],
      ["Revenues", "$8.9B - $9.7B"],
      ["Supplemental Revenue Information", ""],
      ["Handset revenues", "$7.7B - $8.3B"],
      ["Licensing revenues", "$1.2B - $1.4B"],
      ["GAAP diluted EPS", "$1.73 - $1.93"],
      ["Less diluted EPS attributable to share-based compensation", "($0.57)"],
      ["Less diluted EPS attributable to other items", "$0.10"],
      ["Non-GAAP diluted EPS", "$2.20 - $2.40"],
    )}`,
    guidance: [
      [REVENUE_Q, 8.9e9, 9.7e9],
      [q4("gaap"), 1.73, 1.93],
      [q4("adjusted"), 2.2, 2.4],
    ],
  },
  {
    name: "low, mid and high of GAAP and non-GAAP in seven columns",
    html: `${p("Guidance for the Fourth Quarter 2024: ($ in millions, except per share data)")}${table(
      ["", "GAAP", "", "", "Reconciliation", "non-GAAP", "", ""],
      ["", "Low", "Mid", "High", "", "Low", "Mid", "High"],
      ["Total Revenue", "$3,025", "$3,125", "$3,225", "$—", "$3,025", "$3,125", "$3,225"],
      ["Gross Profit", "$1,694", "$1,767", "$1,839", "$(62)", "$1,756", "$1,829", "$1,901"],
      ["Operating Income", "$759", "$827", "$894", "$(231)", "$990", "$1,058", "$1,125"],
      ["Earnings Per Share - diluted", "$1.97", "$2.19", "$2.40", "", "$2.73", "$2.94", "$3.16"],
    )}`,
    guidance: [
      [REVENUE_Q, 3025e6, 3225e6],
      [q4("gaap"), 1.97, 2.4],
      [q4("adjusted"), 2.73, 3.16],
    ],
  },
  {
    name: "total, special items and non-GAAP columns",
    html: `${p("FOURTH QUARTER 2024 OUTLOOK", "The following table outlines Nandor's projected fourth quarter of 2024 GAAP and non-GAAP outlook.")}${table(
      ["", "Total Nandor GAAP", "Special Items **", "Total Nandor Non-GAAP ***"],
      ["Revenue", "$1,710 to $1,810 million", "—", "$1,710 to $1,810 million"],
      ["Gross Margin", "43.9% to 45.9%", "0.1%", "44.0% to 46.0%"],
      ["Diluted Earnings Per Share", "$0.82 to $0.94", "$0.10", "$0.92 to $1.04"],
    )}`,
    guidance: [
      [REVENUE_Q, 1710e6, 1810e6],
      [q4("gaap"), 0.82, 0.94],
      [q4("adjusted"), 0.92, 1.04],
    ],
  },
  {
    name: "EPS at the midpoint of revenue between",
    html: p(
      "We expect solid sequential growth in the December quarter. “For the first fiscal quarter, we expect revenue between $1.050 billion and $1.080 billion,” said the chief financial officer. “At the midpoint of $1.065 billion, we anticipate non-GAAP diluted earnings per share of $1.57.”",
      "December 2024 Quarter Outlook",
    ),
    guidance: [
      [REVENUE_Q, 1.05e9, 1.08e9],
      [q4("adjusted"), 1.57, 1.57],
    ],
  },
  {
    name: "a storage company's two lines",
    html: `${p(
      "Business Outlook for the Fiscal Second Quarter 2025",
      "The Company is providing the following guidance for its fiscal second quarter 2025:",
    )}${list("Revenue of $2.30 billion, plus or minus $150 million", "Non-GAAP diluted EPS of $1.85, plus or minus $0.20")}${p("Guidance regarding non-GAAP diluted EPS excludes estimated share-based compensation expenses of $0.23 per share.")}`,
    guidance: [
      [REVENUE_Q, 2.15e9, 2.45e9],
      [q4("adjusted"), 1.65, 2.05],
    ],
  },
  {
    name: "approximately, plus or minus millions",
    html: p(
      "For the fourth quarter of 2024, Orbit expects revenue to be approximately $7.5 billion, plus or minus $300 million. At the mid-point of the revenue range, this represents year-over-year growth of approximately 22%. Non-GAAP gross margin is expected to be approximately 54%.",
    ),
    guidance: [[REVENUE_Q, 7.2e9, 7.8e9]],
  },
  {
    name: "first quarter guidance in a headline list",
    html: p(
      "Fourth Quarter Fiscal Year 2024 Guidance",
      "Revenue guidance of approximately $14.0 billion, including contribution from the acquired business; and",
      "Adjusted EBITDA guidance of approximately 64 percent of projected revenue.",
    ),
    guidance: [[REVENUE_Q, 14e9, 14e9]],
  },
  {
    name: "old fashioned net revenues and pro forma cents",
    html: `Exhibit 99.1 ARDENT MICRO ANNOUNCES THIRD QUARTER RESULTS
SAN JOSE, Calif.--(BUSINESS WIRE)--October 24, 2024--Ardent Micro, Inc. (NASDAQ: ARDM) today reported net revenues of $61.4 million for the third quarter ended September 30, 2024,
up 4 percent sequentially. GAAP net income for the third quarter was $5.2 million, or $0.11 per diluted share. Pro forma net income was $6.8 million, or $0.14 per diluted share.
Business Outlook
The Company currently anticipates that net revenues for the fourth quarter of 2024 will be in the range of $62 million to $65 million. Pro forma diluted earnings per share are expected to be
in the range of $0.14 to $0.16.`,
    guidance: [
      [REVENUE_Q, 62e6, 65e6],
      [q4("adjusted"), 0.14, 0.16],
    ],
    reported: { revenue: 61.4e6, gaap: 0.11, adjusted: 0.14 },
  },
  {
    name: "growth of the quarter alone",
    html: p(
      "The company's third quarter net revenue was $204.1 million and GAAP diluted EPS was $0.31.",
      "Outlook: for the fourth quarter of 2024, we expect revenue to be flat to up 3 percent sequentially and gross margin of 57 percent, plus or minus 50 basis points.",
    ),
    guidance: [],
    reported: { revenue: 204.1e6, gaap: 0.31 },
  },
  {
    name: "a fiscal year's approximately, with millions in words",
    html: p(
      "“We now anticipate full year fiscal 2025 revenues of approximately $1.46 billion, as compared with our earlier expectation of $1.52 billion,” the company said.",
    ),
    guidance: [[REVENUE_FY, 1.46e9, 1.46e9, "lowered"]],
  },
  {
    name: "a range of dollars a share as an outlook of the year",
    html: p(
      "Guidance for fiscal 2025: non-GAAP EPS $3.10–$3.30; GAAP EPS $2.35–$2.55; revenue $2.05–$2.15 billion.",
    ),
    guidance: [
      [year("adjusted"), 3.1, 3.3],
      [year("gaap"), 2.35, 2.55],
      [REVENUE_FY, 2.05e9, 2.15e9],
    ],
  },
];
