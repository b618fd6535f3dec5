import { p } from "./invented/release.ts";

/** What is read of a text of an invented company, by kind of text. `filed` is an ISO day. */
export type SmallCase = {
  kind: string;
  html: string;
  filed?: string;
  reported?: Readonly<Record<string, number>>;
  guidance?: readonly (readonly [key: string, low: number | null, high: number | null])[];
  /** Growth in percent. */
  growth?: SmallCase["guidance"];
};

type TableCell = string | readonly [text: string, span: number];

const entry = (kind: string, html: string, expected: Omit<SmallCase, "kind" | "html">): SmallCase => ({
  kind,
  html,
  ...expected,
});
const STATEMENT = p("Consolidated Statements of Operations (in thousands, except per share data)");
const ul = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
const bulleted = (heading: string, items: string[]) =>
  p("Quarry Inc. Reports Second Quarter 2025 Results", heading) + ul(...items);
const columns = (...rows: TableCell[][]) =>
  `<table>${rows
    .map((row) => {
      const cells = row.map((cell) =>
        typeof cell === "string" ? `<td>${cell}</td>` : `<td colspan="${cell[1]}">${cell[0]}</td>`,
      );
      return `<tr>${cells.join("")}</tr>`;
    })
    .join("")}</table>`;
/** A table that has lost its cells. */
const flat = (...rows: string[][]) => rows.flat().filter(Boolean).join(" ");
const ofOperations = (rows: TableCell[][]) =>
  p("Oakline Reports Second Quarter 2025 Results") +
  STATEMENT +
  columns(
    ["", ["Three Months Ended June 30,", 2]],
    ["", "2025", "2024"],
    ["Net sales", "$ 215,000", "$ 205,000"],
    ...rows,
  );

const guiding = (sentence: string) =>
  p(
    "Quarry Inc. Reports Second Quarter 2026 Results",
    "Revenue for the second quarter was $101.0 million.",
    sentence,
  );

