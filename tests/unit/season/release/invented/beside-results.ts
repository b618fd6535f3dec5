import { type InventedRelease, p, q4, REVENUE_FY, REVENUE_Q, year } from "./release.ts";

export const besideResults: readonly InventedRelease[] = [
  {
    name: "between and",
    html: p(
      "Halden Reports Third Quarter 2024 Results",
      "Revenue for the third quarter was $212.3 million, an increase of 9% compared to $194.8 million. GAAP net income was $0.41 per diluted share.",
      "For the fourth quarter of 2024, Halden expects revenue to be between $216 million and $220 million and GAAP diluted earnings per share to be between $0.42 and $0.45.",
    ),
    guidance: [
      [REVENUE_Q, 216e6, 220e6],
      [q4("gaap"), 0.42, 0.45],
    ],
    reported: { revenue: 212.3e6, gaap: 0.41 },
  },
  {
    name: "plus or minus money",
    html: p(
      "Third quarter revenue was $640.2 million.",
      "Business Outlook",
      "For the fourth quarter of fiscal 2024, we currently expect revenue of approximately $665 million, plus or minus $15 million, and non-GAAP diluted EPS of $1.05, plus or minus $0.05.",
    ),
    guidance: [
      [REVENUE_Q, 650e6, 680e6],
      [q4("adjusted"), 1, 1.1],
    ],
    reported: { revenue: 640.2e6 },
  },
  {
    name: "a utility narrows",
    html: p(
      "Third-quarter 2024 GAAP earnings were $1.18 per share.",
      "The company is narrowing its 2024 ongoing earnings guidance to $4.05 to $4.15 per share, from $4.00 to $4.20 per share.",
    ),
    guidance: [[year("adjusted"), 4.05, 4.15, "narrowed"]],
    reported: { gaap: 1.18 },
  },
  {
    name: "renminbi and a loss",
    html: p(
      "For the three months ended September 30, 2024, revenue was RMB1.92 billion and net loss per share was RMB0.44.",
      "For the fourth quarter of 2024, the Company expects total net revenues to be between RMB2.00 billion and RMB2.10 billion.",
    ),
    guidance: [[REVENUE_Q, 2e9, 2.1e9]],
    reported: { revenue: 1.92e9, gaap: -0.44 },
  },
  {
    name: "an increase of guidance in the headline only",
    html: p(
      "Third Quarter 2024 Results; Company Raises Full-Year Adjusted EPS Guidance to $9.10–$9.20",
      "Third quarter adjusted EPS was $2.41 and net sales were $3.02 billion.",
    ),
    guidance: [[year("adjusted"), 9.1, 9.2, "raised"]],
    reported: { revenue: 3.02e9, adjusted: 2.41 },
  },
  {
    name: "fourth quarter results with the next year's guidance",
    html: p(
      "Fourth Quarter and Full Year Fiscal 2024 Results",
      "Fourth quarter net sales were $1.02 billion and diluted EPS was $1.31. Full year net sales were $3.9 billion and diluted EPS was $5.02.",
      "For fiscal 2025, the Company expects net sales of $4.0 billion to $4.1 billion and diluted EPS of $5.20 to $5.45. For the first quarter of fiscal 2025, it expects net sales of $930 million to $950 million and diluted EPS of $1.05 to $1.10.",
    ),
    guidance: [
      [REVENUE_FY, 4e9, 4.1e9, "initiated"],
      [year("gaap"), 5.2, 5.45, "initiated"],
      [REVENUE_Q, 930e6, 950e6, "initiated"],
      [q4("gaap"), 1.05, 1.1, "initiated"],
    ],
    reported: { revenue: 1.02e9, gaap: 1.31 },
  },
];
