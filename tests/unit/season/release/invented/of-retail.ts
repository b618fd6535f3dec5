import { type InventedRelease, list, p, q4, REVENUE_FY, REVENUE_Q, table, year } from "./release.ts";

export const ofRetail: readonly InventedRelease[] = [
  {
    name: "GAAP and adjusted EPS in one range",
    html: p(
      "Third quarter GAAP EPS was $1.85 and Adjusted EPS was $1.85.",
      "For the fourth quarter, the Company expects approximately flat comparable sales, and GAAP and Adjusted EPS of $1.85 to $2.45. For the full year 2024, the Company now expects GAAP and Adjusted EPS of $8.30 to $8.90.",
    ),
    guidance: [
      [q4("gaap"), 1.85, 2.45],
      [q4("adjusted"), 1.85, 2.45],
      [year("gaap"), 8.3, 8.9],
      [year("adjusted"), 8.3, 8.9],
    ],
    reported: { gaap: 1.85, adjusted: 1.85 },
  },
  {
    name: "net revenue in the range, representing growth, per paragraph",
    html: p(
      "2024 Outlook",
      "For the fourth quarter of 2024, we expect net revenue to be in the range of $3.475 billion to $3.510 billion, representing growth of 8% to 10%. Diluted earnings per share are expected to be in the range of $5.56 to $5.64 for the quarter. This assumes a tax rate of approximately 30%.",
      "For 2024, we expect net revenue to be in the range of $10.452 billion to $10.487 billion, representing growth of 9%. Diluted earnings per share are expected to be in the range of $14.08 to $14.16 for the year. This assumes a tax rate of approximately 30%.",
      "The guidance does not reflect potential future repurchases of the Company's shares.",
    ),
    guidance: [
      [REVENUE_Q, 3.475e9, 3.51e9],
      [q4("gaap"), 5.56, 5.64],
      [REVENUE_FY, 10.452e9, 10.487e9],
      [year("gaap"), 14.08, 14.16],
    ],
  },
  {
    name: "weeks ending, and the year before in brackets",
    html: p(
      "Looking ahead, for the 13 weeks ending February 1, 2025, we are forecasting same store sales to be up 2% to 3%. Earnings per share for the 13 weeks ending February 1, 2025 are projected to be $1.57 to $1.64 versus $1.82 for the 14 weeks ended February 3, 2024. Based on our results to date, for the 52 weeks ending February 1, 2025, we are planning earnings per share of $6.10 to $6.17.",
    ),
    guidance: [
      [q4("gaap"), 1.57, 1.64],
      [year("gaap"), 6.1, 6.17],
    ],
  },
  {
    name: "cents without a zero and a raised year",
    html: p(
      "For the third quarter of Fiscal 2025, the Company continues to expect diluted earnings per share to be in the range of $1.06 to $1.08. For Fiscal 2025, the Company is raising its diluted earnings per share outlook to a range of $4.15 to $4.17.",
      "For the fourth quarter of Fiscal 2025 the Company expects consolidated comparable sales to be up 2% to 3%.",
    ),
    guidance: [
      [q4("gaap"), 1.06, 1.08, "maintained"],
      [year("gaap"), 4.15, 4.17, "raised"],
    ],
  },
  {
    name: "previously in brackets in an updated list",
    html: `${p("The Company is updating its outlook for the full year 2024:", "Full Year 2024 Outlook (comparisons to full year 2023)")}${list(
      "Total sales of $83.0 to $83.5 billion (previously $82.7 to $83.2 billion)",
      "Comparable sales expected to be down 3.0% to 3.5% (previously down 3.5% to 4.0%)",
      "Operating income as a percentage of sales of 12.3% to 12.4%",
      "Adjusted diluted earnings per share of approximately $11.80 to $11.90 (previously $11.70 to $11.90)",
      "Capital expenditures of approximately $2 billion",
    )}`,
    guidance: [
      [REVENUE_FY, 83e9, 83.5e9, "raised"],
      [year("adjusted"), 11.8, 11.9, "narrowed"],
    ],
  },
  {
    name: "which compares to prior guidance",
    html: `${p("The company's updated FY25 guidance is the following:")}${list(
      "Revenue of $41.1 billion to $41.5 billion, which compares to prior guidance of $41.3 billion to $41.9 billion",
      "Comparable sales decline of 2.5% to 3.5%, which compares to prior guidance of a decline of 1.5% to 3.0%",
      "Non-GAAP diluted EPS of $6.10 to $6.25, which compares to prior guidance of $6.10 to $6.35",
    )}`,
    guidance: [
      [REVENUE_FY, 41.1e9, 41.5e9, "lowered"],
      [year("adjusted"), 6.1, 6.25, "narrowed"],
    ],
  },
  {
    name: "a department store's table of annual outlook",
    html: `${p("2024 Outlook", "The company reaffirms its annual outlook.")}${table(
      ["", "2024 guidance"],
      ["Net sales", "$22.1 billion to $22.4 billion"],
      ["Comparable owned-plus-licensed-plus-marketplace sales change", "Down ~2.0% to down ~0.5%"],
      ["Other revenue as a percent of net sales", "~ 3.7%"],
      ["Adjusted diluted earnings per share*", "$2.55 to $2.90"],
    )}`,
    guidance: [
      [REVENUE_FY, 22.1e9, 22.4e9, "maintained"],
      [year("adjusted"), 2.55, 2.9, "maintained"],
    ],
  },
  {
    name: "a change in two ways, previous and current outlook columns with growth",
    html: `${p("2024 Outlook", "The Company's updated outlook for fiscal 2024:")}${table(
      ["", "Current Outlook", "Previous Outlook (July 2024)"],
      ["Net sales growth", "14% to 15%", "12% to 13%"],
      ["Operating margin", "around 15%", "in the range of 14% to 15%"],
      ["Net income per diluted share", "$10.60 to $10.80", "$10.15 to $10.40"],
      ["Capital expenditures", "~$170 million", "~$170 million"],
    )}`,
    guidance: [[year("gaap"), 10.6, 10.8, "raised"]],
  },
  {
    name: "in the first quarter heading with long bullets",
    html: `${p("For the fourth quarter of fiscal 2024, the Company expects:")}${list(
      "Net sales are expected to be in the range of $1.35 billion to $1.38 billion based on opening approximately 50 new stores and assuming an approximate 3% to 5% decrease in comparable sales;",
      "Net income is expected to be in the range of $172 million to $184 million;",
      "Adjusted net income is expected to be in the range of $180 million to $192 million;",
      "Diluted income per common share is expected to be in the range of $3.12 to $3.34 on approximately 55.2 million diluted weighted average shares outstanding; and",
      "Adjusted diluted income per common share is expected to be in the range of $3.26 to $3.48.",
    )}`,
    guidance: [
      [REVENUE_Q, 1.35e9, 1.38e9],
      [q4("gaap"), 3.12, 3.34],
      [q4("adjusted"), 3.26, 3.48],
    ],
  },
  {
    name: "a table with updated and prior, and units above",
    html: table(
      ["Fiscal 2024 Guidance (dollars in millions, except per share data)", "Updated", "Prior"],
      ["Net sales", "$2,270 - $2,280", "$2,280 - $2,300"],
      ["Comparable store sales increase", "2.7% - 3.2%", "2.5% - 3.5%"],
      ["Adjusted net income", "$195 - $198", "$197 - $201"],
      ["Adjusted net income per diluted share", "$3.15 - $3.20", "$3.17 - $3.24"],
    ),
    guidance: [
      [REVENUE_FY, 2270e6, 2280e6, "lowered"],
      [year("adjusted"), 3.15, 3.2, "lowered"],
    ],
  },
  {
    name: "an EPS as growth, equating to a range, is left out",
    html: p(
      "The Company maintained its fiscal year 2025 guidance for core EPS growth in the range of 5% to 7% versus fiscal 2024 core EPS of $6.59. This guidance equates to a range of $6.91 to $7.05 per share, with a mid-point of $6.98, or growth of 6%.",
    ),
    guidance: [],
  },
  {
    name: "comparable EPS as growth only",
    html: p(
      "The company now expects to deliver comparable EPS (non-GAAP) growth of 5% to 6%, versus $2.69 in 2023. Full year 2024 organic revenue growth is expected to be approximately 10%.",
    ),
    guidance: [],
  },
  {
    name: "a packaged food company's table of two columns and change",
    html: `${p("Full Year Outlook", "The Company updated its full-year fiscal 2025 guidance as summarized below:")}${table(
      ["", "Current", "Previous"],
      ["Net sales increase vs prior year", "8.5% - 9.5%", "9.5% - 10.5%"],
      ["Adjusted earnings per share", "$9.70 - $10.10", "$9.60 - $10.00"],
      ["Free cash flow (in millions)", "$875.0", "$875.0"],
      ["Adjusted effective income tax rate", "24.3%", "24.3%"],
    )}`,
    guidance: [[year("adjusted"), 9.7, 10.1, "raised"]],
  },
  {
    name: "a brewer's comparable basis and reported",
    html: p(
      "Fiscal Year 2025 outlook: reported EPS of $4.05 - $4.25; comparable EPS of $13.60 - $13.80. The company now expects operating cash flow of $2.8 - $3.0 billion and free cash flow of $1.4 - $1.5 billion.",
    ),
    guidance: [
      [year("gaap"), 4.05, 4.25],
      [year("adjusted"), 13.6, 13.8],
    ],
  },
  {
    name: "reported and adjusted forecast of a beauty company",
    html: `${p("Outlook for Fiscal 2025 Second Quarter", "Sales Outlook", "Reported net sales are forecasted to decrease between 6% and 8% versus the prior-year period.", "Earnings Per Share Outlook")}${list(
      "Reported diluted net earnings per common share are projected to be between $.02 and $.19.",
      "Excluding restructuring and other charges, adjusted diluted net earnings per common share are projected to be between $.20 and $.35.",
    )}`,
    guidance: [
      [q4("gaap"), 0.02, 0.19],
      [q4("adjusted"), 0.2, 0.35],
    ],
  },
  {
    name: "an apparel company in millions with approximately",
    html: p(
      "Fiscal 2024 Guidance: The Company now expects revenue to be approximately $6.65 to $6.70 billion compared to approximately $6.7 billion previously. Earnings per share on a non-GAAP basis are now expected to be approximately $7.80 to $7.90, compared to approximately $7.65 previously.",
    ),
    guidance: [
      [REVENUE_FY, 6.65e9, 6.7e9, "lowered"],
      [year("adjusted"), 7.8, 7.9, "raised"],
    ],
  },
  {
    name: "a chain of restaurants with counts only",
    html: `${p("Fiscal 2025 Outlook", "The Company provided the following financial outlook for fiscal 2025:")}${list(
      "Total sales of approximately $11.8 to $11.9 billion",
      "Same-restaurant sales growth of 1.0% to 2.0%",
      "50 to 55 new restaurants",
      "Capital spending of $550 to $600 million",
      "Total inflation of approximately 3%",
      "Diluted net earnings per share from continuing operations of $9.40 to $9.60",
    )}`,
    guidance: [
      [REVENUE_FY, 11.8e9, 11.9e9],
      [year("gaap"), 9.4, 9.6],
    ],
  },
];
