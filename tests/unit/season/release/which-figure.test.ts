import { describe, expect, it } from "vitest";
import { readingOn } from "./reading.ts";

const p = (...paragraphs: string[]) => paragraphs.map((text) => `<p>${text}</p>`).join("");
type TableCell = string | readonly [text: string, span: number];
const table = (...rows: TableCell[][]) =>
  `<table>${rows
    .map((row) => {
      const cells = row.map((cell) =>
        typeof cell === "string" ? `<td>${cell}</td>` : `<td colspan="${cell[1]}">${cell[0]}</td>`,
      );
      return `<tr>${cells.join("")}</tr>`;
    })
    .join("")}</table>`;
const title = p(
  "Lumina Reports Second Quarter 2025 Results",
  "Statements of Income (in thousands, except per share)",
);

const { read, reported } = readingOn("2025-07-24");
const guided = (source: string) =>
  read(source).guidance.map(({ metric, basis, period, periodKind, low, high }) => [
    [metric, basis, periodKind].join(" "),
    period,
    low,
    high,
  ]);

const halfYearFirst: TableCell[][] = [
  ["", ["Six Months Ended June 30,", 2], ["Three Months Ended June 30,", 2]],
  ["", "2025", "2024", "2025", "2024"],
  ["Net sales", "$ 420,000", "$ 400,000", "$ 215,000", "$ 205,000"],
  ["Diluted earnings per share", "$ 1.01", "$ 0.88", "$ 0.51", "$ 0.44"],
];

