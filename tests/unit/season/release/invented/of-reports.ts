import { type InventedRelease, list, p, table } from "./release.ts";

const none = { guidance: [] } as const;

export const ofReports: readonly InventedRelease[] = [
  {
    ...none,
    name: "posted quarterly revenue, and the figure without a charge",
    html: p(
      "Pomona reports fourth quarter results",
      "Pomona today announced financial results for its fiscal 2024 fourth quarter ended September 28, 2024. The Company posted quarterly revenue of $94.9 billion, up 6 percent year over year, and quarterly diluted earnings per share of $0.97. Diluted earnings per share was $1.64, up 12 percent year over year when excluding the one-time charge.",
    ),
    reported: { revenue: 94.9e9, gaap: 0.97 },
  },
  {
    ...none,
    name: "bullets with was and increased",
    html: `${p("Earnings Release FY25 Q1", "Redwood Corp. today announced the following results for the quarter ended September 30, 2024, as compared to the corresponding period of last fiscal year:")}${list(
      "Revenue was $65.6 billion and increased 16%",
      "Operating income was $30.6 billion and increased 14%",
      "Net income was $24.7 billion and increased 11%",
      "Diluted earnings per share was $3.30 and increased 10%",
    )}`,
    reported: { revenue: 65.6e9, gaap: 3.3 },
  },
  {
    ...none,
    name: "a table with the year before first",
    html: `${p("Lexicon Announces Third Quarter 2024 Results", "The following table summarizes our consolidated financial results for the quarters ended September 30, 2023 and 2024 (in millions, except for per share information and percentages).")}${table(
      ["", "Quarter Ended September 30,", ""],
      ["", "2023", "2024"],
      ["Revenues", "$ 76,693", "$ 88,268"],
      ["Change in revenues year over year", "11 %", "15 %"],
      ["Operating income", "$ 21,343", "$ 28,521"],
      ["Net income", "$ 19,689", "$ 26,301"],
      ["Diluted EPS", "$ 1.55", "$ 2.12"],
    )}`,
    reported: { revenue: 88268e6, gaap: 2.12 },
  },
  {
    ...none,
    name: "a table of highlights with a change",
    html: `${p("Agora Reports Third Quarter 2024 Results", "Third Quarter 2024 Financial Highlights")}${table(
      [
        "In millions, except percentages and per share amounts",
        "Three Months Ended September 30,",
        "",
        "% Change",
      ],
      ["", "2024", "2023", ""],
      ["Revenue", "$ 40,589", "$ 34,146", "19 %"],
      ["Costs and expenses", "23,239", "20,398", "14 %"],
      ["Net income", "$ 15,688", "$ 11,583", "35 %"],
      ["Diluted earnings per share (EPS)", "$ 6.03", "$ 4.39", "37 %"],
    )}`,
    reported: { revenue: 40589e6, gaap: 6.03 },
  },
  {
    ...none,
    name: "a bank's capitals with the share in brackets",
    html: p(
      "LARKSPUR REPORTS THIRD-QUARTER 2024 NET INCOME OF $12.9 BILLION ($4.37 PER SHARE)",
      "Third-quarter 2024 results: reported revenue of $42.7 billion and managed revenue of $43.3 billion. Credit costs of $3.1 billion.",
    ),
    reported: { revenue: 42.7e9, gaap: 4.37 },
  },
  {
    ...none,
    name: "a bank's revenue net of interest expense",
    html: p(
      "Third-quarter 2024 financial highlights: Net income of $6.9 billion, or $0.81 per diluted share, compared to $7.8 billion, or $0.90 per diluted share. Revenue, net of interest expense, of $25.3 billion increased $178 million, or less than 1%.",
    ),
    reported: { revenue: 25.3e9, gaap: 0.81 },
  },
  {
    ...none,
    name: "assuming dilution",
    html: p(
      "Bluewater today announced third-quarter 2024 earnings of $8.6 billion, or $1.92 per share assuming dilution. Cash flow from operating activities was $17.6 billion. Total revenues and other income were $90.0 billion.",
    ),
    reported: { revenue: 90e9, gaap: 1.92 },
  },
  {
    ...none,
    name: "reported and adjusted earnings with brackets and a dash",
    html: p(
      "Granger Oil reports third quarter 2024 results",
      "Granger Oil today reported earnings of $4.5 billion ($2.48 per share - diluted) for third quarter 2024, compared with $6.5 billion ($3.48 per share - diluted) in third quarter 2023. Included in the quarter were severance charges of $100 million. Adjusted earnings of $4.5 billion ($2.51 per share - diluted) in third quarter 2024 compared to adjusted earnings of $5.7 billion ($3.05 per share - diluted) in third quarter 2023.",
    ),
    reported: { gaap: 2.48, adjusted: 2.51 },
  },
  {
    ...none,
    name: "declined to, while comparable grew to",
    html: p(
      "Third Quarter 2024 Results",
      "Revenues: Net revenues declined 1% to $11.9 billion, and organic revenues (non-GAAP) grew 9%.",
      "Earnings per share: EPS declined 7% to $0.66, while comparable EPS (non-GAAP) grew 5% to $0.77.",
    ),
    reported: { revenue: 11.9e9, gaap: 0.66, adjusted: 0.77 },
  },
  {
    ...none,
    name: "net EPS were, core EPS were",
    html: p(
      "The company reported first quarter fiscal year 2025 net sales of $21.7 billion, a decrease of one percent versus the prior year. Diluted net earnings per share were $1.61, a decrease of 12% versus prior year due primarily to higher restructuring charges. Core earnings per share were $1.93, an increase of 5% versus prior year.",
    ),
    reported: { revenue: 21.7e9, gaap: 1.61, adjusted: 1.93 },
  },
  {
    ...none,
    name: "a retailer's paragraph with both years",
    html: p(
      "The company today reported sales of $40.2 billion for the third quarter of fiscal 2024, an increase of $2.5 billion, or 6.6% from the third quarter of fiscal 2023. Comparable sales for the third quarter of fiscal 2024 decreased 1.3%.",
      "Net earnings for the third quarter of fiscal 2024 were $3.6 billion, or $3.67 per diluted share, compared with net earnings of $3.8 billion, or $3.81 per diluted share, in the same period of fiscal 2023.",
      "Adjusted diluted earnings per share for the third quarter of fiscal 2024 were $3.78, compared with adjusted diluted earnings per share of $3.85 in the same period of fiscal 2023.",
    ),
    reported: { revenue: 40.2e9, gaap: 3.67, adjusted: 3.78 },
  },
  {
    ...none,
    name: "a carrier's bullets with a loss in brackets",
    html: `${p("Third-Quarter Consolidated Results")}${list(
      "Revenues of $30.2 billion",
      "Diluted EPS of $(0.03), compared to $0.48 a year ago",
      "Adjusted EPS of $0.60, compared to $0.64 a year ago",
      "Cash from operating activities of $10.2 billion",
    )}`,
    reported: { revenue: 30.2e9, gaap: -0.03, adjusted: 0.6 },
  },
  {
    ...none,
    name: "in earnings per share",
    html: p(
      "3Q 2024 highlights. $0.78 in earnings per share (EPS), compared with $1.13 in third-quarter 2023; adjusted EPS, excluding special items, of $1.19, compared with $1.22 in third-quarter 2023. Total operating revenue of $33.3 billion, relatively flat.",
    ),
    reported: { revenue: 33.3e9, gaap: 0.78, adjusted: 1.19 },
  },
  {
    ...none,
    name: "bullets with stars and short scales",
    html: `${p("Third quarter 2024:")}${list(
      "Total revenue (GAAP) of $9.8B, +6%; adjusted revenue* $8.9B, +8%",
      "Profit (GAAP) of $1.6B; operating profit* $1.8B, +14%",
      "Continuing EPS (GAAP) of $1.56; adjusted EPS* $1.15, +25%",
    )}`,
    reported: { revenue: 9.8e9, gaap: 1.56, adjusted: 1.15 },
  },
  {
    ...none,
    name: "increased to, from, excluding certain items",
    html: p(
      "Financial Results for the Quarter: Revenues for the quarter grew 6% to $22.6 billion from $21.2 billion in the prior-year quarter. Diluted earnings per share (EPS) for the quarter was $0.25 compared to $0.14 in the prior-year quarter. Diluted EPS excluding certain items for the quarter increased to $1.14 from $0.82 in the prior-year quarter.",
    ),
    reported: { revenue: 22.6e9, gaap: 0.25, adjusted: 1.14 },
  },
  {
    ...none,
    name: "a headline in capitals of words",
    html: p(
      "Q4 Consolidated Net Revenues Declined 3% to $9.1 Billion",
      "Q4 GAAP EPS $0.80; Q4 Non-GAAP EPS $0.81",
    ),
    reported: { revenue: 9.1e9, gaap: 0.8, adjusted: 0.81 },
  },
  {
    ...none,
    name: "increased to, or so much per diluted share, compared with",
    html: p(
      "Rivulet announced financial results for its third quarter ended September 30, 2024. Net sales increased 11% to $158.9 billion in the third quarter, compared with $143.1 billion in third quarter 2023. Net income increased to $15.3 billion in the third quarter, or $1.43 per diluted share, compared with net income of $9.9 billion, or $0.94 per diluted share, in third quarter 2023.",
    ),
    reported: { revenue: 158.9e9, gaap: 1.43 },
  },
  {
    ...none,
    name: "GAAP and non-GAAP net income with shares",
    html: p(
      "Fiscal fourth quarter 2024: GAAP net income of $5.3B or $2.65 per share and non-GAAP net income of $5.4B or $2.71 per share. Net revenue of $9.6B, an increase of 12%.",
    ),
    reported: { revenue: 9.6e9, gaap: 2.65, adjusted: 2.71 },
  },
  {
    ...none,
    name: "grew by an amount to an amount",
    html: p(
      "Third quarter 2024 revenues grew $8.5 billion to $100.8 billion year-over-year. Third quarter net earnings were $6.51 per share and adjusted net earnings were $7.15 per share.",
    ),
    reported: { revenue: 100.8e9, gaap: 6.51, adjusted: 7.15 },
  },
  {
    ...none,
    name: "increased to, on a reported basis and on a non-GAAP basis",
    html: p(
      "Revenue in Q3 2024 increased 20% to $11.44 billion. Q3 2024 EPS increased to $1.07 on a reported basis and to $1.18 on a non-GAAP basis, both inclusive of $3.08 of acquired IPR&D charges.",
    ),
    reported: { revenue: 11.44e9, gaap: 1.07, adjusted: 1.18 },
  },
  {
    ...none,
    name: "basic and diluted cents of a small company",
    html: `CEDAR TOOL REPORTS THIRD QUARTER RESULTS
DAYTON, Ohio, October 24, 2024 -- Cedar Tool Co. (NYSE: CDT) today reported sales of $23,418,000 for the third quarter ended September 30, 2024, up from $20,155,000 for the same quarter
a year ago. Net income was $1,911,000, or $.24 per basic share and $.23 per diluted share, versus $1,120,000, or $.14 per share, basic and diluted, last year.
For the nine months, sales were $66,104,000 and net income was $4,901,000, or $.60 per diluted share.`,
    reported: { revenue: 23418000, gaap: 0.23 },
  },
  {
    ...none,
    name: "a loss of a biotechnology company",
    html: p(
      "Third Quarter 2024 Financial Results. Revenue: Total revenue was $12.1 million for the three months ended September 30, 2024, compared to $4.0 million for the same period in 2023. Net Loss: Net loss was $61.9 million, or $0.88 per share, for the three months ended September 30, 2024, compared to a net loss of $70.3 million, or $1.05 per share.",
    ),
    reported: { revenue: 12.1e6, gaap: -0.88 },
  },
  {
    ...none,
    name: "a fourth quarter beside the year, each in its paragraph",
    html: p(
      "Fourth Quarter and Full Year 2023 Results",
      "For the full year 2023, net sales were $4.21 billion and diluted EPS was $7.02; adjusted diluted EPS was $7.60.",
      "For the fourth quarter of 2023, net sales were $1.07 billion and diluted EPS was $1.71; adjusted diluted EPS was $1.88.",
    ),
    reported: { revenue: 1.07e9, gaap: 1.71, adjusted: 1.88 },
  },
  {
    ...none,
    name: "an income statement whose first columns are the quarter, in thousands",
    html: `${p("Orrin Reports Results for the Second Quarter", "Condensed Consolidated Statements of Operations (in thousands, except per share amounts) (unaudited)")}${table(
      ["", "Three Months Ended June 30,", "", "Six Months Ended June 30,", ""],
      ["", "2024", "2023", "2024", "2023"],
      ["Revenues", "$ 212,908", "$ 201,775", "$ 420,122", "$ 399,871"],
      ["Cost of revenues", "98,201", "95,100", "194,210", "189,020"],
      ["Basic earnings per share", "$ 0.52", "$ 0.45", "$ 1.01", "$ 0.88"],
      ["Diluted earnings per share", "$ 0.51", "$ 0.44", "$ 0.99", "$ 0.86"],
    )}`,
    reported: { revenue: 212908e3, gaap: 0.51 },
  },
  {
    ...none,
    name: "a utility's EPS in brackets after dollars",
    html: p(
      "The company today announced third-quarter 2024 earnings available for common stockholders of $705 million ($1.32 per share) compared with $641 million ($1.19 per share) for the third quarter of 2023. On an adjusted basis, earnings were $720 million ($1.35 per share).",
    ),
    reported: { gaap: 1.32, adjusted: 1.35 },
  },
  {
    ...none,
    name: "a REIT",
    html: p(
      "For the quarter ended September 30, 2024, net income per diluted share was $0.82, FFO per diluted share was $2.14, and total revenues were $1.18 billion.",
    ),
    reported: { revenue: 1.18e9, gaap: 0.82 },
  },
  {
    ...none,
    name: "sales up so much, record quarter",
    html: p(
      "Record third-quarter sales of $3.52 billion, up 4%, with organic growth of 3%. GAAP EPS of $2.33, up 11%. Adjusted EPS of $2.60, up 8%. Nine-month sales of $10.4 billion.",
    ),
    reported: { revenue: 3.52e9, gaap: 2.33, adjusted: 2.6 },
  },
  {
    ...none,
    name: "a table of GAAP and non-GAAP for two years",
    html: `${p("Q3 Fiscal 2024 Financial Highlights (in millions, except per share amounts)")}${table(
      ["", "GAAP", "", "", "Non-GAAP", "", ""],
      ["", "Q3 2024", "Q3 2023", "Change", "Q3 2024", "Q3 2023", "Change"],
      ["Revenue", "$ 1,508", "$ 1,402", "8%", "$ 1,508", "$ 1,402", "8%"],
      ["Diluted EPS", "$ 0.61", "$ 0.50", "22%", "$ 0.84", "$ 0.72", "17%"],
    )}`,
    reported: { revenue: 1508e6, gaap: 0.61, adjusted: 0.84 },
  },
];
