import { describe, expect, it } from "vitest";
import { readIn } from "./words.ts";

/** A heading is its text, or its text and the number of columns that it spans. */
type Heading = string | readonly [text: string, span: number];
const cell = (heading: Heading) =>
  typeof heading === "string" ? `<td>${heading}</td>` : `<td colspan="${heading[1]}">${heading[0]}</td>`;
const row = (label: string, cells: readonly Heading[]) =>
  `<tr><td>${label}</td>${cells.map(cell).join("")}</tr>`;

const years: readonly Heading[] = ["2026", "2025", "2026", "2025"];
const days: readonly Heading[] = ["June 30, 2026", "June 30, 2025", "June 30, 2026", "June 30, 2025"];
const daysOfWeeks: readonly Heading[] = ["June 27, 2026", "June 28, 2025", "June 27, 2026", "June 28, 2025"];
/**
 * Each entry has rows of headings and the columns below them: "q" is the quarter, "qs" the quarter before, "qp" that of the
 * prior year, "h" and "hp" are the half years and "c" is a change.
 */
const results: Record<string, { heads: readonly (readonly Heading[])[]; columns: string; caption?: string }> =
  {
    "days over years": {
      heads: [
        [
          ["Three Months Ended", 2],
          ["Six Months Ended", 2],
        ],
        [
          ["June 30,", 2],
          ["June 30,", 2],
        ],
        years,
      ],
      columns: "q qp h hp",
    },
    "lengths with days": {
      heads: [
        [
          ["Quarter Ended June 30,", 2],
          ["Six Months Ended June 30,", 2],
        ],
        years,
      ],
      columns: "q qp h hp",
    },
    "days of each column": {
      heads: [
        [
          ["Three Months Ended", 2],
          ["Six Months Ended", 2],
        ],
        days,
      ],
      columns: "q qp h hp",
    },
    "six months first": {
      heads: [
        [
          ["Six Months Ended June 30,", 2],
          ["Three Months Ended June 30,", 2],
        ],
        years,
      ],
      columns: "h hp q qp",
    },
    "quarters and the year to date": {
      heads: [["Q2 2026", "Q2 2025", "YTD 2026", "YTD 2025"]],
      columns: "q qp h hp",
    },
    "the quarter before": { heads: [["2Q26", "1Q26", "2Q25"]], columns: "q qs qp" },
    "three days below one length": {
      heads: [[["Three Months Ended", 3]], ["June 30, 2026", "March 31, 2026", "June 30, 2025"]],
      columns: "q qs qp",
    },
    "changes between": {
      heads: [
        [
          ["Second Quarter", 3],
          ["First Half", 3],
        ],
        ["2026", "2025", "% Change", "2026", "2025", "% Change"],
      ],
      columns: "q qp c h hp c",
    },
    "fiscal years below quarters": {
      heads: [
        [
          ["Second Quarter", 2],
          ["Six Months", 2],
        ],
        ["Fiscal 2026", "Fiscal 2025", "Fiscal 2026", "Fiscal 2025"],
      ],
      columns: "q qp h hp",
    },
    "fiscal years below one quarter": {
      heads: [[["Second Quarter", 3]], ["FY26", "FY25", "Change"]],
      columns: "q qp c",
    },
    weeks: {
      heads: [
        [
          ["13 Weeks Ended", 2],
          ["26 Weeks Ended", 2],
        ],
        daysOfWeeks,
      ],
      columns: "q qp h hp",
    },
    "a caption of three months": {
      heads: [["2026", "2025"]],
      columns: "q qp",
      caption: "Three Months Ended June 30, 2026 and 2025",
    },
    "a caption of the quarter after an outlook": {
      heads: [["June 27, 2026", "June 28, 2025", "Y/Y Change"]],
      columns: "q qp c",
      caption: "We are raising our outlook for 2026.</p><p>SECOND QUARTER 2026 FINANCIAL HIGHLIGHTS",
    },
    "a quarter by its name only": {
      heads: [
        [
          ["Quarter", 2],
          ["Six Months", 2],
        ],
        years,
      ],
      columns: "q qp h hp",
      caption: "Period Ended June 30",
    },
    "long headings": {
      heads: [["Three Months Ended June 30, 2026", "Three Months Ended June 30, 2025"]],
      columns: "q qp",
    },
  };
const figures: Record<string, readonly string[]> = {
  q: ["150,214", "12,310", "0.74", "0.73"],
  qp: ["141,902", "10,110", "0.62", "0.61"],
  qs: ["147,311", "11,020", "0.67", "0.66"],
  h: ["297,525", "23,330", "1.41", "1.39"],
  hp: ["280,110", "20,010", "1.22", "1.20"],
  c: ["5.9%", "21.8%", "19.4%", "19.7%"],
};