describe("the quarter's figure", () => {
  it("is in the columns of three months, also when those of six months come first", () => {
    expect(reported(title + table(...halfYearFirst))).toEqual({ revenue: 215e6, gaap: 0.51 });
    const flat = halfYearFirst.map((row) => row.map((cell) => (typeof cell === "string" ? cell : cell[0])));
    expect(
      reported(
        `Lumina Reports Second Quarter 2025 Results. (in thousands, except per share) ${flat.flat().join(" ")}`,
      ),
    ).toEqual({ revenue: 215e6, gaap: 0.51 });
  });

  it("is no change of it, unless the change leads to it", () => {
    const said = (sentence: string) =>
      reported(title + p(`In the second quarter of 2025, ${sentence}`)).revenue;
    expect(said("the decrease in revenue was primarily due to $9.7 million of royalties.")).toBeUndefined();
    expect(
      said("there was an increase in total net sales, a $2.3 million gain in two markets."),
    ).toBeUndefined();
    expect(said("we saw an increase in revenue to $30 million.")).toBe(30e6);
  });

  it("is no percentage without its sign, and no number of another column", () => {
    const row = "Three months ended June 30, 2025 2024 Percent Change Total revenues 7,249 6,428 12.8";
    expect(reported(`Lumina Reports Second Quarter 2025 Results. (in millions) ${row}`)).toEqual({});
  });

  it("is not the last figure of the row above, in a text without line breaks", () => {
    const rows = "Quarter Q2 2025 Q2 2024 Net income 12.0 10.7 Diluted earnings per share $0.45 $0.38";
    expect(reported(`Lumina Announces Results. (in millions, except per share) ${rows}`).gaap).not.toBe(10.7);
    const both =
      "Quarter Ended June 30, June 30, March 31, 2025 2024 2025 Diluted earnings per share $0.45 $0.38 $0.41 Adjusted diluted earnings per share $0.55 $0.49 $0.52";
    expect(reported(`Lumina Announces Results. (in millions, except per share) ${both}`).gaap).not.toBe(0.41);
  });

  it("is the quarter's in the second of two tables without an empty line between them", () => {
    const heads = `(In thousands) | Three Months Ended June 30, | % Change | Six Months Ended June 30, | % Change
2025 | 2024 | 2025 | 2024`;
    const tables = `Lumina Reports Second Quarter 2025 Results

${heads}
Adjusted EBITDA | 143,432 | 128,558 | 11.6 | % | 247,279 | 207,815 | 19.0 | %
AFFO | 44,941 | 27,817 | 61.6 | % | 51,479 | 4,954 | NM
${heads}
America | 324,316 | 303,111 | 7.0 | % | 602,803 | 557,304 | 8.2 | %
Other | 123 | 12 | 274 | 16
Consolidated Revenue | 438,040 | 402,808 | 8.7 | % | 811,904 | 736,988 | 10.2 | %`;
    expect(reported(tables)).toEqual({ revenue: 438.04e6 });
  });

  it("is the whole company's, not a group's or another company's", () => {
    const said = (sentence: string) => reported(title + p("Lumina grew.".repeat(40), sentence)).revenue;
    expect(said("The Lumina Packaging group reported second quarter net sales of $142.9 million.")).toBe(
      undefined,
    );
    expect(said('Vega Systems, Inc. ("Vega") reported second quarter 2025 revenue of $2.2 million.')).toBe(
      undefined,
    );
    expect(said('Lumina, Inc. ("Lumina") reported second quarter 2025 revenue of $2.2 million.')).toBe(2.2e6);
  });

  it("is not the year's where a headline or a sentence states two figures of the year", () => {
    const both = "Lumina Reports Full Year and Fourth Quarter 2025 Results";
    expect(
      reported(
        p(
          both,
          "Lumina Reports Record Earnings Per Share of $59.45",
          "Lumina today reported net revenues of $59.34 billion and net earnings of $21.64 billion for the year ended December 31, 2025. Net revenues were $12.64 billion and net earnings were $3.94 billion for the fourth quarter of 2025.",
        ),
      ),
    ).toEqual({ revenue: 12.64e9 });
  });

  it("may be trillions, and one that is impossible costs no other figure", () => {
    const said = (sentence: string) => reported(title + p(sentence));
    expect(said("Second quarter 2025 revenue was KRW 18,521 billion. EPS was KRW 120.")).toMatchObject({
      revenue: 18_521e9,
    });
    expect(
      said("Second quarter 2025 revenue was $9,999,999,999 million. Diluted EPS was $1.20 in the quarter."),
    ).toEqual({ gaap: 1.2 });
  });

  it("is that of the year before in brackets never, and a difference never", () => {
    const said = (sentence: string) => reported(title + p(`In the second quarter of 2025, ${sentence}`));
    expect(said("net sales grew by 19.0%, amounting to EUR 36.5 (30.7) million.")).toEqual({
      revenue: 36.5e6,
    });
    expect(said("earnings per share were EUR -0.27 (-0.15).")).toEqual({ gaap: -0.27 });
    expect(said("total net revenue was $29 million (2.9 percent) lower.")).toEqual({});
    expect(said("total net revenue rose $66 million primarily due to fees of $101 million.")).toEqual({});
  });

  it("is in the table's unit where a letter in brackets marks a footnote", () => {
    const rows: TableCell[][] = [
      ["", "Q2 2025", "Q2 2024"],
      ["Total revenues (b)", "$ 215,000", "$ 205,000"],
      ["Diluted EPS (m)", "$ 0.51", "$ 0.44"],
    ];
    expect(reported(title + table(...rows))).toEqual({ revenue: 215e6, gaap: 0.51 });
  });

  it("is adjusted in a sentence that begins with that basis", () => {
    const sentences =
      "Net income was $0.12 per diluted share in the second quarter of 2025. On a non-GAAP basis, ";
    expect(
      reported(title + p(`${sentences}margin was 62%, with net income per diluted share of $0.15.`)),
    ).toEqual({
      gaap: 0.12,
      adjusted: 0.15,
    });
  });

  it("is of all net income where the text names its parts too", () => {
    const said = (...sentences: string[]) => reported(title + p(...sentences)).gaap;
    const whole = "Net income for the second quarter of 2025 was $208 million, or $0.76 per share.";
    expect(
      said("Funds from operations (FFO) per diluted share was $0.92 in the second quarter."),
    ).toBeUndefined();
    expect(said("Reported FFO(2) per unit diluted was $0.26 for the second quarter.")).toBeUndefined();
    expect(
      said(
        "Second quarter 2025 net income included losses of $0.18 per share from results of the annuity business and income of $0.08 per share from results of the pension business.",
        whole,
      ),
    ).toBe(0.76);
    expect(
      said(
        "Net income for the second quarter 2025 included losses from annuities of $49 million, or $0.18 per share, and a tax benefit of $20 million, or $0.08 per share.",
        whole,
      ),
    ).toBe(0.76);
  });

  it("is not that of an earlier year before it", () => {
    const said = (sentence: string) => reported(title + p(sentence));
    expect(
      said(
        "Second quarter results are in line with a 24% increase over fiscal 2024 pro forma earnings per share of $1.50.",
      ),
    ).toEqual({});
    expect(
      said(
        "The second quarter rose over second quarter 2024 adjusted net income of $2.53 per diluted share.",
      ),
    ).toEqual({});
  });

  it("is no revenue of a product, although the word net stands before it", () => {
    const said = (sentence: string) => reported(title + p(sentence)).revenue;
    expect(said("In the second quarter Zelavo net revenue was $46.1 million.")).toBeUndefined();
    expect(said("In the second quarter total net revenue was $199.9 million.")).toBe(199.9e6);
  });

  it("is adjusted once, and not twice where another one stands", () => {
    const narrowed = p(
      "Second quarter adjusted earnings, excluding catastrophes, per diluted share, increased 13 percent to $5.54.",
    );
    const adjusted = p("Second quarter adjusted earnings per diluted share were $4.79.");
    expect(reported(title + narrowed + adjusted)).toEqual({ adjusted: 4.79 });
    expect(reported(title + narrowed)).toEqual({ adjusted: 5.54 });
  });

  it("of an item of a list is that of the list's heading, not that of the item before it", () => {
    const items = (...list: string[]) =>
      reported(
        p(
          "Lumina Reports Second Quarter 2025 Results",
          "Second Quarter 2025 Summary",
          ...list.map((item) => `• ${item}`),
        ),
      );
    const halfYear =
      "Quarterly revenue of $80.1 million. Revenue for the first six months of 2025 was $155.1 million, up 14.5%.";
    const own = "Net income of $8.9 million, or $0.12 per diluted share.";
    expect(items(halfYear, own)).toEqual({ revenue: 80.1e6, gaap: 0.12 });
    expect(items(`${halfYear}</p><p>First Six Months 2025 Summary`, own).gaap).toBeUndefined();
  });

  it("is in the first columns where the head over them has no cell over the labels", () => {
    expect(
      reported(
        title +
          table(
            ["For the three months ended June 30,", "For the six months ended June 30,"],
            ["(in thousands)", "2025", "2024", "% Change", "2025", "2024", "% Change"],
            ["Revenue", "468,171", "506,871", "(7.6", ")", "902,328", "937,854", "(3.8", ")"],
            ["Net earnings", "14,930", "46,722", "(68.0", ")", "51,330", "89,244", "(42.5", ")"],
          ),
      ).revenue,
    ).toBe(468_171_000);
  });

  it("is of net income and not of a part of it", () => {
    const said = (sentence: string) => reported(title + p(`In the second quarter of 2025, ${sentence}`)).gaap;
    expect(said("net investment income totaled $13.0 million, or $0.20 per diluted share.")).toBeUndefined();
    expect(
      said("net interest income rose, and net income totaled $13.0 million, or $0.20 per diluted share."),
    ).toBe(0.2);
  });

  it("is of the whole company, and guidance is no past figure that growth starts from", () => {
    const outlook = (sentence: string) => guided(title + p("2025 Outlook", sentence));
    expect(
      outlook(
        "We expect full year 2025 revenue for the imaging business to be $175 million to $185 million.",
      ),
    ).toEqual([]);
    expect(outlook("We expect full year 2025 revenue to be $175 million to $185 million.")).toEqual([
      ["revenue  full_year", "full year 2025", 175e6, 185e6],
    ]);
    expect(
      outlook(
        "We expect diluted earnings per share to grow 4% to 6% a year, based on a 2024 adjusted EPS baseline of $3.40.",
      ).map(([, , low]) => low),
    ).not.toContain(3.4);
  });

  it("is missing where the heads of the columns do not say which is the quarter's", () => {
    const rows: TableCell[][] = [
      ["", "2025", "2024"],
      ["Net sales", "$ 420,000", "$ 400,000"],
      ["Diluted earnings per share", "$ 1.01", "$ 0.88"],
    ];
    expect(reported(`${p("Lumina Holdings")}${table(...rows)}`)).toEqual({});
  });

  it("is the newest of several quarters, and no change, no adjustment and no forecast", () => {
    const rows: TableCell[][] = [
      ["", "Q2 2024", "Q1 2025", "Q2 2025", "Change", "Q3 2025 Outlook"],
      ["Total revenues", "$ 205,000", "$ 210,000", "$ 215,000", "10,000", "$ 220,000"],
      ["Diluted EPS", "$ 0.44", "$ 0.50", "$ 0.51", "0.07", "$ 0.55"],
    ];
    expect(reported(title + table(...rows))).toEqual({ revenue: 215e6, gaap: 0.51 });
  });

  it("is that of total net income, when continuing and discontinued operations stand beside it", () => {
    const rows: TableCell[][] = [
      ["", ["Three Months Ended June 30,", 2]],
      ["", "2025", "2024"],
      ["Net sales", "$ 215,000", "$ 205,000"],
      ["Diluted earnings per share:"],
      ["Continuing operations", "$ 0.51", "$ 0.44"],
      ["Discontinued operations", "(0.06)", "0.01"],
      ["Net income", "$ 0.45", "$ 0.45"],
    ];
    expect(reported(title + table(...rows))).toEqual({ revenue: 215e6, gaap: 0.45 });
  });

  it("says which EPS it is, where that of all operations and that of continuing ones both stand", () => {
    const eps = (...rows: TableCell[][]) =>
      read(
        title + table(["", ["Three Months Ended June 30,", 2]], ["", "2025", "2024"], ...rows),
      ).reported.map(({ basis, value, operations }) => [basis, value, operations]);
    const continuing = ["Diluted EPS from continuing operations", "$ 0.62", "$ 0.55"];
    const total = ["Diluted EPS", "$ 0.52", "$ 0.53"];
    expect(eps(["Net sales", "$ 215,000", "$ 205,000"], continuing, total)).toContainEqual([
      "gaap",
      0.52,
      "total",
    ]);
    expect(eps(["Net sales", "$ 215,000", "$ 205,000"], total)).toContainEqual(["gaap", 0.52, undefined]);
    expect(
      read(
        "Pinecrest Reports Second Quarter 2025 Results. Income from continuing operations was $12.4 million, or $0.62 per diluted share. Net income was $10.4 million, or $0.52 per diluted share.",
      ).reported,
    ).toMatchObject([{ value: 0.52, operations: "total" }]);
  });

  it("is of diluted shares, and no funds from operations", () => {
    const rows: TableCell[][] = [
      ["", ["Three Months Ended June 30,", 2]],
      ["", "2025", "2024"],
      ["Basic earnings per share", "$ 0.52", "$ 0.45"],
      ["Diluted earnings per share", "$ 0.51", "$ 0.44"],
      ["Diluted FFO per share", "$ 0.95", "$ 0.90"],
      ["Book value per share", "$ 19.49", "$ 14.86"],
    ];
    expect(reported(title + table(...rows))).toEqual({ gaap: 0.51 });
  });

  it("has the basis of its column, and none in a reconciliation that does not say", () => {
    const rows: TableCell[][] = [
      ["", "GAAP", "Adjustments", "Non-GAAP"],
      ["Three months ended June 30, 2025", ""],
      ["Net sales", "$ 215,000", "$ 0", "$ 215,000"],
      ["Diluted earnings per share", "$ 0.51", "$ 0.10", "$ 0.61"],
    ];
    expect(reported(`${title}${p("Three months ended June 30, 2025")}${table(...rows)}`)).toMatchObject({
      gaap: 0.51,
      adjusted: 0.61,
    });
    const unclear: TableCell[][] = [
      ["", "Three Months Ended June 30, 2025", "Three Months Ended June 30, 2024"],
      ["Diluted earnings per share", "$ 0.51", "$ 0.44"],
      ["Restructuring", "0.10", "0.02"],
    ];
    expect(reported(`${p("Reconciliation of adjusted earnings")}${table(...unclear)}`)).toEqual({});
  });

  it("is not the one of nine or six months in the sentence before", () => {
    expect(
      reported(
        "Lumina Reports Third Quarter 2025 Results. For the nine months ended September 30, 2025, net income was $30.0 million, or $1.50 per diluted share. For the third quarter, net income was $10.0 million, or $0.52 per diluted share.",
      ),
    ).toEqual({ gaap: 0.52 });
    expect(
      reported(
        "Lumina Reports Second Quarter 2025 Results. For the first half, the net loss was $5.1 million, or $0.32 per share. In the second quarter, the net loss was $2.0 million. Loss per share was $0.12, versus $0.20 in the prior-year quarter.",
      ),
    ).toEqual({ gaap: -0.12 });
    expect(
      reported(
        "Lumina Reports Second Quarter 2025 Results. Adjusted net loss, which was driven by losses in the first quarter and partly offset by profits in the second quarter, was $(11.0) million, or $(0.87) per diluted share.",
      ),
    ).toEqual({});
  });

  it("is missing when a sentence and the table differ", () => {
    expect(
      reported(`${title}${p("Second quarter diluted EPS was $0.52.")}${table(...halfYearFirst)}`),
    ).toEqual({
      revenue: 215e6,
    });
  });

  it("per ADS keeps the currency that it is first stated in", () => {
    const { reported: figures } = read(
      "Lumina Reports Second Quarter 2025 Results. In the second quarter of 2025, diluted net income per ADS was RMB 3.20 (US$0.44).",
    );
    expect(figures.map(({ value, currency }) => [value, currency])).toEqual([[3.2, "CNY"]]);
  });

  it("is no change of earnings, and cents a share are EPS", () => {
    expect(
      reported(
        "Lumina today reported fourth quarter earnings of $204.5 million, or 27 cents a share. A tax item had the effect of increasing earnings by $24 million, or 3 cents per share.",
      ),
    ).toEqual({ gaap: 0.27 });
  });
});

