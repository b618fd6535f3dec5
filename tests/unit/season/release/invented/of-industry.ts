import { type InventedRelease, list, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

export const ofIndustry: readonly InventedRelease[] = [
  {
    name: "short scales, previous and current guidance with an asterisk",
    html: `${p("TABLE 1: FULL-YEAR 2024 GUIDANCE")}${table(
      ["", "Previous Guidance", "Current Guidance"],
      ["Sales", "$39.1B - $39.7B", "$38.6B - $38.8B"],
      ["Organic Growth", "5% - 6%", "3% - 4%"],
      ["Segment Margin", "23.3% - 23.5%", "23.4% - 23.5%"],
      ["Adjusted Earnings Per Share2", "$10.05 - $10.25", "$10.15 - $10.25"],
      ["Operating Cash Flow", "$6.6B - $7.0B", "$6.2B - $6.5B"],
    )}`,
    guidance: [
      [REVENUE_FY, 38.6e9, 38.8e9, "lowered"],
      [year("adjusted"), 10.15, 10.25, "narrowed"],
    ],
  },
  {
    name: "sales expected in the range, adjusted EPS up",
    html: p(
      "As a result of the company's third-quarter performance and management's outlook, Harlow updated its full-year 2024 sales, segment margin and earnings per share guidance. Full-year sales are now expected to be $38.6 billion to $38.8 billion. Adjusted earnings per share3 is now expected to be in the range of $10.15 to $10.25, up 11% to 12%.",
    ),
    guidance: [
      [REVENUE_FY, 38.6e9, 38.8e9],
      [year("adjusted"), 10.15, 10.25],
    ],
  },
  {
    name: "tildes and a current update beside an older one",
    html: `${p("2024 Financial Outlook", "The following table and other sections of this news release contain forward-looking statements.", "(in millions, except per share data)")}${table(
      ["", "Current Update", "July 2024 Outlook"],
      ["Sales", "~$71,250", "~$70,500 - $71,500"],
      ["Business segment operating profit", "~$7,475", "~$7,350 - $7,500"],
      ["Diluted earnings per share", "~$26.65", "~$26.10 - $26.60"],
      ["Free cash flow", "~$6,200", "~$6,000 - $6,300"],
    )}`,
    guidance: [
      [REVENUE_FY, 71250e6, 71250e6, "narrowed"],
      [year("gaap"), 26.65, 26.65, "raised"],
    ],
  },
  {
    name: "up from in a list",
    html: `${p("Outlook for full year 2024*")}${list(
      "Sales of $79.25 - $79.75 billion, up from $78.75 - $79.5 billion",
      "Adjusted EPS of $5.50 - $5.58, up from $5.35 - $5.45",
      "Confirms free cash flow of approximately $4.7 billion",
    )}`,
    guidance: [
      [REVENUE_FY, 79.25e9, 79.75e9, "raised"],
      [year("adjusted"), 5.5, 5.58, "raised"],
    ],
  },
  {
    name: "an airline's list",
    html: `${p("December Quarter Outlook", "Fourth quarter 2024")}${table(
      ["", "4Q24 Forecast"],
      ["Total Revenue YoY", "Up 2% - 4%"],
      ["Operating Margin", "11% - 13%"],
      ["Earnings Per Share", "$1.60 - $1.85"],
    )}${p("FY24: Earnings per share of approximately $6.00.")}`,
    guidance: [
      [q4("gaap"), 1.6, 1.85],
      [year("gaap"), 6, 6],
    ],
  },
  {
    name: "a utility with long-term growth behind",
    html: p(
      "Midland Energy today announced third-quarter 2024 reported EPS of $1.60, prepared in accordance with GAAP, and adjusted EPS of $1.62. This is compared to reported EPS of $1.59 and adjusted EPS of $1.94 for the third quarter of 2023.",
      "The company is reaffirming its 2024 adjusted EPS guidance range of $5.85 to $6.10 and long-term adjusted EPS growth rate of 5% to 7% through 2028 off the midpoint of 2024 range, $5.98.",
    ),
    guidance: [[year("adjusted"), 5.85, 6.1, "maintained"]],
    reported: { gaap: 1.6, adjusted: 1.62 },
  },
  {
    name: "operating earnings of a utility for two years",
    html: p(
      "Third-quarter 2024 GAAP earnings of $1.80 per share; operating earnings of $1.85 per share.",
      "Narrowed 2024 operating earnings guidance range to $5.58 to $5.68 per share; introduced 2025 operating earnings guidance range of $5.75 to $5.95 per share.",
    ),
    guidance: [
      [year("adjusted"), 5.58, 5.68, "narrowed"],
      [year("adjusted"), 5.75, 5.95, "initiated"],
    ],
    reported: { gaap: 1.8, adjusted: 1.85 },
  },
  {
    name: "EPS guidance for continuing operations with adjusting items in a table of two ends",
    html: `${p("2024 guidance: earnings per share from continuing operations")}${table(
      ["Full Year Ending December 31, 2024", "Low", "High"],
      ["Diluted earnings per share from continuing operations (GAAP)", "$7.55", "$7.75"],
      ["Amortization of acquisition intangibles", "1.25", "1.25"],
      ["Restructuring charges", "0.30", "0.30"],
      ["Adjusted diluted earnings per share from continuing operations (non-GAAP)", "$9.10", "$9.30"],
    )}`,
    guidance: [
      [year("gaap"), 7.55, 7.75],
      [year("adjusted"), 9.1, 9.3],
    ],
  },
  {
    name: "an industrial distributor with a midpoint",
    html: p(
      "2025 outlook: for fiscal 2025, we expect net sales of $4.48 billion to $4.62 billion, up 2.5% at the midpoint, and diluted EPS in the range of $9.30 to $10.00.",
      "For the second quarter of fiscal 2025 we anticipate sales of $1.05 billion, plus or minus 2 percent.",
    ),
    guidance: [
      [REVENUE_FY, 4.48e9, 4.62e9],
      [year("gaap"), 9.3, 10],
      [REVENUE_Q, 1.029e9, 1.071e9],
    ],
  },
  {
    name: "2024 guidance in a row of words with an en dash",
    html: p(
      "Raising 2024 guidance: adjusted EPS to $4.20–$4.35 from $3.95–$4.20; total revenue now $37.8–$38.2 billion.",
    ),
    guidance: [
      [year("adjusted"), 4.2, 4.35, "raised"],
      [REVENUE_FY, 37.8e9, 38.2e9, "raised"],
    ],
  },
  {
    name: "forecasts net income only",
    html: p(
      "Net income attributable to the company for fiscal 2024 is forecast to be approximately $7.0 billion. Net sales for the third quarter were $13.15 billion and earnings were $6.29 per share.",
    ),
    guidance: [],
    reported: { revenue: 13.15e9, gaap: 6.29 },
  },
  {
    name: "a homebuilder's revenues and margins",
    html: `${p("2024 Fourth Quarter Outlook")}${list(
      "Deliveries of 3,600 to 3,750 homes at an average price of $495,000",
      "Housing revenues in the range of $1.95 billion to $2.05 billion",
      "Adjusted gross margin of 21.0%",
    )}${p("Fiscal 2024: total revenues of approximately $6.9 billion and earnings per diluted share of $8.35 to $8.55.")}`,
    guidance: [
      [REVENUE_FY, 6.9e9, 6.9e9],
      [year("gaap"), 8.35, 8.55],
    ],
  },
  {
    name: "a trucker's quarter",
    html: p(
      "Our expected range of Adjusted EPS is $0.29 to $0.33 for the fourth quarter of 2024 and $0.29 to $0.33 for the first quarter of 2025.",
    ),
    guidance: [[q4("adjusted"), 0.29, 0.33]],
  },
  {
    name: "a water utility with a loss of figures in a footnote",
    html: p(
      "2024 outlook affirmed(1). Highlights of the quarter follow.",
      "(1) The Company affirms its 2024 earnings guidance of $5.25 to $5.30 per share.",
    ),
    guidance: [[year("gaap"), 5.25, 5.3, "maintained"]],
  },
  {
    name: "a tobacco company's reported and adjusted forecast",
    html: p(
      "The company revises its 2024 full-year reported diluted EPS forecast to a range of $6.20 to $6.26, at prevailing exchange rates, versus reported diluted EPS of $5.02 in 2023. Adjusted diluted EPS is forecast in a range of $6.45 to $6.51, versus $6.01 in 2023.",
    ),
    guidance: [
      [year("gaap"), 6.2, 6.26],
      [year("adjusted"), 6.45, 6.51],
    ],
  },
  {
    name: "revenue in dollars with a column of last year's actual behind",
    html: `${p("Fiscal 2025 guidance ($ in millions, except per share)")}${table(
      ["", "FY2025 Guidance", "FY2024 Actual"],
      ["Revenue", "$4,900 - $5,000", "$4,812"],
      ["Adjusted EPS", "$6.40 - $6.70", "$6.22"],
    )}`,
    guidance: [
      [REVENUE_FY, 4900e6, 5000e6],
      [year("adjusted"), 6.4, 6.7],
    ],
  },
  {
    name: "a forecast in the last of six quarters' columns",
    html: table(
      ["(in millions except per share data)", "Q3'23", "Q4'23", "Q1'24", "Q2'24", "Q3'24", "Q4'24 Forecast"],
      ["Revenue", "$ 8,542", "$ 8,833", "$ 9,370", "$ 9,559", "$ 9,825", "$ 10,128"],
      ["Diluted EPS", "$ 3.73", "$ 2.11", "$ 5.28", "$ 4.88", "$ 5.40", "$ 4.23"],
    ),
    guidance: [
      [REVENUE_Q, 10128e6, 10128e6],
      [q4("gaap"), 4.23, 4.23],
    ],
  },
];
