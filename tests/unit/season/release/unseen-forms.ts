import { p, table } from "./invented/release.ts";
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
];