describe("guidance", () => {
  it("in a list has the period of the line above it", () => {
    const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
    const source = `${p("Third Quarter and Fiscal 2025 Outlook: The Company expects the following results.", "For the third quarter of Fiscal 2025:")}${list(
      "• Net sales are expected to be in the range of $950 million to $970 million.",
      "• Diluted EPS is expected to be in the range of $0.09 to $0.21.",
    )}${p("For the full year of Fiscal 2025:")}${list("• Net sales are expected to be in the range of $4.44 billion to $4.52 billion.")}`;
    expect(guided(source)).toEqual([
      ["revenue  next_quarter", "third quarter of Fiscal 2025", 950e6, 970e6],
      ["eps gaap next_quarter", "third quarter of Fiscal 2025", 0.09, 0.21],
      ["revenue  full_year", "full year", 4.44e9, 4.52e9],
    ]);
  });

  it("is not in a table of results below a headline that raises guidance", () => {
    const headline = p(
      "Lumina Reports First Quarter Fiscal 2026 Results; Raises Fiscal 2026 Guidance",
      "Fiscal 2026 Guidance",
    );
    for (const heads of [
      ["", "Q1 FY26", "Q1 FY25"],
      ["", "Three Months Ended June 30, 2025", "Three Months Ended June 30, 2024"],
    ])
      expect(guided(headline + table(heads, ["Net sales (in millions)", "71.3", "55.4"]))).toEqual([]);
  });

  it("is no growth of a part of the company, and none from one quarter to the next", () => {
    for (const sentence of [
      "We expect our operations in Canada to deliver approximately 20% year-over-year revenue growth in 2025.",
      "The revenue increase from Q1 to Q2 will be approximately 40%.",
    ])
      expect(read(title + p(sentence)).growth).toEqual([]);
  });

  it("for a year of 53 weeks is for the fiscal year", () => {
    expect(
      guided(
        "Lumina is providing the following guidance for FY26, which includes 53 weeks. Revenue of $43.8 billion to $45.2 billion.",
      ),
    ).toEqual([["revenue  full_year", "FY26", 43.8e9, 45.2e9]]);
    expect(
      guided(
        "For Fiscal 2025, a 53-week period, compared to a 52-week period in Fiscal 2024, Lumina expects: - Adjusted EPS between $2.38 and $2.49.",
      ),
    ).toEqual([["eps adjusted full_year", "Fiscal 2025", 2.38, 2.49]]);
  });

  it("of a quarter and of the year may stand in one sentence", () => {
    expect(
      guided(
        "For the third quarter we expect EPS of $0.50 to $0.55, and for the full year 2025 EPS of $2.00 to $2.10.",
      ),
    ).toEqual([
      ["eps gaap next_quarter", "third quarter", 0.5, 0.55],
      ["eps gaap full_year", "full year 2025", 2, 2.1],
    ]);
  });

  it("may be a level after its growth", () => {
    expect(
      guided(
        "We expect full year fiscal 2025 earnings per share excluding certain items to increase by at least 20% versus 2024, to approximately $4.60.",
      ),
    ).toMatchObject([["eps adjusted full_year", expect.any(String), 4.6, 4.6]]);
  });

  it("is no cost that a sentence about the outlook mentions", () => {
    expect(
      guided(
        "Based on the current revenue outlook, the full-year 2025 result is expected to be flat, despite a greater than $4 billion increase in expense.",
      ),
    ).toEqual([]);
  });
});
