import { describe, expect, it } from "vitest";
import { readingOn } from "./reading.ts";

/** The releases are those of an invented company. */
const { read, guided, reported } = readingOn("2024-10-24");

describe("guidance in sentences", () => {
  it("is a range with its period, basis and unit", () => {
    expect(
      guided(
        "For the fourth quarter of 2024, Lumina expects revenue of $950 million to $1.05 billion and adjusted diluted EPS of $1.20 to $1.30.",
      ),
    ).toEqual([
      ["revenue  next_quarter", 950e6, 1050e6, null],
      ["eps adjusted next_quarter", 1.2, 1.3, null],
    ]);
  });

  it.each([
    ["plus or minus", "Revenue is expected to be $20.0 billion, plus or minus 2%.", 19.6e9, 20.4e9],
    ["a point", "The Company expects revenue of approximately $450 million.", 450e6, 450e6],
    ["at least", "The Company expects revenue of at least $450 million.", 450e6, null],
  ])("%s", (_, sentence, low, high) => {
    expect(guided(`Fiscal 2025 Outlook: For fiscal 2025: ${sentence}`)).toMatchObject([
      ["revenue  full_year", low, high, null],
    ]);
  });

  it("a loss in brackets is negative, cents are dollars", () => {
    expect(guided("We expect fourth quarter GAAP EPS of $(0.26) to $(0.16).")).toMatchObject([
      ["eps gaap next_quarter", -0.26, -0.16, null],
    ]);
    expect(guided("We expect full year 2025 adjusted EPS of 67 to 71 cents per share.")).toMatchObject([
      ["eps adjusted full_year", 0.67, 0.71, null],
    ]);
  });

  it.each([
    ["raised", "The Company raises its full year 2024 outlook for revenue to $5.0 billion to $5.1 billion."],
    ["lowered", "The Company lowers its full year 2024 outlook for revenue to $5.0 billion to $5.1 billion."],
    [
      "maintained",
      "The Company reaffirms its full year 2024 guidance for revenue of $5.0 billion to $5.1 billion.",
    ],
    [
      "maintained",
      "The Company confirmed its full year 2024 guidance for revenue of $5.0 billion to $5.1 billion.",
    ],
    [
      "narrowed",
      "The Company is narrowing its full year 2024 outlook for revenue to $5.0 billion to $5.1 billion.",
    ],
    [
      "raised",
      "We now expect full year 2024 revenue of $5.0 billion to $5.1 billion (previously $4.8 billion to $4.9 billion).",
    ],
    [
      "lowered",
      "We now expect full year 2024 revenue of $5.0 billion to $5.1 billion, compared to $5.2 billion to $5.4 billion.",
    ],
  ])("is %s by the words of the text", (action, sentence) => {
    expect(guided(sentence)).toEqual([["revenue  full_year", 5e9, 5.1e9, action]]);
  });

  it("the year before beside it is no guidance", () => {
    expect(
      guided(
        "For 2024, the Company expects adjusted EPS of $7.80 to $8.00, growth of 5% to 8% over 2023 adjusted EPS of $7.42.",
      ),
    ).toEqual([["eps adjusted full_year", 7.8, 8, null]]);
  });

  it("the period may stand in the sentence before, and a range may range from and to", () => {
    expect(
      guided(
        "For the fourth quarter of 2024 the Company expects an easier comparison. Adjusted net loss per share is expected to range from $(0.15) to $(0.10).",
      ),
    ).toEqual([["eps adjusted next_quarter", -0.15, -0.1, null]]);
  });

  it("a quarter's and a year's range in one sentence", () => {
    expect(
      guided(
        "The Company expects revenue for the fourth quarter of $120 million to $125 million and for the full year of $470 million to $475 million.",
      ),
    ).toEqual([
      ["revenue  next_quarter", 120e6, 125e6, null],
      ["revenue  full_year", 470e6, 475e6, null],
    ]);
  });

  it("withdrawn guidance has no figures", () => {
    expect(guided("The Company is withdrawing its full year 2024 revenue guidance.")).toEqual([
      ["revenue  full_year", null, null, "withdrawn"],
    ]);
  });
});

