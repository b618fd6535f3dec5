import { type InventedRelease, list, p, REVENUE_FY, year } from "./release.ts";

export const ofYears: readonly InventedRelease[] = [
  {
    name: "in the range of",
    html: p(
      "Full year 2024 adjusted earnings per diluted share are anticipated to be in the range of $3.12 to $3.18, and net sales are anticipated to be in the range of $1.92 billion to $1.95 billion.",
    ),
    guidance: [
      [year("adjusted"), 3.12, 3.18],
      [REVENUE_FY, 1.92e9, 1.95e9],
    ],
  },
  {
    name: "a fiscal year by its end",
    html: p(
      "Brookmere Announces First Quarter Fiscal 2025 Results",
      "For the fiscal year ending June 30, 2025, the Company continues to expect net sales of $880 million to $910 million and diluted earnings per share of $5.10 to $5.40.",
    ),
    guidance: [
      [REVENUE_FY, 880e6, 910e6, "maintained"],
      [year("gaap"), 5.1, 5.4, "maintained"],
    ],
  },
  {
    name: "reaffirmed with figures",
    html: p(
      "The Company reaffirmed its 2024 guidance for adjusted EPS of $6.40 to $6.60 and revenue of $14.2 billion to $14.4 billion.",
    ),
    guidance: [
      [year("adjusted"), 6.4, 6.6, "maintained"],
      [REVENUE_FY, 14.2e9, 14.4e9, "maintained"],
    ],
  },
  {
    name: "now expects, beside the prior range",
    html: p(
      "Management now expects full-year 2024 revenue of $2.30 billion to $2.34 billion, versus its prior expectation of $2.25 billion to $2.31 billion.",
      "Adjusted diluted EPS for the full year 2024 is now expected to be $4.55 to $4.65, compared to the previous range of $4.40 to $4.60.",
    ),
    guidance: [
      [REVENUE_FY, 2.3e9, 2.34e9, "raised"],
      [year("adjusted"), 4.55, 4.65, "raised"],
    ],
  },
  {
    name: "a past result beside a single figure is no earlier guidance",
    html: p(
      "For the full year 2025, we expect revenue of approximately $120 million, compared with $110 million in 2024, and adjusted EPS of about $1.25, versus $1.10.",
    ),
    guidance: [
      [REVENUE_FY, 120e6, 120e6, null],
      [year("adjusted"), 1.25, 1.25, null],
    ],
  },
  {
    name: "the prior range in another unit, and of a loss",
    html: p(
      "For the full year 2025, we expect revenue of $950 million to $980 million, versus our prior guidance of $1.05 billion to $1.10 billion.",
      "For the full year 2025, we expect a loss per share of $0.20 to $0.25, versus our prior guidance of a loss of $0.30 to $0.35.",
    ),
    guidance: [
      [REVENUE_FY, 950e6, 980e6, "lowered"],
      [year("gaap"), -0.25, -0.2, "raised"],
    ],
  },
  {
    name: "net income, or so much per diluted share",
    html: p(
      "For the full year 2024, the Company expects net income of $88 million to $92 million, or $2.10 to $2.20 per diluted share.",
    ),
    guidance: [[year("gaap"), 2.1, 2.2]],
  },
  {
    name: "growth, and the amount it leads to",
    html: p(
      "For the full year 2024 we expect revenue to grow 12% to 13%, to a range of $1.118 billion to $1.128 billion.",
    ),
    guidance: [[REVENUE_FY, 1.118e9, 1.128e9]],
  },
  {
    name: "targets of a later year",
    html: p(
      "At its investor day, the Company introduced 2028 financial targets, including revenue of $9.0 billion to $9.5 billion and adjusted EPS of $11.00 to $12.00.",
    ),
    guidance: [],
  },
  {
    name: "at least",
    html: p(
      "The Company now expects full year 2024 adjusted earnings per share of at least $27.50, up from at least $27.15.",
    ),
    guidance: [[year("adjusted"), 27.5, null, "raised"]],
  },
  {
    name: "withdrawn",
    html: p(
      "Given the pending transaction, the Company is withdrawing its previously issued fiscal 2024 revenue and adjusted EPS guidance and will not host a conference call.",
    ),
    guidance: [
      [REVENUE_FY, null, null, "withdrawn"],
      [year("adjusted"), null, null, "withdrawn"],
    ],
  },
  {
    name: "the prior range in brackets",
    html: `${p("Updated full-year 2024 guidance:")}${list(
      "Net revenue of $3.40 billion to $3.50 billion (from $3.30 billion to $3.45 billion previously)",
      "Adjusted EPS of $2.22 to $2.28 (prior: $2.10 to $2.20)",
    )}`,
    guidance: [
      [REVENUE_FY, 3.4e9, 3.5e9, "raised"],
      [year("adjusted"), 2.22, 2.28, "raised"],
    ],
  },
  {
    name: "a bridge from GAAP to adjusted in a sentence",
    html: p(
      "The Company expects 2024 GAAP earnings per share of $1.90 to $2.00. Excluding amortization expense of approximately $0.30 per share, adjusted earnings per share are expected to be $2.20 to $2.30 for 2024.",
    ),
    guidance: [
      [year("gaap"), 1.9, 2],
      [year("adjusted"), 2.2, 2.3],
    ],
  },
  {
    name: "raised by an amount",
    html: p(
      "The Company raised its full-year 2024 adjusted EPS guidance by $0.10 to $5.20 to $5.30 and now expects revenue of approximately $6.2 billion.",
    ),
    guidance: [
      [year("adjusted"), 5.2, 5.3, "raised"],
      [REVENUE_FY, 6.2e9, 6.2e9],
    ],
  },
  {
    name: "raising the low end",
    html: p(
      "The Company is raising the low end of its 2024 adjusted EPS guidance and now expects $8.30 to $8.50, compared with $8.10 to $8.50 previously.",
    ),
    guidance: [[year("adjusted"), 8.3, 8.5, "narrowed"]],
  },
  {
    name: "basis points and tax beside",
    html: p(
      "For fiscal 2025, we expect net sales between $7.1 billion and $7.3 billion, gross margin expansion of 40 to 60 basis points, an effective tax rate of 24.5%, and EPS between $9.80 and $10.20 on 72 million diluted shares.",
    ),
    guidance: [
      [REVENUE_FY, 7.1e9, 7.3e9],
      [year("gaap"), 9.8, 10.2],
    ],
  },
  {
    name: "Canadian and US dollars",
    html: p(
      "For the full year 2024 the Company expects revenue of C$1.41 billion to C$1.44 billion and adjusted EPS of C$2.05 to C$2.15.",
    ),
    guidance: [
      [REVENUE_FY, 1.41e9, 1.44e9],
      [year("adjusted"), 2.05, 2.15],
    ],
  },
  {
    name: "previously announced guidance stands",
    html: p(
      "The Company is maintaining its full-year 2024 outlook, which calls for revenue of $530 million to $545 million and adjusted EPS of $1.70 to $1.80.",
    ),
    guidance: [
      [REVENUE_FY, 530e6, 545e6, "maintained"],
      [year("adjusted"), 1.7, 1.8, "maintained"],
    ],
  },
  {
    name: "hurricane costs a share",
    html: p(
      "Adjusted EPS for the full year 2024 is expected to be $3.60 to $3.70, including an estimated impact of $0.15 to $0.20 per share from hurricanes.",
    ),
    guidance: [[year("adjusted"), 3.6, 3.7]],
  },
  {
    name: "the second half",
    html: p(
      "The Company expects second half revenue of $410 million to $430 million and full year 2024 revenue of $800 million to $820 million.",
    ),
    guidance: [
      ["revenue  other", 410e6, 430e6],
      [REVENUE_FY, 800e6, 820e6],
    ],
  },
  {
    name: "a loss without a sign",
    html: p("For the full year 2024, the Company expects a GAAP net loss per share of $1.45 to $1.55."),
    guidance: [[year("gaap"), -1.55, -1.45]],
  },
  {
    name: "an adjusted range before its GAAP counterpart",
    html: p(
      "For fiscal year 2025 we project adjusted EPS of $2.60–$2.75 (GAAP EPS of $2.05–$2.20) on sales of $3.0–$3.1 billion.",
    ),
    guidance: [
      [year("adjusted"), 2.6, 2.75],
      [year("gaap"), 2.05, 2.2],
      // "on sales of" is left out, because a margin on sales reads the same.
    ],
  },
  {
    name: "revised, from and to",
    html: p(
      "The Company revised its full-year 2024 revenue guidance from a range of $1.50 billion to $1.55 billion to a range of $1.44 billion to $1.47 billion.",
    ),
    guidance: [[REVENUE_FY, 1.44e9, 1.47e9, "lowered"]],
  },
  {
    name: "a retailer's list",
    html: `${p("For fiscal 2024, the Company now expects:")}${list(
      "Net sales of approximately $15.9 billion",
      "Comparable sales down 1.0% to 2.0%",
      "Diluted earnings per share in the range of $13.25 to $13.75, compared to prior guidance of $14.00 to $14.60",
      "Capital expenditures of $700 million to $750 million",
    )}`,
    guidance: [
      [REVENUE_FY, 15.9e9, 15.9e9],
      [year("gaap"), 13.25, 13.75, "lowered"],
    ],
  },
  {
    name: "subscription revenue is a part",
    html: p(
      "For fiscal 2025, the Company expects subscription revenue of $2.0 billion to $2.1 billion and total revenue of $2.6 billion to $2.7 billion.",
    ),
    guidance: [[REVENUE_FY, 2.6e9, 2.7e9]],
  },
  {
    name: "more than",
    html: p(
      "We anticipate full year 2025 revenue of more than $750 million and adjusted EPS of more than $3.00.",
    ),
    guidance: [
      [REVENUE_FY, 750e6, null],
      [year("adjusted"), 3, null],
    ],
  },
];
