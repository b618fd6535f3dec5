import { list, p, table } from "./invented/release.ts";
import type { SmallCase } from "./small-cases.ts";

const NAME = "Fernhill Corp. Reports Second Quarter 2025 Results";
const QUARTER = "Revenue for the second quarter was $212.4 million.";
const guided = (kind: string, html: string, guidance: NonNullable<SmallCase["guidance"]>): SmallCase => ({
  kind,
  html: p(NAME, QUARTER) + html,
  guidance,
});
const reported = (kind: string, html: string, figures: Readonly<Record<string, number>>): SmallCase => ({
  kind,
  html: p(NAME) + html,
  reported: figures,
});
const expecting = (kind: string, html: string, guidance: NonNullable<SmallCase["guidance"]>): SmallCase => ({
  kind,
  html: p(NAME) + html,
  guidance,
});
const growing = (kind: string, html: string, growth: NonNullable<SmallCase["growth"]>): SmallCase => ({
  kind,
  html: p(NAME) + html,
  growth,
});
const STATEMENT = p("Condensed Consolidated Statements of Operations");

/** Forms of other companies, each in the wording of one that does not exist. */
export const unseenForms: readonly SmallCase[] = [
  guided(
    "two ranges of one period",
    p(
      "Based on current conditions and excluding any impact of the pending Larch acquisition, we continue to expect full-year 2025 net sales of $840 million to $870 million.",
      "Assuming the Larch acquisition closes in August, we expect full-year 2025 net sales of $880 million to $910 million.",
    ),
    [["revenue full_year", 840e6, 870e6]],
  ),
  guided(
    "two ranges of one period",
    p(
      "For fiscal 2025, the Company expects revenue of $500 million to $520 million, which includes the recently completed acquisition of Tarn.",
      "Excluding Tarn, revenue for fiscal 2025 is expected to be $480 million to $495 million.",
    ),
    [["revenue full_year", 500e6, 520e6]],
  ),
  guided(
    "two ranges of one period",
    p(
      "Full Year 2025 Outlook",
      "The Company now expects adjusted EPS of $3.10 to $3.30. This compares to the prior outlook of $2.90 to $3.20 provided in May.",
    ),
    [["adjusted full_year", 3.1, 3.3]],
  ),
  guided(
    "two ranges of one period",
    p(
      "We have raised our full-year 2025 adjusted EPS outlook and now expect adjusted EPS in the range of $1.60 to $1.70, compared to the prior outlook of $1.50 to $1.70, provided on February 26, 2025.",
    ),
    [["adjusted full_year", 1.6, 1.7]],
  ),
  guided(
    "two ranges of one period",
    p(
      "For the full year 2025 we expect revenue between $1.10 billion and $1.14 billion. If the tariffs announced in June stayed in place, revenue would be $1.05 billion to $1.08 billion.",
    ),
    [["revenue full_year", 1.1e9, 1.14e9]],
  ),
  guided(
    "two ranges of one period",
    p(
      "The Company raised its 2025 revenue guidance to a range of $310 million to $320 million from a range of $300 million to $312 million.",
    ),
    [["revenue full_year", 310e6, 320e6]],
  ),
  guided(
    "two ranges of one period",
    p(
      "2025 Guidance",
      "Revenue is expected to be $600 million to $620 million, versus prior guidance of $590 million to $615 million.",
    ),
    [["revenue full_year", 600e6, 620e6]],
  ),
  guided(
    "two ranges of one period",
    p(
      "Our previous outlook for 2025 called for revenue of $75 million to $80 million. We now anticipate 2025 revenue in the range of $82 million to $85 million.",
    ),
    [["revenue full_year", 82e6, 85e6]],
  ),
  guided(
    "two ranges of one period",
    p(
      "For the full year 2025, consolidated revenue is expected to be $1.20 billion to $1.25 billion, with Coatings segment revenue of $700 million to $720 million and Films segment revenue of $500 million to $530 million.",
    ),
    [["revenue full_year", 1.2e9, 1.25e9]],
  ),
  guided(
    "two ranges of one period",
    p(
      "Upon completion of the pending merger, the combined company would expect 2025 revenue of $2.0 billion to $2.2 billion. On a standalone basis, we reaffirm 2025 revenue guidance of $1.30 billion to $1.36 billion.",
    ),
    [["revenue full_year", 1.3e9, 1.36e9]],
  ),
  guided(
    "several names and amounts in order",
    p(
      "For the full year of 2025, Fernhill is maintaining its previously provided revenue and Adjusted EBITDA guidance of $675 million to $700 million and $85 million to $90 million, respectively.",
    ),
    [["revenue full_year", 675e6, 700e6]],
  ),
  guided(
    "several names and amounts in order",
    p(
      "The Company expects third quarter 2025 revenue and adjusted EPS of $220 million to $230 million and $0.45 to $0.50, respectively.",
    ),
    [
      ["revenue next_quarter", 220e6, 230e6],
      ["adjusted next_quarter", 0.45, 0.5],
    ],
  ),
  guided(
    "several names and amounts in order",
    p(
      "We expect full year 2025 Adjusted EBITDA and net sales in the ranges of $60 million to $65 million and $410 million to $425 million, respectively.",
    ),
    [["revenue full_year", 410e6, 425e6]],
  ),
  guided(
    "several names and amounts in order",
    p(
      "For fiscal 2025, GAAP EPS and non-GAAP EPS are expected to be $1.10 to $1.20 and $1.60 to $1.70, respectively.",
    ),
    [
      ["gaap full_year", 1.1, 1.2],
      ["adjusted full_year", 1.6, 1.7],
    ],
  ),
  guided(
    "several names and amounts in order",
    p(
      "Management reaffirmed 2025 guidance for revenue, adjusted EBITDA and adjusted diluted EPS of $900 million to $930 million, $140 million to $150 million and $2.10 to $2.30, respectively.",
    ),
    [
      ["revenue full_year", 900e6, 930e6],
      ["adjusted full_year", 2.1, 2.3],
    ],
  ),
  guided(
    "several names and amounts in order",
    p(
      "We expect revenue of $50 million to $52 million and $201 million to $205 million for the third quarter and full year 2025, respectively.",
    ),
    [
      ["revenue next_quarter", 50e6, 52e6],
      ["revenue full_year", 201e6, 205e6],
    ],
  ),
  guided(
    "several names and amounts in order",
    p(
      "For the third quarter and full year 2025, we expect revenue of $50 million to $52 million and $201 million to $205 million, respectively.",
    ),
    [
      ["revenue next_quarter", 50e6, 52e6],
      ["revenue full_year", 201e6, 205e6],
    ],
  ),
  guided(
    "several names and amounts in order",
    p(
      "We anticipate full-year 2025 capital expenditures and revenue to be approximately $30 million and $515 million, respectively.",
    ),
    [["revenue full_year", 515e6, 515e6]],
  ),
  guided(
    "several names and amounts in order",
    p(
      "Third quarter 2025 net sales and diluted earnings per share are forecast to be between $95 million and $99 million and between $0.20 and $0.24, respectively.",
    ),
    [
      ["revenue next_quarter", 95e6, 99e6],
      ["gaap next_quarter", 0.2, 0.24],
    ],
  ),
  guided(
    "several names and amounts in order",
    p(
      "Full year 2025 guidance for diluted EPS and adjusted diluted EPS was raised to $4.05 to $4.15 and $4.50 to $4.60, respectively.",
    ),
    [
      ["gaap full_year", 4.05, 4.15],
      ["adjusted full_year", 4.5, 4.6],
    ],
  ),
  guided(
    "a table of guidance",
    p("Outlook") +
      table(
        ["", "2025"],
        ["", "GAAP", "Non-GAAP"],
        ["Revenue", "$1.6 Billion", "$1.6 Billion"],
        ["Diluted earnings per share", "$1.60", "$3.10"],
      ),
    [
      ["revenue full_year", 1.6e9, 1.6e9],
      ["gaap full_year", 1.6, 1.6],
      ["adjusted full_year", 3.1, 3.1],
    ],
  ),
  guided(
    "a table of guidance",
    p("Fiscal 2025 Guidance") +
      table(
        ["", "GAAP", "Adjustments", "Non-GAAP"],
        ["Revenue", "$400 - $410 million", "-", "$400 - $410 million"],
        ["Diluted EPS", "$1.10 - $1.20", "$0.30", "$1.40 - $1.50"],
      ),
    [
      ["revenue full_year", 400e6, 410e6],
      ["gaap full_year", 1.1, 1.2],
      ["adjusted full_year", 1.4, 1.5],
    ],
  ),
  guided(
    "a table of guidance",
    p("Business Outlook") +
      table(
        ["", "Q3 2025 Guidance", "Q4 2025 Guidance", "Full Year Guidance"],
        [
          "Sales",
          "$66.3mm - $68.3mm (Mid $67.3mm, +10%)",
          "$71.1mm - $73.1mm (Mid $72.1mm, +12%)",
          "$274.3mm - $278.3mm (Mid $276.3mm, +11%)",
        ],
      ),
    [
      ["revenue next_quarter", 66.3e6, 68.3e6],
      ["revenue other", 71.1e6, 73.1e6],
      ["revenue full_year", 274.3e6, 278.3e6],
    ],
  ),
  guided(
    "a table of guidance",
    p("Full year 2025 outlook") +
      table(
        ["", "Revised 2025 outlook", "", "Previous 2025 outlook", ""],
        ["(In thousands, except per share amounts)", "Low", "High", "Low", "High"],
        [
          "Fernhill - Total revenues from continuing operations",
          "3,025,000",
          "3,100,000",
          "3,000,000",
          "3,100,000",
        ],
        ["Fernhill - Diluted EPS from continuing operations", "3.82", "4.06", "3.68", "4.06"],
        ["Tarn - Total revenues", "2,247,500", "2,285,000", "2,227,500", "2,285,000"],
      ),
    [
      ["revenue full_year", 3.025e9, 3.1e9],
      ["gaap full_year", 3.82, 4.06],
    ],
  ),
  guided(
    "a table of guidance",
    p("The Company updated its guidance as follows:") +
      table(
        ["(in millions, except per share)", "Previous FY 2025", "Updated FY 2025"],
        ["Net revenue", "$1,450 to $1,500", "$1,480 to $1,510"],
        ["Non-GAAP diluted EPS", "$2.80 to $3.00", "$2.95 to $3.05"],
      ),
    [
      ["revenue full_year", 1.48e9, 1.51e9],
      ["adjusted full_year", 2.95, 3.05],
    ],
  ),
  guided(
    "a table of guidance",
    p("Financial outlook") +
      table(
        ["($ millions)", "Three Months Ending September 30, 2025", "Twelve Months Ending December 31, 2025"],
        ["Revenue", "$98 - $101", "$395 - $402"],
        ["Non-GAAP EPS", "$0.22 - $0.24", "$0.91 - $0.95"],
      ),
    [
      ["revenue next_quarter", 98e6, 101e6],
      ["revenue full_year", 395e6, 402e6],
      ["adjusted next_quarter", 0.22, 0.24],
      ["adjusted full_year", 0.91, 0.95],
    ],
  ),
  guided(
    "a table of guidance",
    p("2025 full-year guidance") +
      table(
        ["", "Low end", "High end"],
        ["Total revenue (in millions)", "$820", "$840"],
        ["Adjusted EPS", "$5.10", "$5.40"],
      ),
    [
      ["revenue full_year", 820e6, 840e6],
      ["adjusted full_year", 5.1, 5.4],
    ],
  ),
  guided(
    "a table of guidance",
    p("Guidance") +
      table(
        ["", "Q3'25", "FY'25"],
        ["Revenue", "$61 - $63 million", "$240 - $246 million"],
        ["Non-GAAP net income per share", "$0.05 - $0.07", "$0.20 - $0.26"],
      ),
    [
      ["revenue next_quarter", 61e6, 63e6],
      ["revenue full_year", 240e6, 246e6],
      ["adjusted next_quarter", 0.05, 0.07],
      ["adjusted full_year", 0.2, 0.26],
    ],
  ),
  reported(
    "a sentence about the quarter",
    p(
      "Revenue was $263.4 million and $59.2 million for the six months and quarter ended June 30, 2025, respectively.",
    ),
    { revenue: 59.2e6 },
  ),
  reported(
    "a sentence about the quarter",
    p(
      "Operating revenues increased by 3.6%, or $8.9 million, to $258.2 million in the three months ended June 30, 2025.",
    ),
    { revenue: 258.2e6 },
  ),
  reported(
    "a sentence about the quarter",
    p("Highlights") +
      p(
        "• GAAP diluted EPS of $0.77 compared with $0.74 in the prior year quarter",
        "• Adjusted diluted EPS of $0.78 compared to $0.74 in the prior year quarter",
      ),
    { gaap: 0.77, adjusted: 0.78 },
  ),
  reported(
    "a sentence about the quarter",
    p(
      "Net loss for the quarter was $22.3 million, or a loss of $1.05 per diluted common share, versus a loss of $0.90 a year ago.",
    ),
    { gaap: -1.05 },
  ),
  reported(
    "a sentence about the quarter",
    p(
      "On a non-adjusted basis, our net income for the three months ended June 30, 2025 amounted to $90.4 million, or $4.70 per diluted share.",
    ),
    { gaap: 4.7 },
  ),
  reported(
    "a sentence about the quarter",
    p(
      "Net income per diluted share was $0.27 and $0.51 for the quarter and six months ended June 30, 2025, respectively.",
    ),
    { gaap: 0.27 },
  ),
  reported(
    "a sentence about the quarter",
    p(
      "For the second quarter, total revenues rose 12%, from $98.0 million to $109.8 million, and adjusted earnings rose to $0.61 per share.",
    ),
    { revenue: 109.8e6, adjusted: 0.61 },
  ),
  reported(
    "a sentence about the quarter",
    p(
      "Year-to-date revenue reached $410 million, including $215.5 million in the second quarter. Second-quarter earnings were $0.35 per diluted share.",
    ),
    { gaap: 0.35 },
  ),
  reported(
    "a sentence about the quarter",
    p(
      "Second quarter sales of $88.1 million were 4% higher than a year earlier. Diluted EPS came in at $0.19; excluding restructuring charges, diluted EPS was $0.23.",
    ),
    { revenue: 88.1e6, gaap: 0.19, adjusted: 0.23 },
  ),
  reported(
    "a table of results",
    p("Consolidated Results of Operations (in thousands, except per share data)") +
      table(
        [
          "",
          "6-Months Ended 6/30/25",
          "6-Months Ended 6/30/24",
          "3-Months Ended 6/30/25",
          "3-Months Ended 6/30/24",
        ],
        ["Revenues", "$ 186,336", "$ 179,438", "$ 92,711", "$ 91,364"],
        ["Diluted earnings per share", "$ 0.29", "$ 0.17", "$ 0.07", "$ 0.09"],
      ),
    { revenue: 92_711_000, gaap: 0.07 },
  ),
  reported(
    "a table of results",
    p("CONSOLIDATED STATEMENTS OF OPERATIONS") +
      table(
        [
          "For the periods ended June 30 (US$ millions, except per share amounts)",
          "Three Months Ended",
          "Six Months Ended",
        ],
        ["", "2025", "2024", "2025", "2024"],
        ["Revenues", "19,426", "24,518", "36,006", "45,924"],
        ["Net income per share - diluted", "$ 0.25", "$ 0.42", "$ 0.31", "$ 0.61"],
      ),
    { revenue: 19_426e6, gaap: 0.25 },
  ),
  reported(
    "a table of results",
    p("Consolidated Financial Highlights ($ millions, except per share)") +
      table(
        ["", "Q2 2025", "Q1 2025", "Q2 2024"],
        ["Sales revenues", "1,256", "1,279", "1,218"],
        ["Diluted earnings (loss) per share", "$0.12", "$0.13", "($2.09)"],
      ),
    { revenue: 1_256e6, gaap: 0.12 },
  ),
  reported(
    "a table of results",
    STATEMENT +
      table(
        [
          "(Dollars in thousands, except per share amounts)",
          "Three Months Ended June 30,",
          "",
          "",
          "Six Months Ended June 30,",
          "",
          "",
        ],
        ["", "2025", "2024", "Change", "2025", "2024", "Change"],
        ["Total revenue", "$ 490,830", "$ 474,233", "3%", "$ 897,180", "$ 832,616", "8%"],
        ["Diluted earnings per share - GAAP", "$ 1.25", "$ 1.61", "(22)%", "$ 1.11", "$ 0.73", "52%"],
      ),
    { revenue: 490_830_000, gaap: 1.25 },
  ),
  reported(
    "a table of results",
    p("Financial Summary") +
      table(
        ["", "Three months ended June 30,"],
        ["(in millions, except per share)", "2025", "2024", "$ Change", "% Change"],
        ["Net revenue", "$ 362", "$ 350", "$ 12", "3%"],
        ["Diluted loss per share", "$ (0.58)", "$ (0.97)", "$ 0.39", "NM"],
      ),
    { revenue: 362e6, gaap: -0.58 },
  ),
  reported(
    "a table of results",
    STATEMENT +
      table(
        [
          "(Expressed in thousands of U.S. dollars)",
          "Three months ended June 30, 2025",
          "Three months ended June 30, 2024",
        ],
        ["Total income and other revenues", "59,400", "59,600"],
        ["Fee-related earnings per share", "0.33", "0.31"],
        ["Diluted earnings per common share", "0.28", "0.22"],
      ),
    { revenue: 59_400_000, gaap: 0.28 },
  ),
  reported(
    "a table of results",
    STATEMENT +
      table(
        ["(Millions of dollars except per share data)", "Second Quarter", "", "First Half", ""],
        ["", "2025", "2024", "2025", "2024"],
        ["Net sales", "1,014", "988", "2,051", "1,969"],
        ["Earnings per share - diluted", "0.66", "0.61", "1.31", "1.20"],
      ),
    { revenue: 1_014e6, gaap: 0.66 },
  ),
  reported(
    "a table of results",
    p("Selected results, in thousands except per share data") +
      table(
        ["", "For the Quarter Ended", "For the Six Months Ended"],
        ["", "June 28, 2025", "March 29, 2025", "June 29, 2024", "June 28, 2025", "June 29, 2024"],
        ["Net revenue", "81,400", "79,900", "77,100", "161,300", "150,200"],
        ["Non-GAAP diluted EPS", "0.31", "0.29", "0.27", "0.60", "0.51"],
      ),
    { revenue: 81_400_000, adjusted: 0.31 },
  ),
  reported(
    "a table of results",
    STATEMENT +
      table(
        ["In thousands of dollars", "Quarter ended June 30, 2025", "Year ended December 31, 2024"],
        ["Total net revenues", "45,210", "171,900"],
        ["Income per common share, diluted", "0.14", "0.52"],
      ),
    { revenue: 45_210_000, gaap: 0.14 },
  ),
  reported(
    "a table of results",
    STATEMENT +
      table(
        ["(Unaudited; thousands, except per share)", "2Q25", "1Q25", "2Q24"],
        ["Revenues, net", "33,105", "32,870", "30,400"],
        ["Distributable earnings per share", "0.40", "0.38", "0.36"],
        ["Diluted EPS", "0.21", "0.20", "0.18"],
      ),
    { revenue: 33_105_000, gaap: 0.21 },
  ),
  expecting(
    "one expectation",
    p("Looking to the third quarter, we're guiding to revenue of $71 million to $73 million."),
    [["revenue next_quarter", 71e6, 73e6]],
  ),
  expecting(
    "one expectation",
    p(
      "We are raising our full year revenue outlook by $10 million to a range of $415 million to $425 million.",
    ),
    [["revenue full_year", 415e6, 425e6]],
  ),
  expecting(
    "one expectation",
    p("Net sales for the full fiscal year are now projected at $1.32 billion, plus or minus 2 percent."),
    [["revenue full_year", 1.2936e9, 1.3464e9]],
  ),
  expecting(
    "one expectation",
    p("Third Quarter 2025 Outlook:") +
      list("Revenue: $150 - $155 million", "GAAP EPS: $0.21 - $0.25", "Non-GAAP EPS: $0.40 - $0.44"),
    [
      ["revenue next_quarter", 150e6, 155e6],
      ["gaap next_quarter", 0.21, 0.25],
      ["adjusted next_quarter", 0.4, 0.44],
    ],
  ),
  expecting(
    "one expectation",
    p(
      "For the year, management expects earnings per diluted share to land between $2.05 and $2.15, unchanged from its May forecast.",
    ),
    [["gaap full_year", 2.05, 2.15]],
  ),
  expecting(
    "one expectation",
    p("The Company is updating its fiscal 2025 guidance.") +
      list(
        "Net sales in a range of $2.10 to $2.15 billion (previously $2.05 to $2.12 billion)",
        "Adjusted earnings per share of $4.40 to $4.60 (previously $4.25 to $4.55)",
      ),
    [
      ["revenue full_year", 2.1e9, 2.15e9],
      ["adjusted full_year", 4.4, 4.6],
    ],
  ),
  expecting(
    "one expectation",
    p("Full-year 2025 adjusted diluted EPS is anticipated to be at least $6.00."),
    [["adjusted full_year", 6, null]],
  ),
  expecting(
    "one expectation",
    p(
      "Guidance for fiscal 2026, which ends June 30, 2026, calls for sales between $640 million and $660 million and net income per share in the range of $1.95 to $2.10.",
    ),
    [
      ["revenue full_year", 640e6, 660e6],
      ["gaap full_year", 1.95, 2.1],
    ],
  ),
  expecting(
    "one expectation",
    p(
      "2025 outlook. Larkfield sees full-year revenue of $505-$515 million and core earnings of $1.12-$1.18 per share.",
    ),
    [
      ["revenue full_year", 505e6, 515e6],
      ["adjusted full_year", 1.12, 1.18],
    ],
  ),
  expecting(
    "one expectation",
    p(
      "Based on the strength of the first half, the Board has increased its expectation for 2025 revenue to between $210 million and $216 million.",
    ),
    [["revenue full_year", 210e6, 216e6]],
  ),
  expecting(
    "one expectation",
    p(
      "Our guidance remains as follows: 2025 total revenues of $330 million to $340 million; 2025 adjusted EPS of $0.88 to $0.94.",
    ),
    [
      ["revenue full_year", 330e6, 340e6],
      ["adjusted full_year", 0.88, 0.94],
    ],
  ),
  expecting(
    "one expectation",
    p(
      "Management now believes that 2025 net revenue will come in at the high end of its $275 million to $285 million range.",
    ),
    // The range stands, and people see in its quote where in it the company expects to be.
    [["revenue full_year", 275e6, 285e6]],
  ),
  expecting(
    "one expectation",
    p("For the third quarter, sales are expected to be flat with the second quarter's $98 million."),
    [],
  ),
  expecting(
    "one expectation",
    p("Segment outlook: we expect Industrial revenue of $40 million to $44 million in the third quarter."),
    [],
  ),
  expecting(
    "one expectation",
    p("In the third quarter of 2025, the Company expects a net loss per share of $0.12 to $0.09."),
    [["gaap next_quarter", -0.12, -0.09]],
  ),
  expecting(
    "one expectation",
    p("For Q3 2025, revenues are expected in the range of EUR 55 million to EUR 58 million."),
    [["revenue next_quarter", 55e6, 58e6]],
  ),
  expecting(
    "one expectation",
    p("Outlook") +
      p("For the fiscal year ending January 31, 2026, we anticipate:") +
      list(
        "Total revenue in the range of $890 million to $896 million.",
        "Non-GAAP net income per share in the range of $1.35 to $1.38, assuming 90 million diluted shares.",
      ),
    [
      ["revenue full_year", 890e6, 896e6],
      ["adjusted full_year", 1.35, 1.38],
    ],
  ),
  expecting("one expectation", p("We reiterated our long-term target of $1 billion in revenue by 2028."), []),
  growing(
    "growth in percent",
    p(
      "For 2025, we continue to expect organic revenue growth of 4% to 5% and total revenue growth of 6% to 7%.",
    ),
    [["revenue full_year", 6, 7]],
  ),
  growing(
    "growth in percent",
    p("Fiscal 2025 outlook:") +
      list("Net sales growth of approximately 8%", "Adjusted diluted EPS growth of 10% to 12%"),
    [
      ["revenue full_year", 8, 8],
      ["adjusted full_year", 10, 12],
    ],
  ),
  growing(
    "growth in percent",
    p("Full year 2025 Outlook") +
      list(
        "2% to 3% growth in net sales ($2.898 billion in fiscal 2024)",
        "A decline of 5% to 7% in adjusted diluted earnings per share ($3.47 in fiscal 2024)",
      ),
    [
      ["revenue full_year", 2, 3],
      ["adjusted full_year", -7, -5],
    ],
  ),
  growing(
    "growth in percent",
    p("Third-quarter revenue is expected to grow between 11% and 13% year over year."),
    [["revenue next_quarter", 11, 13]],
  ),
  growing(
    "growth in percent",
    p("We now anticipate that full year sales will decrease 1% to 3% compared with 2024."),
    [["revenue full_year", -3, -1]],
  ),
  reported(
    "figures of the quarter",
    p(
      "Total revenue: $84.2 million, an increase of 12% year over year",
      "GAAP net loss per share: $(0.11), compared to $(0.15)",
      "Non-GAAP net income per share: $0.06, compared to $0.01",
    ),
    { revenue: 84.2e6, gaap: -0.11, adjusted: 0.06 },
  ),
  reported(
    "figures of the quarter",
    p(
      "Net income attributable to common stockholders of $14.0 million, or $0.31 per diluted share; Core earnings of $17.2 million, or $0.38 per diluted share",
    ),
    { gaap: 0.31, adjusted: 0.38 },
  ),
  reported(
    "figures of the quarter",
    p(
      "Sales for the second quarter of 2025 totaled $41,315,000 compared to $39,870,000. Basic and diluted earnings per share were $0.33 and $0.32.",
    ),
    { revenue: 41_315_000, gaap: 0.32 },
  ),
  reported(
    "figures of the quarter",
    p(
      "For the six months ended June 30, 2025, net income was $3.1 million, or $0.41 per diluted share. For the second quarter, net income was $1.6 million, or $0.21 per diluted share.",
    ),
    { gaap: 0.21 },
  ),
  reported(
    "figures of the quarter",
    p("Second quarter 2025 highlights (all comparisons to second quarter 2024)") +
      list(
        "Net sales of $301.2 million, down 2%",
        "Diluted loss per share of $0.05",
        "Adjusted diluted EPS of $0.12",
      ),
    { revenue: 301.2e6, gaap: -0.05, adjusted: 0.12 },
  ),
  reported(
    "figures of the quarter",
    p(
      "Earnings totaled $0.92 a share in the second quarter against $0.88 a share a year ago, with revenue advancing 6% to $612 million.",
    ),
    { gaap: 0.92, revenue: 612e6 },
  ),
  reported(
    "figures of the quarter",
    p(
      "Revenue for the first half was $402 million. Adjusted EPS for the quarter was $0.55; GAAP EPS was $0.47.",
    ),
    { adjusted: 0.55, gaap: 0.47 },
  ),
  reported(
    "figures of the quarter",
    p(
      "We reported a GAAP net loss of $7.5 million, or 9 cents per share, and non-GAAP net income of $2.5 million, or 3 cents per diluted share, on revenue of $66 million in the second quarter.",
    ),
    { gaap: -0.09, adjusted: 0.03, revenue: 66e6 },
  ),
  reported(
    "figures of the quarter",
    p("Condensed Statements of Income (unaudited, in thousands, except per share)") +
      table(
        ["", "Quarters Ended", "", "Six Months Ended", ""],
        ["", "June 30, 2025", "June 30, 2024", "June 30, 2025", "June 30, 2024"],
        ["REVENUE:", "", "", "", ""],
        ["Products", "70,100", "66,900", "139,000", "131,000"],
        ["Services", "12,300", "11,200", "24,000", "22,100"],
        ["Total", "82,400", "78,100", "163,000", "153,100"],
        ["NET INCOME PER SHARE:", "", "", "", ""],
        ["Basic", "$0.24", "$0.20", "$0.46", "$0.40"],
        ["Diluted", "$0.23", "$0.20", "$0.45", "$0.39"],
      ),
    { revenue: 82_400_000, gaap: 0.23 },
  ),
  reported(
    "figures of the quarter",
    p("Statements of Operations (in millions, except per share)") +
      table(
        ["", "Three Months Ended June 30,", "Six Months Ended June 30,"],
        ["", "2025", "2024", "2025", "2024"],
        ["Operating revenues", "$1,204", "$1,150", "$2,390", "$2,300"],
        ["Earnings per common share", "", "", "", ""],
        ["Basic", "1.02", "0.97", "2.10", "2.01"],
        ["Assuming dilution", "1.01", "0.96", "2.08", "1.99"],
      ),
    { revenue: 1.204e9, gaap: 1.01 },
  ),
  reported(
    "figures of the quarter",
    p("Reconciliation of GAAP to Non-GAAP (unaudited)") +
      table(
        ["", "Three Months Ended June 30,", ""],
        ["", "2025", "2024"],
        ["GAAP net income per diluted share", "$ 0.41", "$ 0.36"],
        ["Stock-based compensation", "0.10", "0.09"],
        ["Non-GAAP net income per diluted share", "$ 0.51", "$ 0.45"],
      ),
    { gaap: 0.41, adjusted: 0.51 },
  ),
  reported(
    "figures of the quarter",
    p("Key figures") +
      table(
        ["$ in millions, except per share amounts", "2Q 2025", "2Q 2024", "% Change"],
        ["Net revenues", "512.5", "498.0", "2.9%"],
        ["Adjusted diluted earnings per share", "1.36", "1.29", "5.4%"],
        ["Diluted earnings per share", "1.22", "1.18", "3.4%"],
      ),
    { revenue: 512.5e6, adjusted: 1.36, gaap: 1.22 },
  ),
  reported(
    "figures of the quarter",
    p("Financial Summary (in thousands)") +
      table(
        ["", "Three months ended", "", "", "Six months ended", ""],
        ["", "June 30, 2025", "March 31, 2025", "June 30, 2024", "June 30, 2025", "June 30, 2024"],
        ["Net interest income", "44,100", "43,800", "42,000", "87,900", "83,200"],
        ["Diluted earnings per share", "0.71", "0.69", "0.66", "1.40", "1.29"],
        ["Core diluted earnings per share", "0.74", "0.70", "0.66", "1.44", "1.30"],
      ),
    { gaap: 0.71, adjusted: 0.74 },
  ),
  reported(
    "heads with highlights beside them",
    table(
      ["Key Financial Data", "2Q25", "1Q25", "2Q24", "Second Quarter 2025 Highlights"],
      ["($s in millions)", "", "", "", "• Return of 14.6%"],
      ["Total revenue", "$ 1,720", "$ 1,659", "$ 1,707", ""],
    ),
    { revenue: 1_720_000_000 },
  ),
  reported(
    "EPS as reported under a title",
    STATEMENT +
      table(
        ["", "2Q25", "1Q25", "2Q24"],
        ["Per Common Share"],
        ["Diluted earnings - as reported", "$ 3.23", "$ 2.86", "$ 4.10"],
        ["Diluted earnings - as adjusted (non-GAAP)", "3.29", "3.68", "4.11"],
      ) +
      p("Second quarter net income was $1.4 billion, $3.23 Diluted EPS or $3.29 as adjusted."),
    { gaap: 3.23, adjusted: 3.29 },
  ),
  reported(
    "a rounded headline",
    p("Second quarter total revenue was $4.7 billion.") +
      p("(in millions)") +
      table(["", "Q2 2025", "Q2 2024"], ["Total revenue", "$ 4,692", "$ 5,127"]),
    { revenue: 4_692e6 },
  ),
];