describe("guidance in tables", () => {
  const table = (rows: string[][]) =>
    `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`;

  it("prior and current columns in either order", () => {
    const row = ["Diluted EPS", "$2.80 to $2.89", "$2.70 to $2.79"];
    const head = "<p>Full-Year 2024 Financial Outlook</p>";
    expect(guided(`${head}${table([["", "Prior Outlook", "Current Outlook"], row])}`)).toEqual([
      ["eps gaap full_year", 2.7, 2.79, "lowered"],
    ]);
    expect(guided(`${head}${table([["", "Updated Outlook", "Previous Outlook"], row])}`)).toEqual([
      ["eps gaap full_year", 2.8, 2.89, "raised"],
    ]);
  });

  it("columns of two days, the newer one is now", () => {
    const rows = [
      ["Full-year 2024 guidance", "As of July 28", "As of October 24"],
      ["Non-GAAP EPS", "$2.10 - $2.20", "$2.25 - $2.30"],
    ];
    expect(guided(table(rows))).toEqual([["eps adjusted full_year", 2.25, 2.3, "raised"]]);
  });

  it("quarter and year side by side", () => {
    expect(
      guided(
        table([
          ["", "Q4 FY24 Guidance", "Full Year FY24 Guidance"],
          ["Non-GAAP EPS", "$1.89 - $1.90", "$7.41 - $7.43"],
        ]),
      ),
    ).toEqual([
      ["eps adjusted next_quarter", 1.89, 1.9, null],
      ["eps adjusted full_year", 7.41, 7.43, null],
    ]);
  });

  it("the two ends in columns of their own", () => {
    const rows = [
      ["Full Year 2024 Guidance", "Low", "High"],
      ["Revenue", "$1,000 million", "$1,050 million"],
      ["Adjusted EPS", "$2.00", "$2.20"],
    ];
    expect(guided(table(rows))).toEqual([
      ["revenue  full_year", 1e9, 1.05e9, null],
      ["eps adjusted full_year", 2, 2.2, null],
    ]);
  });

  it("a box that hides only what overflows it", () => {
    const box = `<div style="overflow: hidden !important"><p>We expect fiscal 2025 EPS of $9.00 to $9.10.</p></div>`;
    expect(guided(box)).toEqual([["eps gaap full_year", 9, 9.1, null]]);
  });

  it("heads in white on a colored band", () => {
    const head = (text: string) =>
      `<td style="background-color:#0068b5;padding:2px"><span style="color:#ffffff;font-weight:700">${text}</span></td>`;
    const rows = "<tr><td>Adjusted EPS</td><td>$2.70 to $2.79</td><td>$2.80 to $2.89</td></tr>";
    expect(
      guided(
        `<p>Full-Year 2024 Outlook</p><table><tr>${head("")}${head("Prior Outlook")}${head("Current Outlook")}</tr>${rows}</table>`,
      ),
    ).toEqual([["eps adjusted full_year", 2.8, 2.89, "raised"]]);
  });

  it("two ranges under heads that do not tell them apart are left out", () => {
    expect(
      guided(`<p>Full-Year 2024 Outlook</p>${table([["Diluted EPS", "$2.80 to $2.89", "$2.70 to $2.79"]])}`),
    ).toEqual([]);
  });
});

