import { type InventedRelease, list, p, REVENUE_FY, REVENUE_Q, table } from "./release.ts";

const HEADLINE = "Norwell Industries Reports Third Quarter 2024 Results";
const LEAD =
  "BOSTON - October 24, 2024 – Norwell Industries today announced results for the third quarter ended September 30, 2024.";
const opening = p(HEADLINE, LEAD);

/** These releases show which EPS, which quarter and which revenue a text is about. */
export const ofSmallCompanies: readonly InventedRelease[] = [
  ...[
    "Net income was $12.3 million, or $0.75 per share (basic) and $0.73 per share (diluted).",
    "Net income of $12.3 million, or $0.75 basic and $0.73 diluted earnings per share.",
    "Earnings per share were $0.75 (basic) and $0.73 (diluted) for the third quarter of 2024.",
    "Net income for the quarter was $12.3 million, or $0.75 basic earnings per share and $0.73 diluted earnings per share.",
    "Third quarter EPS was $0.73, compared with $0.60 (diluted) a year ago.",
  ].map(
    (sentence): InventedRelease => ({
      name: `an EPS whose own words say whether it is diluted: ${sentence}`,
      html: opening + p(sentence),
      guidance: [],
      reported: { gaap: 0.73 },
    }),
  ),
  {
    name: "an earlier year in a list below a heading with two quarters",
    html: `${HEADLINE}

${LEAD}

Financial highlights for the Third Quarter; Comparisons are to the thirteen weeks ended September 30, 2023

• Total net sales increased 7.4% to $448.2 million.

• In Canada, an earlier Easter in fiscal 2024 added approximately 0.7% to comparable sales.

• Net income was $21.6 million, or $0.14 per diluted share.`,
    guidance: [],
    reported: { revenue: 448.2e6, gaap: 0.14 },
  },
  {
    name: "the quarter said long before the sentence, and an expectation between",
    html:
      opening +
      p(
        "Results for the three months ended September 30, 2024:",
        `Revenue increased 5% to $173.5 million. ${"The increase came from more pumps in all regions and from better prices. ".repeat(20)}`,
        "The backlog supports growth during the remainder of 2024.",
        "Adjusted diluted earnings per share was $0.64 compared to $0.93 in the prior year period.",
      ),
    guidance: [],
    reported: { revenue: 173.5e6, adjusted: 0.64 },
  },
  {
    name: "a change in the past tense before the figure",
    html: opening + p("Diluted EPS decreased $0.09 to $0.19. Adjusted diluted EPS decreased $0.09 to $0.21."),
    guidance: [],
    reported: { gaap: 0.19, adjusted: 0.21 },
  },
  {
    name: "continuing operations and the total in sentences",
    html:
      opening +
      p(
        "Diluted EPS from continuing operations was ($0.03) in the third quarter. Total diluted EPS was $0.05, compared to ($1.05) a year ago.",
      ),
    guidance: [],
    reported: { gaap: 0.05 },
  },
  {
    name: "a headline's revenue beside a segment's sentence and table",
    html:
      p(HEADLINE, "Quarterly revenue of $417 million", LEAD) +
      p("Net sales for the third quarter of 2024 were $417.2 million.", "(in thousands)") +
      table(
        ["Three Months Ended September 30,", "2024", "2023"],
        ["Net sales", "354,654", "400,214"],
        ["Gross profit", "5,986", "28,600"],
      ) +
      p("During the third quarter, Trailers generated net sales of $354.7 million."),
    guidance: [],
    reported: { revenue: 417.2e6 },
  },
  {
    name: "a rounded revenue and two tables, of which one is exact",
    html:
      opening +
      p("Third-quarter net revenue of $4.0 billion", "($ in billions)") +
      table(["", "Q3 2024", "Q3 2023"], ["Net revenue", "$4.0", "$3.9"]) +
      p("(in millions)") +
      table(["", "Q3 2024", "Q3 2023"], ["Net Revenue", "$4,009", "$3,889"]),
    guidance: [],
    reported: { revenue: 4009e6 },
  },
  {
    name: "growth that a sentence confirms",
    html:
      opening +
      p(
        "For the full year of fiscal 2024, the Company reaffirms its outlook for Net Sales and Gross Margin. The Company expects the following:",
      ) +
      list("Net Sales are still expected to be flat to down 2% compared to fiscal 2023"),
    guidance: [],
  },
  {
    name: "a row of three parts and two periods each",
    html: `${HEADLINE}

${LEAD}

Guidance

Pumps | Valves | Norwell
Q4 2024 | FY 2024 | Q4 2024 | FY 2024 | Q4 2024 | FY 2024
Revenues | $15M-$16M | $62M-$64M | $15M-$16M | $62M-$64M | $30M-$32M | $124M-$128M`,
    guidance: [],
  },
  {
    name: "open-ended figures for a quarter and for the year",
    html:
      opening +
      p(
        "For the fourth quarter, we expect revenue of $170 million or more. We see 2024 revenue of up to $700 million.",
      ),
    guidance: [
      [REVENUE_Q, 170e6, null],
      [REVENUE_FY, null, 700e6],
    ],
  },
  {
    name: "bars between cells, and at the start of some lines",
    html: `${HEADLINE}

${LEAD}

(In thousands, except per share data) |  | Three Months Ended September 30, |
 |  | 2024 |  |  | 2023 |
Revenues |  | 60,138 |  |  | 59,543 |
PER SHARE INFORMATION
Earnings per common share -
Basic |  |  | 0.50 |  |  |  | 0.87 |
Diluted |  |  | 0.49 |  |  |  | 0.85 |`,
    guidance: [],
    reported: { revenue: 60138e3, gaap: 0.49 },
  },
  {
    name: "growth that is only one effect in a remark",
    html:
      opening +
      p("Outlook for 2024") +
      list(
        "Capital expenditures of $145 million to $150 million, with 1% in total revenue growth and approximately $2 million in EBITDA from the new stores",
      ),
    guidance: [],
  },
  {
    name: "a sentence below a heading that ends without a mark",
    html:
      opening +
      p(
        "All comparisons made to the prior year period",
        "Net revenue increased 25% to $281.7 million in the third quarter compared to $224.5 million.",
      ),
    guidance: [],
    reported: { revenue: 281.7e6 },
  },
  {
    name: "a comparison with the prior-year quarter, and no other period",
    html:
      p("Norwell Industries Reports Results", "Company Highlights:") +
      list(
        "GAAP diluted EPS of $0.77 compared with $0.74 in the prior year quarter",
        "Adjusted diluted EPS of $0.78 compared to $0.74 in the prior year quarter",
      ),
    guidance: [],
    reported: { gaap: 0.77, adjusted: 0.78 },
  },
  {
    name: "sections that name the basis of their rows",
    html:
      opening +
      p("($ in millions, except per share data)") +
      table(
        ["", "Q3 2024", "Q3 2023"],
        ["GAAP Financial Measures"],
        ["Revenue", "298.6", "187.1"],
        ["Net loss per share", "(0.34)", "(0.05)"],
        ["Non-GAAP Financial Measures"],
        ["Net income", "40.4", "19.3"],
        ["Net income per share", "0.17", "0.12"],
      ),
    guidance: [],
    reported: { revenue: 298.6e6, gaap: -0.34, adjusted: 0.17 },
  },
  {
    name: "two days over approximate figures in a plain text",
    html: `${HEADLINE}

${LEAD}

The Company is updating the following full year 2024 guidance:

Company issued guidance: | July 29, 2024 | October 24, 2024
Revenues | ~ $2.0 billion | ~ $2.1 billion
Capital expenditures | ~ $90 million | ~ $90 million`,
    guidance: [[REVENUE_FY, 2.1e9, 2.1e9, "raised"]],
  },
  {
    name: "columns of changes between the columns of two lengths in a plain text",
    html: `${HEADLINE}

${LEAD}

(In thousands) | Three Months Ended September 30, | % Change | Nine Months Ended September 30, | % Change
2024 | 2023 | 2024 | 2023
Consolidated revenue | 438,040 | 402,808 | 8.7 | % | 1,211,904 | 1,136,988 | 6.6 | %`,
    guidance: [],
    reported: { revenue: 438040e3 },
  },
  {
    name: "headings of periods that do not fit the columns of a plain text",
    html: `${HEADLINE}

Results for the third quarter of 2024:

(In thousands) | Three Months Ended September 30, | Nine Months Ended September 30,
2024 | 2024
Consolidated revenue | 438,040 | 402,808 | 1,211,904 | 1,136,988 | 12,000`,
    guidance: [],
    reported: {},
  },
  {
    name: "an EPS of basic and diluted shares before its period",
    html:
      opening +
      p(
        "Norwell reported net income of $8.2 million, or $0.16 per basic and diluted share, for the third quarter of 2024 .",
      ),
    guidance: [],
    reported: { gaap: 0.16 },
  },
  {
    name: "a long comparison with the corresponding period of a year",
    html:
      opening +
      p(
        "Net sales increased by 7.2%, as compared to consolidated net sales in the corresponding period in 2023.",
        "Net income was $19.6 million, or $0.87 per diluted share.",
      ),
    guidance: [],
    reported: { gaap: 0.87 },
  },
  {
    name: "sales to some customers",
    html:
      opening +
      p(
        "Lower results came from a lack of sales to its two largest customers, representing a combined $1.1 million.",
      ),
    guidance: [],
    reported: {},
  },
  {
    name: "a name after its amount, and what growth represents",
    html:
      opening +
      p(
        "The Company is increasing its full-year guidance to $740 million to $755 million in revenue and $92 million to $95 million in adjusted EBITDA.",
        "For the fourth quarter of 2024, the Company expects:",
      ) +
      list(
        "Constant-currency growth of 1.7%-4.6%. This represents revenue in the range of $332-$342 million.",
      ),
    guidance: [
      [REVENUE_FY, 740e6, 755e6, "raised"],
      [REVENUE_Q, 332e6, 342e6],
    ],
  },
  {
    name: "the next quarter's guidance in the headline before the results",
    html:
      p(
        "Norwell Industries Provides First Quarter 2025 Guidance and Reports Fourth Quarter Results",
        "For the first quarter of 2025, Norwell expects revenue of $170 million to $180 million.",
        "(in millions, except per share data)",
      ) +
      table(
        ["", "Q4 2024", "Q4 2023"],
        ["Revenue", "160.5", "151.2"],
        ["Diluted earnings per share", "0.73", "0.61"],
      ),
    guidance: [[REVENUE_Q, 170e6, 180e6]],
    reported: { revenue: 160.5e6, gaap: 0.73 },
  },
  {
    name: "an expectation in a word that results do not have",
    html: opening + p("EPS on a non-GAAP basis for the December quarter should land around 31 cents."),
    guidance: [],
    reported: {},
  },
  {
    name: "ranges whose ends have a cell each, with a word or a dash between them",
    html: `${HEADLINE}

${LEAD}

Norwell anticipates revenue and non-GAAP net income per share to be in the following ranges:

Fourth Quarter 2024 | Full-Year 2024
(in millions, except per share data)
Revenue | $208 | to | $210 | $837 | to | $841
Year-over-year growth | (5)% | to | (4)% | (3)% | to | (2)%
Non-GAAP net income per share, diluted | $0.44 | to | $0.47 | $1.78 | to | $1.83`,
    guidance: [
      ["eps adjusted next_quarter", 0.44, 0.47],
      ["eps adjusted full_year", 1.78, 1.83],
      [REVENUE_Q, 208e6, 210e6],
      [REVENUE_FY, 837e6, 841e6],
    ],
  },
  {
    name: "ranges with a dash in a cell beside the year before",
    html: `${HEADLINE}

${LEAD}

2024 Outlook Range

For the Twelve Months Ended December 31,
2024 | 2023
Net Sales (in billions) | $1.76 | - | $1.83 | $1.14
Adjusted EBITDA Margin | 17.6% | - | 17.8% | 16.3%
GAAP EPS – Diluted | $2.40 | - | $2.80 | $3.25`,
    guidance: [
      ["eps gaap full_year", 2.4, 2.8],
      [REVENUE_FY, 1.76e9, 1.83e9],
    ],
  },
  {
    name: "a dash in a cell without a figure",
    html: `${HEADLINE}

${LEAD}

(in millions) | Q3 2024 | Q2 2024 | Q3 2023
Revenue | 208.1 | 205.4 | 199.7
Gain on sale | 1.2 | - | 3.4
Diluted earnings per share | 0.73 | 0.70 | 0.61`,
    guidance: [],
    reported: { revenue: 208.1e6, gaap: 0.73 },
  },
  {
    name: "guidance for products before the company's",
    html:
      opening +
      p(
        "For wireless and related products, we expect revenue to be approximately $22 million. Accordingly, we expect fourth quarter net revenue to be in the range of $165 million to $175 million.",
      ),
    guidance: [[REVENUE_Q, 165e6, 175e6]],
  },
  ...[
    "Third quarter diluted earnings per share was $0.73 in 2024, compared to $0.60 in the prior year quarter.",
    "3Q 2024 net income available to common shareholders was $8.3 million, or $0.73 Earnings per Share (EPS).",
  ].map(
    (sentence): InventedRelease => ({
      name: `the quarter's EPS: ${sentence}`,
      html: opening + p(sentence),
      guidance: [],
      reported: { gaap: 0.73 },
    }),
  ),
  {
    name: "a loss and a normalized EPS, named after their figures",
    html:
      opening +
      p(
        "Net loss was $8 million ($0.07 loss per diluted share) for the third quarter.",
        "Normalized net income was $8.9 million, or $0.12 normalized EPS.",
      ),
    guidance: [],
    reported: { gaap: -0.07, adjusted: 0.12 },
  },
  {
    name: "lists below introductions that name several metrics before the period",
    html:
      opening +
      p(
        "Norwell's guidance for revenue, adjusted EBITDA, diluted weighted-average shares outstanding, and non-GAAP diluted EPS for the fourth quarter of 2024 is:",
      ) +
      list("Revenue: $176 million to $184 million", "Non-GAAP diluted EPS: $0.31 to $0.33") +
      p(
        "Norwell's guidance for revenue, adjusted EBITDA, diluted weighted-average shares outstanding, and non-GAAP diluted EPS for full year 2024 is:",
      ) +
      list("Revenue: $730 million to $750 million", "Non-GAAP diluted EPS: $1.38 to $1.43"),
    guidance: [
      ["eps adjusted next_quarter", 0.31, 0.33],
      ["eps adjusted full_year", 1.38, 1.43],
      [REVENUE_Q, 176e6, 184e6],
      [REVENUE_FY, 730e6, 750e6],
    ],
  },
  {
    name: "a half year with its number and the full year in one item",
    html:
      opening +
      p("Norwell expects the following for the second half and full year of 2024:") +
      list(
        "Second-half 2024 revenue in the range of $38 - $41 million, and full-year 2024 revenue in the range of $77 - $82 million.",
      ),
    guidance: [
      ["revenue  other", 38e6, 41e6],
      [REVENUE_FY, 77e6, 82e6],
    ],
  },
  {
    name: "an adjusted EPS below a heading of GAAP results",
    html: `${HEADLINE}

${LEAD}

(in millions, except per share data) | Three Months Ended September 30, | Nine Months Ended September 30,
2024 | 2023 | 2024 | 2023
GAAP Results:
Revenue | 215.3 | 214.6 | 1,064.6 | 1,016.4
Net (loss) income per diluted share | (0.13) | (0.41) | 0.59 | (1.74)
Non-GAAP Results*:
Adjusted net (loss) income * per diluted share | (0.14) | (0.39) | 0.93 | (0.31)`,
    guidance: [],
    reported: { revenue: 215.3e6, gaap: -0.13, adjusted: -0.14 },
  },
  {
    name: "dollars in a table although an earlier one is in millions",
    html: `${HEADLINE}

${LEAD}

Cash was $155.2 (in millions).

Three Months Ended September 30, | Nine Months Ended September 30,
2024 | 2023 | 2024 | 2023
Product sales | 37,870,335 | 79,124,860 | 41,408,212 | 84,946,107
Total revenues | 41,002,253 | 81,120,004 | 47,244,834 | 88,160,818`,
    guidance: [],
    reported: { revenue: 41_002_253 },
  },
  {
    name: "a part's revenue before the total",
    html:
      opening +
      list(
        "Data Analytics achieved record quarterly revenue of $19.2 million.",
        "Norwell reported total revenues of $99.4 million for the third quarter of 2024.",
      ),
    guidance: [],
    reported: { revenue: 99.4e6 },
  },
  {
    name: "new guidance with the ranges of what reduced it below",
    html:
      opening +
      list(
        "Updated 2024 revenue guidance of $740.0 million to $790.0 million, from $840.0 million to $900.0 million.",
        "Reduction driven by lower pass-through revenue of $35.0 million to $55.0 million and lower emergency response revenue of $15.0 million to $25.0 million.",
      ),
    guidance: [[REVENUE_FY, 740e6, 790e6, "lowered"]],
  },
  {
    name: "two ranges, each before its metric",
    html:
      opening +
      p(
        "We are reaffirming our full-year 2024 guidance ranges of $2.75 - $2.85 billion in revenue and $750 - $790 million in Adjusted EBITDA.",
      ),
    guidance: [[REVENUE_FY, 2.75e9, 2.85e9, "maintained"]],
  },
  {
    name: "a footnote mark after the label of a guidance table",
    html: `${HEADLINE}

${LEAD}

2024 Outlook

For the full-year 2024, the Company is updating its outlook:

$ in millions (except EPS) | Range | YoY % Change
Revenue 2 | $2,188 - $2,303 | (18%) - (13%)
Adjusted EPS | $0.85 - $0.90 | 5% - 11%`,
    guidance: [
      ["eps adjusted full_year", 0.85, 0.9],
      [REVENUE_FY, 2188e6, 2303e6],
    ],
  },
  {
    name: "an EPS with two words before its name",
    html: opening + p("Adjusted net income was $20.3 million, or $0.20 diluted adjusted earnings per share."),
    guidance: [],
    reported: { adjusted: 0.2 },
  },
];
