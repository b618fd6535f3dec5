import { type InventedRelease, list, p, q4, REVENUE_FY, table, year } from "./release.ts";

export const ofHealth: readonly InventedRelease[] = [
  {
    name: "net earnings and adjusted net earnings a share",
    html: p(
      "The company updated its full year 2024 outlook for net earnings to $15.50 to $15.75 per share and narrowed its outlook for adjusted net earnings to $27.50 to $27.75 per share.",
    ),
    guidance: [
      [year("gaap"), 15.5, 15.75],
      [year("adjusted"), 27.5, 27.75, "narrowed"],
    ],
  },
  {
    name: "at least, revised from at least",
    html: `${p("2024 Full-Year Guidance")}${list(
      "Revised GAAP diluted EPS guidance range to at least $5.64 from at least $7.06",
      "Revised Adjusted EPS guidance range to at least $7.00 from at least $8.30",
      "Revised total revenues guidance to at least $369.0 billion from at least $371.0 billion",
    )}`,
    guidance: [
      [year("gaap"), 5.64, null, "lowered"],
      [year("adjusted"), 7, null, "lowered"],
      [REVENUE_FY, 369e9, null, "lowered"],
    ],
  },
  {
    name: "prior and updated guidance rows of a drug maker",
    html: `${p("2024 Financial Guidance", "The company reaffirmed its revenue range and updated certain elements of its 2024 financial guidance:")}${table(
      ["", "2024 Guidance(1)", ""],
      ["", "Prior", "Updated"],
      ["Revenue", "$45.4 - $46.6 billion", "$45.4 - $46.0 billion"],
      ["(Gross Margin - OPEX) / Revenue (reported)", "34% - 36%", "26% - 28%"],
      ["Other Income/(Expense) (reported)", "($525) - ($425) million", "($525) - ($425) million"],
      ["Tax Rate", "Approx. 15%", "Approx. 38%"],
      ["Earnings per Share (reported)", "$15.10 - $15.60", "$12.05 - $12.55"],
      ["Earnings per Share (non-GAAP)", "$16.10 - $16.60", "$13.02 - $13.52"],
    )}`,
    guidance: [
      [REVENUE_FY, 45.4e9, 46e9, "narrowed"],
      [year("gaap"), 12.05, 12.55, "lowered"],
      [year("adjusted"), 13.02, 13.52, "lowered"],
    ],
  },
  {
    name: "guidance from one range to another with dashes",
    html: p(
      "Verity is updating its adjusted diluted EPS guidance for the full-year 2024 from $10.67 - $10.87 to $10.90 - $10.94, which includes an unfavorable impact of $0.64 per share related to acquired IPR&D and milestones expense incurred year-to-date through the third quarter 2024.",
    ),
    guidance: [[year("adjusted"), 10.9, 10.94, "raised"]],
  },
  {
    name: "projects under GAAP, then adjusted",
    html: p(
      "Castle Diagnostics projects full-year 2024 diluted earnings per share under GAAP of $3.34 to $3.40. Castle forecasts specified items for the full-year 2024 of $1.30 per share. Excluding specified items, projected adjusted diluted earnings per share would be $4.64 to $4.70 for the full year 2024.",
    ),
    guidance: [
      [year("gaap"), 3.34, 3.4],
      [year("adjusted"), 4.64, 4.7],
    ],
  },
  {
    name: "worldwide sales between",
    html: p(
      "The company now expects its full-year 2024 sales to be between $63.6 billion and $64.1 billion. The company now expects its full-year non-GAAP EPS to be between $7.72 and $7.77, which reflects a charge of $0.24 per share.",
    ),
    guidance: [
      [REVENUE_FY, 63.6e9, 64.1e9],
      [year("adjusted"), 7.72, 7.77],
    ],
  },
  {
    name: "a guidance table whose basis is in brackets, with a column of assumption",
    html: `${p("Full-Year 2024 Financial Outlook")}${table(
      ["", "Full-Year 2024", "Comments"],
      ["Worldwide sales", "$63.6 to $64.1 billion", "Growth of 6% to 7%"],
      ["Non-GAAP gross margin rate", "Approximately 81%", ""],
      ["Non-GAAP operating expenses", "$27.6 to $28.0 billion", ""],
      ["Non-GAAP EPS", "$7.72 to $7.77", "Includes approximately $0.30 of negative impact"],
      ["Share count (assuming dilution)", "Approximately 2.54 billion", ""],
    )}`,
    guidance: [
      [REVENUE_FY, 63.6e9, 64.1e9],
      [year("adjusted"), 7.72, 7.77],
    ],
  },
  {
    name: "product revenue and total revenue of a biotechnology company",
    html: `${p("Full Year 2024 Guidance")}${list(
      "Product sales between $27.8 billion and $28.1 billion, compared to $27.1 billion and $27.5 billion previously.",
      "Diluted earnings per share between $0.05 and $0.25, compared to $0.00 and $0.30 previously.",
      "Non-GAAP diluted earnings per share between $4.25 and $4.45, compared to $3.60 and $3.90 previously.",
    )}`,
    guidance: [
      [year("gaap"), 0.05, 0.25, "narrowed"],
      [year("adjusted"), 4.25, 4.45, "raised"],
    ],
  },
  {
    name: "a range on a basis with the other one behind in the same sentence",
    html: p(
      "For the full year 2024, the Company now expects: Total revenues in the range of $33.0 billion to $33.8 billion; on a GAAP basis, EPS in the range of $8.71 to $9.56; and on a non-GAAP basis, EPS in the range of $19.20 to $20.00.",
    ),
    guidance: [
      [REVENUE_FY, 33e9, 33.8e9],
      [year("gaap"), 8.71, 9.56],
      [year("adjusted"), 19.2, 20],
    ],
  },
  {
    name: "a device maker's growth with EPS",
    html: p(
      "Full year 2024 and fourth quarter outlook: we now expect organic net sales growth of 9.5% to 10% and adjusted net earnings per diluted share in the range of $12.00 to $12.10 for the full year 2024. We estimate fourth quarter adjusted EPS in a range of $3.85 to $3.95.",
    ),
    guidance: [
      [year("adjusted"), 12, 12.1],
      [q4("adjusted"), 3.85, 3.95],
    ],
  },
  {
    name: "on a reported and adjusted basis, both for two periods",
    html: p(
      "The company estimates EPS on a GAAP basis in a range of $1.82 to $1.84 for the full year 2024 and adjusted EPS, excluding certain charges, of $2.48 to $2.50. For the fourth quarter of 2024, the company estimates EPS on a GAAP basis of $0.45 to $0.47 and adjusted EPS of $0.64 to $0.66.",
    ),
    guidance: [
      [year("gaap"), 1.82, 1.84],
      [year("adjusted"), 2.48, 2.5],
      [q4("gaap"), 0.45, 0.47],
      [q4("adjusted"), 0.64, 0.66],
    ],
  },
  {
    name: "a lab company's table of low, high, and prior low, high",
    html: `${p("Updated Guidance for Full Year 2024", "(Dollars in billions, except per share data)")}${table(
      ["", "Updated Guidance", "", "Prior Guidance", ""],
      ["", "Low", "High", "Low", "High"],
      ["Net revenues", "$9.80", "$9.85", "$9.50", "$9.58"],
      ["Reported diluted EPS", "$7.60", "$7.70", "$7.57", "$7.77"],
      ["Adjusted diluted EPS", "$8.85", "$8.95", "$8.80", "$9.00"],
    )}`,
    guidance: [
      [REVENUE_FY, 9.8e9, 9.85e9, "raised"],
      [year("gaap"), 7.6, 7.7, "narrowed"],
      [year("adjusted"), 8.85, 8.95, "narrowed"],
    ],
  },
  {
    name: "revenue guidance with a basis of EPS not for this company",
    html: p(
      "The Company reaffirms full year 2024 net product revenue guidance of $1.10 billion to $1.15 billion. Research and development expenses are expected to be $500 million to $520 million.",
    ),
    guidance: [],
  },
  {
    name: "an insurer's targets",
    html: p(
      "2024 Outlook: The company now projects full year 2024 consolidated adjusted income from operations of at least $28.40 per share and total revenues of at least $235 billion.",
    ),
    guidance: [
      [year("adjusted"), 28.4, null],
      [REVENUE_FY, 235e9, null],
    ],
  },
  {
    name: "GAAP not reconciled",
    html: p(
      "The Company expects 2024 adjusted EPS of approximately $16.00. The Company does not provide a forward-looking GAAP EPS because of the difficulty to predict items. Third quarter 2024 GAAP EPS was $3.98, compared with $1.38 a year earlier, and adjusted EPS was $4.16.",
    ),
    guidance: [[year("adjusted"), 16, 16]],
    reported: { gaap: 3.98, adjusted: 4.16 },
  },
];
