import { type InventedRelease, p, q4, REVENUE_FY, REVENUE_Q, year } from "./release.ts";

const FULL_YEAR = "For the full year 2024, the Company now expects";

export const ofSentences: readonly InventedRelease[] = [
  {
    name: "a sentence on a non-GAAP measure defined below",
    html: p(
      "For the fourth quarter of 2024, GAAP net income per diluted share is expected to be in the range of $0.33 to $0.35. Using the non-GAAP measure defined below, net income per diluted share is expected to be in the range of $0.52 to $0.54.",
    ),
    guidance: [
      [q4("gaap"), 0.33, 0.35],
      [q4("adjusted"), 0.52, 0.54],
    ],
  },
  {
    name: "a remark between the measure and its figure",
    html: p(
      "Diluted earnings per share for the fourth quarter, including tariff costs, are estimated to be in the range of $1.00 to $1.09.",
    ),
    guidance: [[q4("gaap"), 1, 1.09]],
  },
  {
    name: "effects beside a range",
    html: p(
      `${FULL_YEAR} EPS of $4.72 to $4.78, reflecting a decrease of $0.12 per share. The updated revenue outlook for 2024 is $5 million above our previous guidance.`,
    ),
    guidance: [[year("gaap"), 4.72, 4.78]],
  },
  {
    name: "a difference from last year is no level",
    html: p(
      "The Company expects fourth quarter adjusted diluted earnings per share to be between $0.05 and $0.10 above the prior year's quarter of $0.60.",
    ),
    guidance: [],
  },
  {
    name: "past guidance that was met",
    html: p(
      "The company reported EPS for the third quarter of 2024 at the high end of its guidance range of $1.20 to $1.25.",
    ),
    guidance: [],
  },
  {
    name: "adjusting guidance is no adjusted measure",
    html: p(
      "The company adjusted its 2024 full-year EPS guidance to reflect this impact, and expects earnings in a range of $7.50 to $7.70 per share.",
    ),
    guidance: [[year("gaap"), 7.5, 7.7]],
  },
  {
    name: "cents and percent in words",
    html: p(
      "For the fourth quarter of 2024 we expect revenue of $110 million, plus or minus five percent, and EPS of $1.42, plus or minus five cents.",
    ),
    guidance: [
      [REVENUE_Q, 104.5e6, 115.5e6],
      [q4("gaap"), 1.37, 1.47],
    ],
  },
  {
    name: "one end of a range that moves",
    html: p(
      "The company increased the low end of its 2024 adjusted EPS guidance to $4.00, resulting in a new range of $4.00 to $4.10.",
    ),
    guidance: [[year("adjusted"), 4, 4.1, "raised"]],
  },
  {
    name: "a range that replaces one after from",
    html: p("The company narrowed its 2024 adjusted EPS guidance range from $6.18-$6.42 to $6.25-$6.35."),
    guidance: [[year("adjusted"), 6.25, 6.35, "narrowed"]],
  },
  {
    name: "operating earnings are not read twice",
    html: p(
      "The company has raised its 2024 operating earnings guidance from $4.55 - $4.75 per share to $4.65 - $4.80 per share.",
    ),
    guidance: [[year("adjusted"), 4.65, 4.8, "raised"]],
  },
  {
    name: "a measure's name behind its figure",
    html: p("The Company affirms its fiscal 2025 guidance of $8.60 to $9.10 in adjusted EPS."),
    guidance: [[year("adjusted"), 8.6, 9.1, "maintained"]],
  },
  {
    name: "a period two sentences before",
    html: p(
      "Net sales for the fourth quarter of 2024 are forecasted to be between $88.0 and $92.0 million. Net income per diluted share should range from $0.11 to $0.15. Excluding stock-based compensation, net income per share should range from $0.16 to $0.20.",
    ),
    guidance: [
      [REVENUE_Q, 88e6, 92e6],
      [q4("gaap"), 0.11, 0.15],
      [q4("adjusted"), 0.16, 0.2],
    ],
  },
  {
    name: "a list whose items have no signs",
    html: `${p("The Company is updating its guidance for fiscal 2024:")}<ul><li>Total sales of $84.5 to $85.5 billion (previously $83.5 to $84.5 billion)</li><li>Adjusted diluted earnings-per-share of approximately $12.20 to $12.45</li></ul>`,
    guidance: [
      [REVENUE_FY, 84.5e9, 85.5e9, "raised"],
      [year("adjusted"), 12.2, 12.45],
    ],
  },
  {
    name: "guidance that is confirmed without its figures",
    html: p("We are reaffirming our fourth quarter 2024 GAAP and non-GAAP EPS guidance."),
    guidance: [
      [q4("gaap"), null, null, "maintained"],
      [q4("adjusted"), null, null, "maintained"],
    ],
  },
  {
    name: "ambitions for years to come",
    html: p("The group detailed its ambitions: sales in 2030 are expected in a range of $12 to $15 billion."),
    guidance: [],
  },
  {
    name: "guidance of another year has its own action",
    html: p(
      "The company narrows its 2024 EPS guidance to $2.60 to $2.65. We are providing initial 2025 EPS guidance of $2.73 to $2.83.",
    ),
    guidance: [
      [year("gaap"), 2.6, 2.65, "narrowed"],
      [year("gaap"), 2.73, 2.83, "initiated"],
    ],
  },
  {
    name: "the period of the next list is not that of an item before it",
    html: `${p("For the fourth quarter of 2024, the Company expects:")}<ul><li>Non-GAAP net loss per share of $(0.03) to breakeven</li></ul>${p("For the full year 2024, the Company expects:")}<ul><li>Non-GAAP net income per share of $0.22 to $0.26</li></ul>`,
    guidance: [
      [q4("adjusted"), -0.03, 0],
      [year("adjusted"), 0.22, 0.26],
    ],
  },
  {
    name: "guidance that was withdrawn",
    html: p(
      "On March 19, 2024 the Company withdrew its guidance for the year given on February 12, which called for revenues of $1.95 billion to $2.00 billion.",
    ),
    guidance: [],
  },
  {
    name: "guidance after one that was withdrawn",
    html: p(
      "Having withdrawn its guidance on April 2 because of the storm, the company today re-established full year 2024 guidance: net sales of $505 million to $520 million.",
    ),
    guidance: [[REVENUE_FY, 505e6, 520e6, "initiated"]],
  },
  {
    name: "the year that growth is measured from is not the guided one",
    html: p(
      "Financial Outlook: For the fiscal year ending January 31, 2025, the Company now expects total sales to increase 9.5 to 10 percent over the 2023 fiscal year. The Company is narrowing its adjusted diluted EPS range to $3.00 to $3.05 from $2.95 to $3.10.",
    ),
    guidance: [[year("adjusted"), 3, 3.05, "narrowed"]],
  },
  {
    name: "a remark behind continuing operations",
    html: p(
      "Fiscal 2025 outlook is now: diluted net earnings per share from continuing operations, excluding transaction costs, of $3.80 to $4.10, compared to the previous range of $3.95 to $4.10.",
    ),
    guidance: [[year("adjusted"), 3.8, 4.1, "lowered"]],
  },
  {
    name: "an amount after a semicolon is of another clause",
    html: p(
      "In 2024 it is not material to our revenue; we expect a business of at least $400 million in time.",
    ),
    guidance: [],
  },
  {
    name: "guidance that is unchanged",
    html: p(
      "The company expects total net revenue for 2024 of $4.4 billion to $4.5 billion, unchanged from August.",
    ),
    guidance: [[REVENUE_FY, 4.4e9, 4.5e9, "maintained"]],
  },
  {
    name: "a year's first guidance with the results of a year that is named by its number",
    html: p(
      "Harbor Pipelines Reports 2024 Results",
      "Net income for the fourth quarter was $0.97 per share.",
      "2025 guidance: Net income of $3.85 to $4.25 per diluted share.",
    ),
    guidance: [[year("gaap"), 3.85, 4.25, "initiated"]],
  },
  {
    name: "guidance for the year in the results of an earlier quarter is not its first",
    html: p(
      "Harbor Pipelines Reports Second Quarter Results",
      "Full year results depend on the weather. For the full year 2024, we expect net income of $3.85 to $4.25 per diluted share.",
    ),
    guidance: [[year("gaap"), 3.85, 4.25]],
  },
  {
    name: "a remark of the chief's on all guidance",
    html: p(
      "\u201cWe are raising our outlook for revenue and earnings for the year,\u201d said the chief financial officer.",
      "For the full year 2024, the company expects total revenue of $2.32 billion to $2.33 billion. For the fourth quarter of 2024, it expects EPS of $0.33 to $0.35.",
    ),
    guidance: [
      [REVENUE_FY, 2.32e9, 2.33e9, "raised"],
      [q4("gaap"), 0.33, 0.35],
    ],
  },
  {
    name: "a remark on the guidance of one year says nothing of another's",
    html: p(
      "We have narrowed our expected earnings to the upper half of our 2024 guidance range. For 2025, we expect EPS of $2.73 to $2.83.",
    ),
    guidance: [[year("gaap"), 2.73, 2.83]],
  },
  {
    name: "the earlier expectation in the next sentence",
    html: p(
      "We now expect fourth quarter 2024 earnings to range from 12 to 16 cents per diluted share. Our earlier expectation was 20 to 24 cents.",
    ),
    guidance: [[q4("gaap"), 0.12, 0.16, "lowered"]],
  },
  {
    name: "the year's earlier range is not that of the quarter before it",
    html: p(
      "We now expect EPS to be $3.88 to $3.92 for full year 2024. We expect EPS of $1.17 to $1.21 in the fourth quarter; our prior full-year range was $3.82 to $3.90.",
    ),
    guidance: [
      [year("gaap"), 3.88, 3.92],
      [q4("gaap"), 1.17, 1.21],
    ],
  },
  {
    name: "a smaller loss than in the earlier range is better",
    html: p(
      "For the full year 2024, we expect a net loss per share of $0.40 to $0.44; our prior range was $0.50 to $0.54.",
    ),
    guidance: [[year("gaap"), -0.44, -0.4, "raised"]],
  },
  {
    name: "a decrease at the midpoint from the earlier outlook",
    html: p(
      "We expect full-year 2024 non-GAAP net income per diluted share in a range of $9.90 to $10.02 based on 36.6 million shares, a decrease of $0.11 at the midpoint versus the previously provided outlook.",
    ),
    guidance: [[year("adjusted"), 9.9, 10.02, "lowered"]],
  },
  {
    name: "growth from the prior year is no move of guidance",
    html: p(
      "For the full year 2024, we expect revenue of $410 million to $420 million, an increase of 7% over the prior year, and EPS of $2.00 to $2.10, in line with prior-year EPS.",
    ),
    guidance: [
      [REVENUE_FY, 410e6, 420e6],
      [year("gaap"), 2, 2.1],
    ],
  },
  {
    name: "a remark on guidance of something else, or of somebody else, is no action on EPS",
    html: p(
      "We are raising our adjusted EBITDA guidance. Analysts raised their outlook for the industry.",
      "For the full year 2024, the Company expects adjusted EPS of $3.40 to $3.60.",
    ),
    guidance: [[year("adjusted"), 3.4, 3.6]],
  },
  {
    name: "a remark of the chief's on the guidance of another measure",
    html: p(
      "We have narrowed our outlook for adjusted EPS to $3.40 to $3.60 for the full year 2024.",
      "The Company expects full year 2024 revenue of $2.0 billion to $2.1 billion. Its prior expectation was for EPS of $3.30 to $3.70.",
    ),
    guidance: [
      [year("adjusted"), 3.4, 3.6, "narrowed"],
      [REVENUE_FY, 2e9, 2.1e9],
    ],
  },
  {
    name: "the first guidance of a year, which is called so",
    html: p(
      "The Company is giving its first guidance for fiscal 2025: it expects diluted earnings per share of $0.28 to $0.30.",
    ),
    guidance: [[year("gaap"), 0.28, 0.3, "initiated"]],
  },
  {
    name: "revenues that are assigned to periods too far away",
    html: p(
      "The Company expects diluted earnings per share of $0.28 to $0.30 for the fourth quarter and $1.66 to $1.72 for the full year, on revenue of $133 million to $135 million and $570 million to $580 million, respectively.",
    ),
    guidance: [
      [q4("gaap"), 0.28, 0.3],
      [year("gaap"), 1.66, 1.72],
    ],
  },
  {
    name: "the announcement of a first quarter is no first guidance",
    html: p(
      "Marlow Networks Reports First Quarter Results and Raises Full-Year 2024 Revenue Outlook",
      "The company announced first quarter 2024 results and updated full-year 2024 revenue guidance.",
      "The Company is providing updated guidance anticipating full-year 2024 revenue between $4.4 million and $4.6 million.",
    ),
    guidance: [[REVENUE_FY, 4.4e6, 4.6e6, "raised"]],
  },
  {
    name: "what the company guided to before",
    html: p(
      "Three months ago the Company guided to 2024 revenue of $742.0 to $750.0 million. For the full year 2024, it now expects revenue of $754.0 million to $759.0 million.",
    ),
    guidance: [[REVENUE_FY, 754e6, 759e6]],
  },
  {
    name: "a remark on all guidance after a verb that is not of guidance",
    html: p(
      "The Company has raised its dividend outlook. \u201cWe are able to raise our fiscal year outlook,\u201d said the chief executive.",
      "For fiscal year 2024, the Company expects net service revenue of $1.33 billion to $1.36 billion.",
    ),
    guidance: [[REVENUE_FY, 1.33e9, 1.36e9, "raised"]],
  },
];