export const smallCases: readonly SmallCase[] = [
  entry(
    "a half year's columns before the quarter's",
    p("Arbor Mills Reports Second Quarter Results") +
      STATEMENT +
      columns(
        ["", ["Six Months Ended", 2], ["Three Months Ended", 2]],
        ["", ["June 30,", 2], ["June 30,", 2]],
        ["", "2025", "2024", "2025", "2024"],
        ["Revenues", "$ 820,100", "$ 790,000", "$ 415,300", "$ 401,000"],
        ["Net income per diluted share", "$ 2.11", "$ 1.90", "$ 1.08", "$ 0.97"],
      ),
    { reported: { revenue: 415.3e6, gaap: 1.08 } },
  ),
  entry(
    "a half year's columns before the quarter's",
    p("Cobalt Ridge Announces Third Quarter 2025 Results") +
      STATEMENT +
      columns(
        ["", ["Nine Months Ended September 30,", 2], ["Three Months Ended September 30,", 2]],
        ["", "2025", "2024", "2025", "2024"],
        ["Total net revenue", "$ 1,203,000", "$ 1,100,000", "$ 402,000", "$ 377,000"],
        ["Loss per share, basic and diluted", "$ (0.91)", "$ (1.20)", "$ (0.22)", "$ (0.41)"],
      ),
    { reported: { revenue: 402e6, gaap: -0.22 } },
  ),
  entry(
    "a half year's columns before the quarter's",
    p("Dunmore Stores Reports Results for the 13 and 26 weeks ended August 2, 2025") +
      STATEMENT +
      columns(
        ["", ["26 Weeks Ended", 2], ["13 Weeks Ended", 2]],
        ["", "August 2, 2025", "August 3, 2024", "August 2, 2025", "August 3, 2024"],
        ["Net sales", "$ 610,000", "$ 588,000", "$ 322,000", "$ 301,000"],
        ["Diluted earnings per share", "$ 1.44", "$ 1.12", "$ 0.90", "$ 0.66"],
      ),
    { reported: { revenue: 322e6, gaap: 0.9 }, filed: "2025-08-28" },
  ),
  entry(
    "a half year's columns before the quarter's",
    p("Ember Foods Reports Second Quarter Fiscal 2026 Results") +
      STATEMENT +
      columns(
        ["", ["Twenty-Six Weeks Ended", 2], ["Thirteen Weeks Ended", 2]],
        ["", "Sept. 27, 2025", "Sept. 28, 2024", "Sept. 27, 2025", "Sept. 28, 2024"],
        ["Net sales", "$ 500,200", "$ 480,100", "$ 251,700", "$ 240,300"],
        ["Diluted", "$ 1.90", "$ 1.70", "$ 0.98", "$ 0.85"],
      ),
    { reported: { revenue: 251.7e6 }, filed: "2025-11-03" },
  ),
  entry(
    "a half year's columns before the quarter's",
    "Ferris Tool Reports Second Quarter 2025 Results. Statements of income (in millions, except per share) " +
      flat(
        ["", "Six Months Ended June 30,", "Three Months Ended June 30,"],
        ["2025", "2024", "2025", "2024"],
        ["Net sales", "$ 812.4", "$ 790.1", "$ 410.2", "$ 399.9"],
        ["Diluted earnings per share", "$ 3.02", "$ 2.88", "$ 1.55", "$ 1.47"],
      ),
    { reported: { revenue: 410.2e6, gaap: 1.55 } },
  ),
  entry(
    "a half year's columns before the quarter's",
    p("Gable Bank Reports Second Quarter Earnings") +
      columns(
        ["(dollars in thousands)", "For the Six Months Ended", "For the Three Months Ended"],
        ["", "June 30, 2025", "June 30, 2025"],
        ["Net interest income", "$ 90,000", "$ 46,000"],
        ["Earnings per common share - diluted", "$ 2.20", "$ 1.13"],
      ),
    { reported: { gaap: 1.13 } },
  ),
  entry(
    "a half year's columns before the quarter's",
    p("Halden Energy Reports Fourth Quarter and Full Year 2025 Results") +
      STATEMENT +
      columns(
        ["", ["Year Ended December 31,", 2], ["Quarter Ended December 31,", 2]],
        ["", "2025", "2024", "2025", "2024"],
        ["Total revenues", "$ 4,100,000", "$ 3,900,000", "$ 1,050,000", "$ 990,000"],
        ["Diluted earnings per common share", "$ 6.60", "$ 5.90", "$ 1.71", "$ 1.50"],
      ),
    { reported: { revenue: 1.05e9, gaap: 1.71 }, filed: "2026-02-10" },
  ),
  entry(
    "a sentence of nine months before the quarter's",
    "Ingot Corp. Reports Third Quarter 2025 Results. Net income for the nine months ended September 30, 2025 was $88.0 million, or $2.20 per diluted share, compared with $1.90 a year ago. Net income for the three months ended September 30, 2025 was $31.2 million, or $0.78 per diluted share, compared with $0.70.",
    { reported: { gaap: 0.78 } },
  ),
  entry(
    "a sentence of nine months before the quarter's",
    "Juniper Hill Bancorp Announces Third Quarter Earnings. Year-to-date net income was $15.1 million, or $1.62 per diluted share. Third quarter net income was $5.4 million, or $0.58 per diluted share.",
    { reported: { gaap: 0.58 } },
  ),
  entry(
    "a sentence of nine months before the quarter's",
    "Kestrel Insurance Reports Third Quarter 2025 Results. For the first nine months of 2025, the company earned $4.10 per diluted share. In the third quarter, the company earned $1.25 per diluted share.",
    { reported: { gaap: 1.25 } },
  ),
  entry(
    "a sentence of nine months before the quarter's",
    "Larkspur Inc. Reports Second Quarter Results. Through the first six months, revenue was $300.0 million and net income was $0.90 per diluted share. For the quarter, revenue was $155.0 million and net income was $0.47 per diluted share.",
    { reported: { revenue: 155e6, gaap: 0.47 } },
  ),
  entry(
    "a sentence of nine months before the quarter's",
    "Marlow Corp. Reports Third Quarter Results. Revenue for the nine-month period was $90.4 million, up 8%. Third quarter revenue was $31.5 million, up 11%. Nine-month diluted EPS was $1.02. Third quarter diluted EPS was $0.36.",
    { reported: { revenue: 31.5e6, gaap: 0.36 } },
  ),
  entry(
    "a sentence of nine months before the quarter's",
    "Northgate Reports Results for the Quarter Ended September 30, 2025. On a year to date basis, net loss was $22.0 million, or $0.55 per share. Net loss for the quarter was $8.1 million, or $0.20 per share.",
    { reported: { gaap: -0.2 } },
  ),
  entry(
    "continuing, discontinued and total EPS",
    ofOperations([
      ["Earnings (loss) per share - diluted:"],
      ["Income from continuing operations", "$ 0.62", "$ 0.55"],
      ["Loss from discontinued operations", "(0.10)", "(0.02)"],
      ["Net income per share", "$ 0.52", "$ 0.53"],
    ]),
    { reported: { revenue: 215e6, gaap: 0.52 } },
  ),
  entry(
    "continuing, discontinued and total EPS",
    ofOperations([
      ["Diluted EPS from continuing operations", "$ 0.62", "$ 0.55"],
      ["Diluted EPS from discontinued operations", "(0.10)", "(0.02)"],
      ["Diluted EPS", "$ 0.52", "$ 0.53"],
    ]),
    { reported: { revenue: 215e6, gaap: 0.52 } },
  ),
  entry(
    "continuing, discontinued and total EPS",
    ofOperations([
      ["Diluted net income (loss) per common share:"],
      ["From continuing operations", "0.62", "0.55"],
      ["From discontinued operations", "—", "(0.02)"],
      ["Total", "0.62", "0.53"],
    ]),
    { reported: { revenue: 215e6, gaap: 0.62 } },
  ),
  entry(
    "continuing, discontinued and total EPS",
    ofOperations([
      ["Basic earnings per share:"],
      ["Continuing operations", "$ 0.63", "$ 0.56"],
      ["Discontinued operations", "(0.10)", "(0.02)"],
      ["Basic earnings per share", "$ 0.53", "$ 0.54"],
      ["Diluted earnings per share:"],
      ["Continuing operations", "$ 0.62", "$ 0.55"],
      ["Discontinued operations", "(0.10)", "(0.02)"],
      ["Diluted earnings per share", "$ 0.52", "$ 0.53"],
    ]),
    { reported: { revenue: 215e6, gaap: 0.52 } },
  ),
  entry(
    "continuing, discontinued and total EPS",
    "Pinecrest Reports Second Quarter 2025 Results. Income from continuing operations was $12.4 million, or $0.62 per diluted share. Loss from discontinued operations was $2.0 million, or $0.10 per diluted share. Net income was $10.4 million, or $0.52 per diluted share.",
    { reported: { gaap: 0.52 } },
  ),
  entry(
    "continuing, discontinued and total EPS",
    ofOperations([
      ["Net loss per share, basic and diluted:"],
      ["Continuing operations", "$ (0.30)", "$ (0.25)"],
      ["Discontinued operations", "0.05", "(0.02)"],
      ["Net loss per share", "$ (0.25)", "$ (0.27)"],
    ]),
    { reported: { revenue: 215e6, gaap: -0.25 } },
  ),
  entry(
    "a list of ranges without a table",
    bulleted("For the third quarter of 2025, the Company currently expects:", [
      "Revenue of $210 million to $215 million",
      "GAAP diluted EPS of $0.31 to $0.35",
      "Non-GAAP diluted EPS of $0.44 to $0.48",
    ]),
    {
      guidance: [
        ["revenue next_quarter", 210e6, 215e6],
        ["gaap next_quarter", 0.31, 0.35],
        ["adjusted next_quarter", 0.44, 0.48],
      ],
    },
  ),
  entry(
    "a list of ranges without a table",
    bulleted("Full Year 2025 Guidance", [
      "Net sales between $1.20 billion and $1.25 billion",
      "Capital expenditures of $40 million to $45 million",
      "Adjusted earnings per share in the range of $3.10 to $3.30",
    ]),
    {
      guidance: [
        ["revenue full_year", 1.2e9, 1.25e9],
        ["adjusted full_year", 3.1, 3.3],
      ],
    },
  ),
  entry(
    "a list of ranges without a table",
    bulleted("Quarry is providing its business outlook for fiscal year 2026 as follows:", [
      "Total revenue: $820 - $840 million",
      "Gross margin: 44% to 45%",
      "Non-GAAP EPS: $1.90 - $2.00",
    ]),
    {
      guidance: [
        ["revenue full_year", 820e6, 840e6],
        ["adjusted full_year", 1.9, 2.0],
      ],
    },
  ),
  entry(
    "a list of ranges without a table",
    bulleted("The Company's expectations for the full year ending December 31, 2025 are:", [
      "Revenues are expected to be between $505 million and $515 million;",
      "Diluted earnings per share are expected to be between $2.05 and $2.15; and",
      "Effective tax rate of approximately 24%.",
    ]),
    {
      guidance: [
        ["revenue full_year", 505e6, 515e6],
        ["gaap full_year", 2.05, 2.15],
      ],
    },
  ),
  entry(
    "a list of ranges without a table",
    bulleted("Outlook for Q3 2025:", [
      "Revenue in the range of $98 million to $100 million.",
      "Non-GAAP net income per diluted share in the range of $0.10 to $0.11, using 92 million shares.",
    ]),
    {
      guidance: [
        ["revenue next_quarter", 98e6, 100e6],
        ["adjusted next_quarter", 0.1, 0.11],
      ],
    },
  ),
  entry(
    "a list of ranges without a table",
    bulleted("2025 Outlook We now anticipate the following for 2025:", [
      "Sales of $2.4 to $2.5 billion",
      "Adjusted EPS of $4.60 to $4.80, compared to prior guidance of $4.40 to $4.70",
    ]),
    {
      guidance: [
        ["revenue full_year", 2.4e9, 2.5e9],
        ["adjusted full_year", 4.6, 4.8],
      ],
    },
  ),
  entry(
    "a list of ranges without a table",
    "Rosewell Reports Second Quarter 2025 Results. Guidance for the third quarter of 2025: • Revenue of $43.8 million to $45.2 million • Adjusted EBITDA of $5.0 million to $5.5 million • Adjusted EPS of $0.18 to $0.21",
    {
      guidance: [
        ["revenue next_quarter", 43.8e6, 45.2e6],
        ["adjusted next_quarter", 0.18, 0.21],
      ],
    },
  ),
  entry(
    "a loss after a figure of the half year",
    "Sable Bio Reports Second Quarter 2025 Results. Net loss for the six months ended June 30, 2025 was $20.0 million, or $0.40 per share. Net loss for the second quarter of 2025 was $9.0 million. Loss per share was $0.18, versus $0.25.",
    { reported: { gaap: -0.18 } },
  ),
  entry(
    "a loss after a figure of the half year",
    "Tamarack Reports Second Quarter Results. The first-half net loss was $3.1 million, or $0.22 per diluted share. In the second quarter, net loss per share was $(0.09), compared to $(0.15) in the second quarter of 2024.",
    { reported: { gaap: -0.09 } },
  ),
  entry(
    "a loss after a figure of the half year",
    "Umber Reports Q2 2025 Results. H1 loss per share was $0.31. Q2 revenue was $12.0 million. Q2 loss per share was $0.14, against $0.17 last year.",
    { reported: { revenue: 12e6, gaap: -0.14 } },
  ),
  entry(
    "a loss after a figure of the half year",
    "Vesper Reports Second Quarter 2025 Results. Year to date, the company lost $0.66 per share. For the second quarter, the company lost $0.30 per share, compared with a loss of $0.44 per share.",
    { reported: { gaap: -0.3 } },
  ),
  entry(
    "a loss after a figure of the half year",
    "Wexford Reports Third Quarter 2025 Results. For the nine months, net loss attributable to common stockholders was $1.05 per share. Third-quarter net loss attributable to common stockholders was $12.2 million, or $0.33 per basic and diluted share.",
    { reported: { gaap: -0.33 } },
  ),
  entry(
    "net sales that are expected to be in a range",
    "Yarrow Reports Second Quarter 2025 Results. For the third quarter of 2025, we expect demand to remain stable. Net sales are expected to be in the range of $150 million to $160 million and diluted earnings per share are expected to be in the range of $0.55 to $0.62.",
    {
      guidance: [
        ["revenue next_quarter", 150e6, 160e6],
        ["gaap next_quarter", 0.55, 0.62],
      ],
    },
  ),
  entry(
    "net sales that are expected to be in a range",
    "Zephyr Reports Second Quarter 2025 Results. Full-year 2025 revenue is projected to be between $1.1 billion and $1.2 billion. Adjusted EPS is projected at $2.40 to $2.55.",
    {
      guidance: [
        ["revenue full_year", 1.1e9, 1.2e9],
        ["adjusted full_year", 2.4, 2.55],
      ],
    },
  ),
  entry(
    "net sales that are expected to be in a range",
    "Acorn Reports Second Quarter 2025 Results. The Company anticipates total revenue for fiscal 2026 will range from $640 million to $660 million, with GAAP earnings per diluted share ranging from $1.15 to $1.25.",
    {
      guidance: [
        ["revenue full_year", 640e6, 660e6],
        ["gaap full_year", 1.15, 1.25],
      ],
    },
  ),
  entry(
    "net sales that are expected to be in a range",
    "Birch Reports Second Quarter 2025 Results. We are targeting third quarter revenue of $75 million, plus or minus $2 million, and non-GAAP EPS of $0.30, plus or minus $0.03.",
    {
      guidance: [
        ["revenue next_quarter", 73e6, 77e6],
        ["adjusted next_quarter", 0.27, 0.33],
      ],
    },
  ),
  entry(
    "net sales that are expected to be in a range",
    "Cedar Reports Second Quarter 2025 Results. Our outlook calls for full-year 2025 net sales of at least $900 million and adjusted diluted EPS of up to $3.00.",
    {
      guidance: [
        ["revenue full_year", 900e6, null],
        ["adjusted full_year", null, 3],
      ],
    },
  ),
  entry(
    "net sales that are expected to be in a range",
    "Dogwood Reports Second Quarter 2025 Results. For the full year 2025, management forecasts revenue of approximately $480 million and net income per diluted share of approximately $1.70.",
    {
      guidance: [
        ["revenue full_year", 480e6, 480e6],
        ["gaap full_year", 1.7, 1.7],
      ],
    },
  ),
  entry(
    "a fiscal year of 53 weeks",
    "Elm Reports Second Quarter 2025 Results. For fiscal 2025, which is a 53-week year, the Company expects net sales of $2.00 billion to $2.05 billion and diluted EPS of $3.00 to $3.20.",
    {
      guidance: [
        ["revenue full_year", 2e9, 2.05e9],
        ["gaap full_year", 3, 3.2],
      ],
    },
  ),
  entry(
    "a fiscal year of 53 weeks",
    "Fir Reports Second Quarter 2025 Results. Fiscal 2025 guidance (53 weeks): net sales of $500 million to $510 million; adjusted EPS of $1.00 to $1.10.",
    {
      guidance: [
        ["revenue full_year", 500e6, 510e6],
        ["adjusted full_year", 1, 1.1],
      ],
    },
  ),
  entry(
    "a fiscal year of 53 weeks",
    "Gorse Reports Second Quarter 2025 Results. The Company's outlook for the 53 weeks ending January 31, 2026 is: net sales of $4.1 billion to $4.2 billion and earnings per share of $5.00 to $5.20.",
    {
      guidance: [
        ["revenue full_year", 4.1e9, 4.2e9],
        ["gaap full_year", 5, 5.2],
      ],
    },
  ),
  entry(
    "a fiscal year of 53 weeks",
    "Hazel Reports Second Quarter 2025 Results. Fiscal year 2026 will include 53 weeks compared to 52 weeks in fiscal 2025. For fiscal year 2026, Hazel expects revenue of $750 million to $770 million.",
    { guidance: [["revenue full_year", 750e6, 770e6]] },
  ),
  entry(
    "a fiscal year of 53 weeks",
    "Iris Reports Third Quarter 2025 Results. Guidance for the 14-week fourth quarter of fiscal 2025: revenue of $210 million to $214 million.",
    { guidance: [["revenue next_quarter", 210e6, 214e6]] },
  ),
  entry(
    "a quarter and a year in one sentence",
    "Kelp Reports Fourth Quarter 2024 Results. The Company expects first quarter 2025 EPS of $0.40 to $0.44 and full year 2025 EPS of $1.90 to $2.00.",
    {
      guidance: [
        ["gaap next_quarter", 0.4, 0.44],
        ["gaap full_year", 1.9, 2],
      ],
      filed: "2025-02-12",
    },
  ),
  entry(
    "a quarter and a year in one sentence",
    "Linden Reports Fourth Quarter 2024 Results. We expect revenue of $50 million to $52 million in the first quarter and $220 million to $226 million for the full year 2025.",
    {
      guidance: [
        ["revenue next_quarter", 50e6, 52e6],
        ["revenue full_year", 220e6, 226e6],
      ],
      filed: "2025-02-12",
    },
  ),
  entry(
    "a quarter and a year in one sentence",
    "Maple Reports Fourth Quarter 2024 Results. Revenue for the first quarter of 2025 and the full year 2025 is expected to be $30 million to $31 million and $128 million to $132 million, respectively.",
    {
      guidance: [
        ["revenue next_quarter", 30e6, 31e6],
        ["revenue full_year", 128e6, 132e6],
      ],
      filed: "2025-02-12",
    },
  ),
  entry(
    "a quarter and a year in one sentence",
    "Nettle Reports Fourth Quarter 2024 Results. Adjusted EPS is expected to be in the range of $0.70 to $0.75 for the first quarter and $3.20 to $3.40 for fiscal 2025.",
    {
      guidance: [
        ["adjusted next_quarter", 0.7, 0.75],
        ["adjusted full_year", 3.2, 3.4],
      ],
      filed: "2025-02-12",
    },
  ),
  entry(
    "a quarter and a year in one sentence",
    "Olive Reports Fourth Quarter 2024 Results. For full year 2025 we anticipate net sales of $410 million to $420 million, with first quarter net sales of $95 million to $98 million.",
    {
      guidance: [
        ["revenue full_year", 410e6, 420e6],
        ["revenue next_quarter", 95e6, 98e6],
      ],
      filed: "2025-02-12",
    },
  ),
  entry(
    "figures per ADS in two currencies",
    "Plumeria Reports Second Quarter 2025 Unaudited Financial Results. Diluted net income per ADS was RMB2.15 (US$0.30) in the second quarter of 2025, compared with RMB1.90 in the same period of 2024.",
    { reported: { gaap: 2.15 } },
  ),
  entry(
    "figures per ADS in two currencies",
    "Quince Reports Second Quarter 2025 Results. Net loss per ADS for the second quarter of 2025 was RMB0.44 (US$0.06). Non-GAAP net loss per ADS was RMB0.21 (US$0.03).",
    { reported: { gaap: -0.44, adjusted: -0.21 } },
  ),
  entry(
    "figures per ADS in two currencies",
    "Rowan Reports Second Quarter 2025 Results. In the second quarter, total revenues were RMB5,210.4 million (US$727.3 million). Diluted earnings per ADS were RMB1.05 (US$0.15).",
    { reported: { revenue: 5210.4e6, gaap: 1.05 } },
  ),
  entry(
    "figures per ADS in two currencies",
    "Sorrel Reports Second Quarter 2025 Results. Net profit attributable to shareholders was NT$18,400 million, or NT$7.05 per diluted share (US$1.10 per ADS) in the second quarter.",
    { reported: { gaap: 7.05 } },
  ),
  entry(
    "figures per ADS in two currencies",
    "Tansy Reports Second Quarter 2025 Results. Basic and diluted net income per ADS were RMB3.40 (US$0.47) and RMB3.32 (US$0.46), respectively, for the second quarter of 2025.",
    { reported: { gaap: 3.32 } },
  ),
  entry(
    "a plain text whose tables are drawn with spaces",
    [
      "Alderbrook Reports Fourth Quarter and Full Year 2024 Results",
      "",
      "Total revenue grew. Subscription revenue for the fourth quarter was $250.6 million.",
      "",
      "          Consolidated Statements of Operations",
      "          (in thousands, except per share data)",
      "",
      "                     Three Months Ended December",
      "                                 31,                Year Ended December 31,",
      "                    -----------------------------  --------------------------",
      "                         2024           2023           2024          2023",
      "                    --------------  -------------  ------------  ------------",
      "Revenue:",
      "   Subscription      $     250,636   $    202,787   $   922,091   $   729,112",
      "   Services                 10,584         10,397        41,551        47,840",
      "                    --------------  -------------  ------------  ------------",
      "      Total",
      "       revenue             261,220        213,184       963,642       776,952",
      "Net loss per share,",
      " basic and diluted   $      (0.27)   $     (0.30)   $    (1.07)   $    (1.47)",
      "",
      "For the first quarter and fiscal year 2025, Alderbrook expects:",
      "",
      "                                   Q1 2025 Outlook     FY 2025 Outlook",
      "                                  -----------------  -------------------",
      "Total Revenue                     $263-$264 million   $1.117-$1.121 billion",
      "Non-GAAP Net Income Per Diluted",
      " Share                               $0.06-$0.07            $0.35",
    ].join("\n"),
    {
      filed: "2025-02-11",
      reported: { gaap: -0.27, revenue: 261.22e6 },
      guidance: [
        ["revenue next_quarter", 263e6, 264e6],
        ["revenue full_year", 1.117e9, 1.121e9],
        ["adjusted next_quarter", 0.06, 0.07],
        ["adjusted full_year", 0.35, 0.35],
      ],
    },
  ),
  entry(
    "a plain text whose tables are drawn with spaces",
    [
      "Birchmont, Inc.",
      " Three and Twelve Months Ended December 31, 2024 and 2023",
      "",
      "                              4Q                       12 Months",
      "                      2024          2023          2024          2023",
      "                   ----------    ----------    ----------    ----------",
      "      ($ in millions except number of shares and per share amounts)",
      "Fees and other",
      " income                 438.6         434.4       1,638.6       1,323.2",
      "                   ----------    ----------    ----------    ----------",
      "      Total",
      "       revenues       3,104.8       2,983.1      11,877.5      11,131.6",
      "Adjusted earnings",
      " per diluted share       4.79          4.58         16.64         15.49",
      "Adjusted earnings, ex. catastrophes, per",
      " diluted share          5.54          4.90         20.35         17.13",
      "Net income for diluted earnings per share",
      " calculation           201.3         182.5         760.2         642.5",
    ].join("\n"),
    { filed: "2025-02-11", reported: { adjusted: 4.79, revenue: 3104.8e6 } },
  ),
  entry(
    "a range with two dashes",
    "Alder reports results. Financial expectations for 2025. In millions 2025 Expectations Total Revenues $1,340 -- $1,430",
    { filed: "2025-02-12", guidance: [["revenue full_year", 1340e6, 1430e6]] },
  ),
  entry(
    "a figure whose unit has the word earnings in it",
    p(
      "Euclid Reports Fourth Quarter 2024 Results",
      "Net income for the fourth quarter was $45.2 million, or $0.98 diluted earnings per share.",
    ),
    { filed: "2025-02-12", reported: { gaap: 0.98 } },
  ),
  entry(
    "a sentence of guidance",
    guiding(
      "The company now sees adjusted diluted EPS of at least $5.50 on revenue of $1,061 million for fiscal 2026.",
    ),
    {
      filed: "2026-07-24",
      guidance: [
        ["adjusted full_year", 5.5, null],
        ["revenue full_year", 1061e6, 1061e6],
      ],
    },
  ),
  entry(
    "a sentence of guidance",
    guiding("For the third quarter of 2026, we expect adjusted EPS of $0.61 on revenue of $1,061 million."),
    {
      filed: "2026-07-24",
      guidance: [
        ["adjusted next_quarter", 0.61, 0.61],
        ["revenue next_quarter", 1061e6, 1061e6],
      ],
    },
  ),
  entry(
    "a sentence of guidance",
    guiding(
      "Looking ahead to the third quarter, revenue should come in between $88 million and $92 million.",
    ),
    { filed: "2026-07-24", guidance: [["revenue next_quarter", 88e6, 92e6]] },
  ),
  entry("a sentence of guidance", guiding("Our expectation for 2026 diluted EPS remains $4.25 to $4.45."), {
    filed: "2026-07-24",
    guidance: [["gaap full_year", 4.25, 4.45]],
  }),
  entry("a sentence of guidance", guiding("Full year 2026 revenue is anticipated to exceed $300 million."), {
    filed: "2026-07-24",
    guidance: [["revenue full_year", 300e6, null]],
  }),
  entry(
    "a sentence of guidance",
    guiding("For the September quarter, we are guiding to revenue of $2.0 billion to $2.2 billion."),
    { filed: "2026-07-24", guidance: [["revenue next_quarter", 2e9, 2.2e9]] },
  ),
  entry(
    "a sentence of guidance",
    guiding("We believe that revenue for the full year 2026 will total $95 million to $100 million."),
    { filed: "2026-07-24", guidance: [["revenue full_year", 95e6, 100e6]] },
  ),
  entry("a sentence of guidance", guiding("Our full-year 2026 adjusted EPS target of $7.00 is intact."), {
    filed: "2026-07-24",
    guidance: [["adjusted full_year", 7, 7]],
  }),
  entry(
    "a sentence of guidance",
    guiding("We see 2026 revenue of $2.4 to $2.5 billion and EPS of $1.10 to $1.20."),
    {
      filed: "2026-07-24",
      guidance: [
        ["revenue full_year", 2.4e9, 2.5e9],
        ["gaap full_year", 1.1, 1.2],
      ],
    },
  ),
  entry(
    "a sentence of guidance",
    guiding(
      "The outlook for fiscal 2026 includes net sales of $3.0 billion, adjusted EBITDA of $400 million and adjusted earnings per share of $4.00.",
    ),
    {
      filed: "2026-07-24",
      guidance: [
        ["revenue full_year", 3e9, 3e9],
        ["adjusted full_year", 4, 4],
      ],
    },
  ),
  entry(
    "a sentence of guidance",
    guiding(
      "Revenue of $212 million exceeded the high end of our outlook range of $200 million to $205 million for the second quarter of 2026.",
    ),
    { filed: "2026-07-24", guidance: [] },
  ),
  entry(
    "a plain text whose tables follow each other",
    [
      "Talbot Reports Fourth Quarter 2024 Results",
      "",
      "                              For the three months ended",
      "----------------  -----------------------------------------",
      "($ in millions)   December   December    Reported     FX",
      "(Unaudited)       31, 2024   31, 2023    % Change   Impact",
      "                  ---------  ---------  ----------  -------",
      "Net sales         $ 2,173.9  $ 2,231.1   (2.6)%     $ (8.4)",
      "Per diluted",
      " share            $    1.39  $    0.48  189.6%",
      "----------------  ---------  ---------  ----------  -------",
      "",
      "                                For the years ended",
      "----------------  -----------------------------------------",
      "($ in millions)   December   December    Reported     FX",
      "(Unaudited)       31, 2024   31, 2023    % Change   Impact",
      "                  ---------  ---------  ----------  -------",
      "Net sales         $ 9,240.2  $ 9,425.2   (2.0)%     $(21.9)",
      "Per diluted",
      " share            $    5.35  $    4.37   22.4%",
    ].join("\n"),
    { filed: "2025-02-13", reported: { revenue: 2173.9e6, gaap: 1.39 } },
  ),
  entry(
    "a footnote with another company's revenue",
    "Stanton Reports First Quarter 2025 Results. (3) Three months ended March 31, 2024, includes $28.6 million of net sales and $3.8 million of gross profit of the divested brands.",
    { reported: {} },
  ),
  entry(
    "a midpoint beside its range",
    guiding(
      "The 2026 forecast range for ongoing earnings, reaffirmed today, is $1.50 to $1.65 per share, with a midpoint of $1.58 per share.",
    ),
    {
      filed: "2026-07-24",
      guidance: [["adjusted full_year", 1.5, 1.65]],
    },
  ),
  entry(
    "a midpoint beside its range",
    guiding(
      "At the mid-point of our updated guidance ranges for full year 2026, we now estimate net sales of about $12.25 billion and adjusted EPS of $3.60.",
    ),
    {
      filed: "2026-07-24",
      guidance: [],
    },
  ),
  entry(
    "a point for the quarter beside a range for the year",
    "Dunmore Reports First Quarter Results. Financial Outlook Dollars in millions, unless noted 2Q’26E Full Year 2026E Net sales ~$3,025 $12,100 - $12,400 Operating EBITDA ~$710 $2,900 - $3,050 Adjusted EPS ~$0.84 $3.45 - $3.75",
    {
      filed: "2026-05-01",
      guidance: [
        ["revenue next_quarter", 3025e6, 3025e6],
        ["revenue full_year", 12100e6, 12400e6],
        ["adjusted next_quarter", 0.84, 0.84],
        ["adjusted full_year", 3.45, 3.75],
      ],
    },
  ),
  entry(
    "an amount that a later sentence leaves out",
    guiding(
      "Harrow projects 2026 adjusted earnings per share of $3.85 to $3.95. Excluding a projected $0.54 per share increase in pension expense, earnings would be higher.",
    ),
    { filed: "2026-07-24", guidance: [["adjusted full_year", 3.85, 3.95]] },
  ),
  entry(
    "an earlier year's figure after the expected one",
    guiding(
      "2026 expected adjusted net income of $2.84 to $2.89 per diluted share, up 12% to 14% from 2025 adjusted net income of $2.53 per diluted share.",
    ),
    { filed: "2026-07-24", guidance: [["adjusted full_year", 2.84, 2.89]] },
  ),
  entry(
    "a report that is expected for the year",
    guiding(
      "The company expects to report full-year earnings per diluted share of approximately $1.10 to $1.25.",
    ),
    { filed: "2026-07-24", guidance: [["gaap full_year", 1.1, 1.25]] },
  ),
  entry(
    "an amount in yen, written out",
    guiding("For the third quarter we expect revenue in the range of Yen109.9 billion to Yen122.1 billion."),
    { filed: "2026-07-24", guidance: [["revenue next_quarter", 109.9e9, 122.1e9]] },
  ),
  entry(
    "an effect on growth and growth of a part",
    guiding(
      "For 2026, foreign exchange is now expected to reduce reported revenue growth by 1% to 1.5%. The company reaffirmed its 2026 guidance for core sales growth in a range from 2 to 3 percent.",
    ),
    { filed: "2026-07-24", guidance: [], growth: [] },
  ),
  entry(
    "two ranges of two bases, in order",
    guiding(
      "The company estimates third quarter 2026 GAAP and adjusted diluted EPS in a range of $0.72 to $0.76 and $0.68 to $0.72, respectively.",
    ),
    {
      filed: "2026-07-24",
      guidance: [
        ["adjusted next_quarter", 0.68, 0.72],
        ["gaap next_quarter", 0.72, 0.76],
      ],
    },
  ),
  entry(
    "new guidance after the previous one",
    guiding(
      "For the full year 2026 the company is increasing EPS guidance from the previous guidance of approximately $1.81 - 1.85 to the new guidance of approximately $1.84 - 1.88 per share.",
    ),
    { filed: "2026-07-24", guidance: [["gaap full_year", 1.84, 1.88]] },
  ),
  entry(
    "a range with two dashes",
    guiding("For the third quarter of 2026 we anticipate total revenue of $34.1 -- $34.6 million."),
    { filed: "2026-07-24", guidance: [["revenue next_quarter", 34.1e6, 34.6e6]] },
  ),
  entry(
    "a record after an expectation",
    guiding(
      "Expect net revenues for the third quarter of 2026 to be between $75 and $76 million Fiscal 2025: record net revenues of $196.7 million",
    ),
    { filed: "2026-07-24", guidance: [["revenue next_quarter", 75e6, 76e6]] },
  ),
  entry(
    "the period of an item of its own above a list",
    p("Quarry Inc. Reports Second Quarter 2026 Results", "Full Year 2026 Guidance") +
      p(
        "• We expect EPS of $1.84 to $1.88",
        "• We expect to open 40 stores in 2026",
        "• Third Quarter 2026",
        "• The company is providing earnings guidance of approximately $0.03 to $0.04 per share",
      ),
    {
      filed: "2026-07-24",
      guidance: [
        ["gaap full_year", 1.84, 1.88],
        ["gaap next_quarter", 0.03, 0.04],
      ],
    },
  ),
  entry(
    "a name with its short name in brackets",
    guiding("Fiscal 2026 adjusted earnings per share (EPS) guidance is $1.58 to $1.68."),
    { filed: "2026-07-24", guidance: [["adjusted full_year", 1.58, 1.68]] },
  ),
  entry(
    "guidance of a quarter below a title that names the year too",
    p(
      "Quarry Inc. Reports Second Quarter 2026 Results",
      "Third Quarter 2026 Financial Guidance and Full Year 2026 Outlook",
      "The company provides guidance for the third quarter ending September 30, 2026 as follows:",
      "• Revenues are expected to be within the range of $17 million to $19 million.",
      "For the full year 2026, the company anticipates revenues to be between $85 million and $100 million.",
    ),
    {
      filed: "2026-07-24",
      guidance: [
        ["revenue full_year", 85e6, 100e6],
        ["revenue next_quarter", 17e6, 19e6],
      ],
    },
  ),
  entry(
    "a preliminary result and comparable stores",
    guiding(
      "Net sales in the second quarter of 2026 are expected to increase approximately 4.0% to $175.5 million. For the third quarter, at comparable stores, net sales are expected to decrease approximately 8.0%.",
    ),
    { filed: "2026-07-24", guidance: [], growth: [] },
  ),
  entry(
    "a range in kroner",
    guiding("The company expects full-year revenue in 2026 to be between NOK 50 and 55 billion."),
    { filed: "2026-07-24", guidance: [["revenue full_year", 50e9, 55e9]] },
  ),
  entry(
    "a half year of a fiscal year",
    guiding(
      "In the second half of fiscal 2027, adjusted EPS is expected to be $1.20 to $1.30. For the remainder of 2026, we expect revenue of $120 million to $130 million.",
    ),
    {
      filed: "2026-07-24",
      guidance: [
        ["adjusted other", 1.2, 1.3],
        ["revenue other", 120e6, 130e6],
      ],
    },
  ),
  entry(
    "targets, least amounts and annual guidance on an operating basis",
    guiding(
      "For fiscal year 2027, the Company is targeting revenue of approximately $2.2 billion, +/- 2%. Quarry reiterated its annual earnings guidance of $2.85 to $3.05 per share on an operating basis.",
    ),
    {
      filed: "2026-07-24",
      guidance: [
        ["adjusted full_year", 2.85, 3.05],
        ["revenue full_year", 2.156e9, 2.244e9],
      ],
    },
  ),
  entry(
    "amounts at or above a figure",
    guiding("For the full year 2026, we anticipate total revenues will be at or above $2.1 billion."),
    { filed: "2026-07-24", guidance: [["revenue full_year", 2.1e9, null]] },
  ),
  entry(
    "guidance that follows on two bases in a table",
    p(
      "Quarry Inc. Reports Second Quarter 2026 Results",
      "As of July 24, 2026, we are providing the following guidance:",
    ) +
      columns(
        ["", ["2026", 2]],
        ["", "GAAP", "Non-GAAP (1)"],
        ["Revenue", "$1.6 Billion", "$1.6 Billion"],
        ["Diluted earnings per share", "$1.60", "$3.10"],
      ),
    {
      filed: "2026-07-24",
      guidance: [
        ["adjusted full_year", 3.1, 3.1],
        ["gaap full_year", 1.6, 1.6],
        ["revenue full_year", 1.6e9, 1.6e9],
      ],
    },
  ),
  entry(
    "a loss after the amount of the whole company",
    guiding(
      "GAAP net loss for the third quarter of 2026 is targeted at $61 million to $70 million, or $0.56 to $0.65 per diluted share.",
    ),
    { filed: "2026-07-24", guidance: [["gaap next_quarter", -0.65, -0.56]] },
  ),
  entry(
    "revenue without a part of it",
    guiding(
      "For the third quarter of 2026 we expect Revenue ex-TAC to be between $140 million and $147 million.",
    ),
    { filed: "2026-07-24", guidance: [] },
  ),
  entry(
    "guidance in tables of two parts and of the whole",
    p("Quarry Inc. Reports Second Quarter 2026 Results") +
      columns(["Salt Segment"], ["", "2026 Range"], ["Revenue (in millions)", "$900 - $1,000"]) +
      p("2026 Guidance") +
      columns(["Measure", "Fiscal 2026 Guidance"], ["Revenue (million)", "$2,350 - $2,450"]),
    { filed: "2026-07-24", guidance: [["revenue full_year", 2.35e9, 2.45e9]] },
  ),
  entry(
    "total product revenues in columns of new and earlier guidance",
    p("Quarry Inc. Reports Second Quarter 2026 Results", "Full-Year 2026 Financial Guidance") +
      columns(
        ["", "Current FY 2026", "Previous FY 2026"],
        ["TOTAL product revenues", "$ 5.3 to 5.6 billion", "$ 5.1 to 5.3 billion"],
      ),
    { filed: "2026-07-24", guidance: [["revenue full_year", 5.3e9, 5.6e9]] },
  ),
  entry(
    "guidance that is discontinued",
    guiding(
      "The Company discontinues its previously issued fiscal year 2026 EPS guidance range of $2.65 to $3.15.",
    ),
    { filed: "2026-07-24", guidance: [["gaap full_year", null, null]] },
  ),
  entry(
    "revenue in an adjusted column beside that as reported",
    p("Quarry Inc. Reports Second Quarter 2026 Results", "(in millions)") +
      columns(
        ["", "Q2 2026 GAAP", "Q2 2026 Non-GAAP adjusted for FX"],
        ["Total revenues", "$ 1,046", "$ 1,059"],
      ),
    { reported: { revenue: 1.046e9 } },
  ),
  entry(
    "a company's name before its revenue, and a range in euros",
    guiding("Quarry's revenue is expected to be between Euro 2,800 and Euro 3,200 million in 2026."),
    { filed: "2026-07-24", guidance: [["revenue full_year", 2.8e9, 3.2e9]] },
  ),
  entry(
    "another company's name before its revenue",
    guiding("Marlow's revenue is expected to be between $2,800 and $3,200 million in 2026."),
    { filed: "2026-07-24", guidance: [] },
  ),
  entry("recurring earnings", guiding("In 2026, Quarry expects recurring earnings per share of $1.75."), {
    filed: "2026-07-24",
    guidance: [["adjusted full_year", 1.75, 1.75]],
  }),
  entry(
    "guidance in columns of periods that have not ended",
    p(
      "Quarry Inc. Reports Second Quarter 2026 Results",
      "Reconciliation of forecasted net income per share range",
    ) +
      columns(
        ["", "Three Months Ended September 30, 2026", "Year Ended December 31, 2026"],
        ["GAAP net income per basic and diluted share", "($0.52)-($0.50)", "($2.08)-($1.99)"],
      ),
    {
      filed: "2026-07-24",
      guidance: [
        ["gaap full_year", -2.08, -1.99],
        ["gaap next_quarter", -0.52, -0.5],
      ],
    },
  ),
  entry(
    "E.P.S. with points",
    p(
      "Quarry Inc. Reports Second Quarter 2026 Results",
      "• Second quarter adjusted diluted E.P.S. is income of $0.09 vs. $0.80 in the prior year period.",
    ),
    {
      reported: { adjusted: 0.09 },
    },
  ),
];
