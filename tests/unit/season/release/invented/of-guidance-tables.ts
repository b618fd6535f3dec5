import { type InventedRelease, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

export const ofGuidanceTables: readonly InventedRelease[] = [
  {
    name: "an earlier column of the same period, which only its day tells apart",
    html: table(
      ["Total Company", "2024 Guidance Range (as of May 1)", "2024 Guidance Range (as of October 24)"],
      ["Net sales", "$17.6 - $18.1 billion", "$17.9 - $18.2 billion"],
      ["Diluted Earnings per Share", "$39.00 - $41.50", "$38.50 - $40.25"],
    ),
    guidance: [
      [REVENUE_FY, 17.9e9, 18.2e9, "raised"],
      [year("gaap"), 38.5, 40.25, "lowered"],
    ],
  },
  {
    name: "new guidance in a word",
    html: table(
      ["", "Prior 2024 Guidance", "Current 2024 Guidance"],
      ["Net Sales", "$3.4B to $3.6B", "Unchanged"],
      ["Earnings per Diluted Share", "$7.00 to $8.00", "$7.20 to $7.80"],
    ),
    guidance: [
      [REVENUE_FY, 3.4e9, 3.6e9, "maintained"],
      [year("gaap"), 7.2, 7.8, "narrowed"],
    ],
  },
  {
    name: "guidance withdrawn in a table",
    html: table(
      ["Fiscal 2025", "Guidance Issued August 12, 2024", "Current Status"],
      ["Net sales", "$2,420 - $2,480 million", "Withdrawn"],
      ["Capital expenditures", "$75 - $80 million", "$40 - $45 million"],
    ),
    guidance: [[REVENUE_FY, null, null, "withdrawn"]],
  },
  {
    name: "a column of what became of guidance",
    html: table(
      ["2024 Guidance", "Range", "Status"],
      ["Consolidated revenue", "$9.8 billion to $10.0 billion", "Affirmed"],
      ["Adjusted net income per diluted share", "$1.40 to $1.50", "Lowered from $2.00 to $2.15"],
    ),
    guidance: [
      [REVENUE_FY, 9.8e9, 10e9, "maintained"],
      [year("adjusted"), 1.4, 1.5, "lowered"],
    ],
  },
  {
    name: "ends that are open",
    html: `${p("2025 Full Year Outlook")}${table(
      ["", "2025 Outlook"],
      ["Total operating revenue", "At least $74.5 billion"],
      ["Adjusted Diluted EPS", "Greater than $14.15"],
    )}`,
    guidance: [
      [REVENUE_FY, 74.5e9, null],
      [year("adjusted"), 14.15, null],
    ],
  },
  {
    name: "last year beside three columns of this year's guidance",
    html: `${p("($ in millions, except per share)")}<table><tr><td></td><td>Actual 2023</td><td colspan="3">2024 Guidance</td></tr><tr><td></td><td></td><td>Low</td><td>Midpoint</td><td>High</td></tr><tr><td>Net sales</td><td>$3,412</td><td>$3,460</td><td>$3,500</td><td>$3,540</td></tr><tr><td>GAAP diluted EPS</td><td>$4.06</td><td>$4.28</td><td>$4.38</td><td>$4.48</td></tr></table>`,
    guidance: [
      [REVENUE_FY, 3460e6, 3540e6],
      [year("gaap"), 4.28, 4.48],
    ],
  },
  {
    name: "a range over several cells beside last year's result",
    html: `<table><tr><td></td><td colspan="7">Full-Year</td></tr><tr><td></td><td colspan="5">2025 Forecast</td><td colspan="2">2024</td></tr><tr><td>Reported Diluted EPS</td><td>$</td><td>4.62</td><td>-</td><td>$</td><td>4.75</td><td>$</td><td>3.87</td></tr></table>`,
    guidance: [[year("gaap"), 4.62, 4.75]],
  },
  {
    name: "rows of periods below the names of measures",
    html: `${p("Business Outlook")}${table(
      ["Period", "Revenue (in millions)", "Operating Margin", "Adjusted EPS"],
      ["Q4 2024", "$118.0 - $120.0", "25% - 26%", "$0.64 - $0.67"],
      ["Full year 2024", "$488.0 - $496.0", "23% - 24%", "$2.58 - $2.68"],
    )}`,
    guidance: [
      [REVENUE_Q, 118e6, 120e6],
      [q4("adjusted"), 0.64, 0.67],
      [REVENUE_FY, 488e6, 496e6],
      [year("adjusted"), 2.58, 2.68],
    ],
  },
  {
    name: "an adjustment in a reconciliation is no guidance",
    html: `${p("Outlook for the year ending December 31, 2024")}${table(
      ["", "Low", "High"],
      ["Forecasted net loss per share, diluted", "$(0.46)", "$(0.38)"],
      ["Adjustment to diluted earnings per share", "(0.04)", "(0.04)"],
    )}`,
    guidance: [[year("gaap"), -0.46, -0.38]],
  },
  {
    name: "this year's new guidance beside the first one of next year",
    html: `${p("Outlook")}${table(
      ["", "2024 Prior", "2024 Current", "2025 Initial"],
      ["Sales", "$1.43 – $1.45 billion", "$1.41 – $1.42 billion", "$1.53 – $1.56 billion"],
    )}`,
    guidance: [
      [REVENUE_FY, 1.41e9, 1.42e9, "lowered"],
      [REVENUE_FY, 1.53e9, 1.56e9, "initiated"],
    ],
  },
  {
    name: "the mark of a footnote in a cell, and a single figure of the year",
    html: `${p("Our expectations are as follows:")}${table(
      ["", "", "Q4 2024", "Full Year 2024"],
      ["Total revenue, % change", "", "Up 5% to 7%", "Up 4% to 6%"],
      ["Adjusted earnings (loss) per share", "2", "($0.55) to ($0.35)", "At least $3.75"],
    )}`,
    guidance: [
      [q4("adjusted"), -0.55, -0.35],
      [year("adjusted"), 3.75, null],
    ],
  },
  {
    name: "the updated quarter is no reason to call the year's guidance earlier",
    html: `${p("Outlook")}${table(
      ["In millions", "Fourth quarter 2024", "Full year 2024 (current)", "Full year 2024 (as of July 25)"],
      ["Net revenue", "$500 to $510", "$2,060 to $2,100", "$2,020 to $2,080"],
    )}`,
    guidance: [
      [REVENUE_Q, 500e6, 510e6],
      [REVENUE_FY, 2060e6, 2100e6, "raised"],
    ],
  },
];