describe("what is no guidance", () => {
  it.each([
    [
      "a result beside past guidance",
      "Third quarter revenue was $512 million, above our guidance of $480 million to $500 million.",
    ],
    ["a dividend", "The Board expects to pay a dividend of $0.40 per share in the fourth quarter of 2024."],
    [
      "a segment",
      "For fiscal 2025 the Company expects Digital Media segment revenue of $1.1 billion to $1.2 billion.",
    ],
    [
      "another measure",
      "For fiscal 2025 the Company expects adjusted EBITDA of $375 million to $425 million.",
    ],
    ["analysts", "Analysts' consensus estimate for fiscal 2025 revenue was $1.1 billion to $1.2 billion."],
    ["a change", "Revenue increased from $480 million to $500 million in the third quarter."],
    ["homoglyphs", "We expect fourth quarter EPS of $１.20 to $１.30."],
    ["an image", "<p>Fiscal 2025 Outlook</p><img src='outlook.png' alt='EPS $1.20 to $1.30'>"],
    ["white text", "<p>Outlook</p><p style='color:#ffffff'>We expect fiscal 2025 EPS of $9.00 to $9.10.</p>"],
    [
      "hidden text",
      "<p>Outlook</p><div style='display: none'><p>We expect fiscal 2025 EPS of $9.00 to $9.10.</p></div>",
    ],
    [
      "text of no size, no opacity or far outside",
      ["font-size:0", "opacity: 0", "text-indent:-9999px", "position:absolute; left:-5000px"]
        .map((style) => `<p style='${style}'>We expect fiscal 2025 EPS of $9.00 to $9.10.</p>`)
        .join(""),
    ],
    ["a hidden attribute", "<p>Outlook</p><div hidden>We expect fiscal 2025 EPS of $9.00 to $9.10.</div>"],
    [
      "white by another name",
      "<font color=#FFFFFF>We expect fiscal 2025 EPS of $9.00 to $9.10.</font><p style='color: rgb(255, 255, 255)'>We expect fiscal 2025 EPS of $9.00 to $9.10.</p>",
    ],
    [
      "white in a white cell of a dark table",
      "<table bgcolor='navy'><tr><td bgcolor='#ffffff'><span style='color:#fff'>We expect fiscal 2025 EPS of $9.00 to $9.10.</span></td></tr></table>",
    ],
    [
      "white after a dark cell that is not closed",
      "<table><tr><td style='background-color:#003366'>Outlook<tr><td style='color:white'>We expect fiscal 2025 EPS of $9.00 to $9.10.</table>",
    ],
    ["a comment", "<p>Outlook</p><!-- We expect fiscal 2025 EPS of $9.00 to $9.10. -->"],
    ["a year that has passed", "We expected fiscal 2022 revenue guidance of $1.1 billion to $1.2 billion."],
  ])("%s", (_, source) => {
    expect(guided(source)).toEqual([]);
  });

  it("two places that disagree", () => {
    expect(
      guided(
        "We expect fourth quarter revenue of $500 million to $510 million. We expect fourth quarter revenue of $600 million to $610 million.",
      ),
    ).toEqual([]);
  });
});

describe("reported figures", () => {
  it("both bases and revenue of the quarter, not of the year or the year before", () => {
    expect(
      reported(
        "Lumina Reports Third Quarter 2024 Results. Third quarter revenue was $512.4 million, compared to $480.0 million. " +
          "Third quarter GAAP diluted EPS was $1.02 and non-GAAP diluted EPS was $1.25. For the nine months, revenue was $1.5 billion.",
      ),
    ).toEqual({ revenue: 512.4e6, gaap: 1.02, adjusted: 1.25 });
  });

  it("a loss without a sign", () => {
    expect(
      reported("For the third quarter of 2024 the net loss was $5.1 million, or $0.43 per share."),
    ).toEqual({ gaap: -0.43 });
  });

  it("figures that belong to their names respectively", () => {
    expect(reported("Third quarter GAAP and non-GAAP EPS of $1.05 and $1.11, respectively.")).toEqual({
      gaap: 1.05,
      adjusted: 1.11,
    });
  });

  it("keep their currency", () => {
    const [figure] = read("Third quarter revenue was C$512 million.").reported;
    expect(figure).toMatchObject({ value: 512e6, currency: "CAD" });
  });
});