describe("the quarter's results are read in a table", () => {
  it.each(Object.entries(results))("with %s", (_, { heads, columns, caption }) => {
    const keys = columns.split(" ");
    const unit = "(in thousands, except per share amounts)";
    const labels = ["Net sales", "Net income", "Earnings per share - basic", "Earnings per share - diluted"];
    const body = labels.map((label, i) =>
      row(
        label,
        keys.map((key) => figures[key]?.[i] ?? ""),
      ),
    );
    const table = `<table>${heads.map((head) => row("", head)).join("")}${body.join("")}</table>`;
    const { reported, guidance } = readIn(
      `<p>${caption ?? "Statements of Income"}</p><p>${unit}</p>${table}`,
    );
    expect(reported).toEqual(["eps gaap 0.73", "revenue  150214000"]);
    expect(guidance).toEqual([]);
  });

  it("where the length stands over the labels", () => {
    const head = row("THREE MONTHS ENDED JUNE 30,", ["2026", "2025", "% Change"]);
    const table = `<table>${head}${row("Total revenues", ["$5,162", "$5,657", "(8.8)%"])}</table>`;
    const { reported } = readIn(
      `<p>(IN MILLIONS)</p>${table}<p>Revenue was $5.2 billion in the quarter.</p>`,
    );
    expect(reported).toEqual(["revenue  5162000000"]);
  });

  it("with the unit in the label, beside a table in millions", () => {
    const head = row("", ["Q2 2026", "Q2 2025"]);
    const millions = `<table>${head}${row("Revenue", ["150.2", "141.9"])}</table>`;
    const thousands = `<table>${head}${row("Total Revenue (000's)", ["150,214", "141,902"])}</table>`;
    const { reported } = readIn(`<p>(in millions)</p>${millions}<p>Key Statistics</p>${thousands}`);
    expect(reported).toEqual(["revenue  150214000"]);
  });
});

const now = ["$165 million to $180 million", "$1.65 to $1.80"] as const;
const before = ["$160 million to $175 million", "$1.55 to $1.70"] as const;
const itemsOf = (kind: string, action: string | null = null) => [
  `eps adjusted ${kind} 1.65..1.8 ${action}`,
  `revenue  ${kind} 165000000..180000000 ${action}`,
];
/** Each entry has a title, rows of headings, and the cells of the row of revenue and of the row of EPS. */
const tables: Record<
  string,
  {
    title: string;
    heads: readonly (readonly Heading[])[];
    cells: readonly string[][];
    items: readonly string[];
  }
> = {
  "a range in one cell": {
    title: "Full Year 2026 Guidance",
    heads: [],
    cells: [[now[0]], [now[1]]],
    items: itemsOf("full_year"),
  },
  "the period in the heading": {
    title: "",
    heads: [["Q3 2026 Outlook"]],
    cells: [[now[0]], [now[1]]],
    items: itemsOf("next_quarter"),
  },
  "low and high": {
    title: "Fiscal 2026 Financial Outlook",
    heads: [["Low", "High"]],
    cells: [
      ["$165 million", "$180 million"],
      ["$1.65", "$1.80"],
    ],
    items: itemsOf("full_year"),
  },
  "two columns under Range": {
    title: "Third Quarter 2026 Guidance",
    heads: [[["Range", 2], "Growth at midpoint"]],
    cells: [
      ["$165 million", "$180 million", "5.7%"],
      ["$1.65", "$1.80", "6.1%"],
    ],
    items: itemsOf("next_quarter"),
  },
  "a midpoint": {
    title: "2026 Guidance",
    heads: [["Low", "Midpoint", "High"]],
    cells: [
      ["$165 million", "$172.5 million", "$180 million"],
      ["$1.65", "$1.725", "$1.80"],
    ],
    items: itemsOf("full_year"),
  },
  "the earlier guidance first": {
    title: "Full Year 2026 Guidance",
    heads: [["Prior Guidance", "Updated Guidance"]],
    cells: [
      [before[0], now[0]],
      [before[1], now[1]],
    ],
    items: itemsOf("full_year", "raised"),
  },
  "the earlier guidance last": {
    title: "Full Year 2026 Guidance",
    heads: [["As of July 29, 2026", "As of April 29, 2026"]],
    cells: [
      [now[0], before[0]],
      [now[1], before[1]],
    ],
    items: itemsOf("full_year", "raised"),
  },
  "low and high of new and earlier guidance": {
    title: "FY 2026 Guidance",
    heads: [
      [
        ["Updated", 2],
        ["Previous", 2],
      ],
      ["Low", "High", "Low", "High"],
    ],
    cells: [
      ["$165 million", "$180 million", "$160 million", "$175 million"],
      ["$1.65", "$1.80", "$1.55", "$1.70"],
    ],
    items: itemsOf("full_year", "raised"),
  },
  "the year before": {
    title: "",
    heads: [["Full Year 2026 Guidance", "2025 Actual"]],
    cells: [
      [now[0], "$151 million"],
      [now[1], "$1.40"],
    ],
    items: itemsOf("full_year"),
  },
};

describe("guidance is read in a table", () => {
  it.each(Object.entries(tables))(
    "with %s",
    (_, { title, heads, cells: [revenue = [], eps = []], items }) => {
      const body = row("Net sales", revenue) + row("Adjusted diluted EPS", eps);
      const { guidance } = readIn(
        `<p>${title}</p><table>${heads.map((head) => row("", head)).join("")}${body}</table>`,
      );
      expect(guidance).toEqual(items);
    },
  );

  it("of a quarter and of the year", () => {
    const heads =
      row("", [
        ["Third Quarter 2026", 2],
        ["Full Year 2026", 2],
      ]) + row("", ["Low", "High", "Low", "High"]);
    const body = row("Net sales", ["$45 million", "$48 million", "$165 million", "$180 million"]);
    const eps = row("Adjusted EPS", ["$0.40", "$0.44", "$1.65", "$1.80"]);
    const { guidance } = readIn(`<p>Guidance</p><table>${heads}${body}${eps}</table>`);
    expect(guidance).toEqual(
      [
        ...itemsOf("full_year"),
        "eps adjusted next_quarter 0.4..0.44 null",
        "revenue  next_quarter 45000000..48000000 null",
      ].toSorted(),
    );
  });
});
