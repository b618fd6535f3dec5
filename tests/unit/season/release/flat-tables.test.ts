import { describe, expect, it } from "vitest";
import { parseRelease } from "#season/release/parse-release.ts";
import { readingOn } from "./reading.ts";

const title = "Lumina Reports Second Quarter 2026 Results ";
const unit = "Statements of Income (in thousands, except per share data) (unaudited) ";

const { read, guided, reported } = readingOn("2026-07-24");

const rows =
  "Net sales $ 215,000 $ 205,000 $ 420,000 $ 400,000 Cost of sales 129,000 125,000 255,000 242,000 " +
  "Net earnings per share: Basic $ 0.52 $ 0.45 $ 1.03 $ 0.90 Diluted $ 0.51 $ 0.44 $ 1.01 $ 0.88";
const quarter = { revenue: 215_000_000, gaap: 0.51 };

describe("a table that has lost its lines", () => {
  it.each([
    [
      "lengths above days above years",
      "Three Months Ended Six Months Ended June 30, June 30, 2026 2025 2026 2025 ",
    ],
    [
      "the years below each length",
      "Three Months Ended June 30, 2026 2025 Six Months Ended June 30, 2026 2025 ",
    ],
    ["numbered quarters", "Q2 FY26 Q2 FY25 YTD FY26 YTD FY25 ".replaceAll("YTD ", "")],
    [
      "a change between the columns",
      "Three Months Ended Six Months Ended 6/30/2026 6/30/2025 6/30/2026 6/30/2025 ",
    ],
  ])("is read by its heads: %s", (_, heads) => {
    expect(reported(`${title}${unit}${heads}${rows}`)).toEqual(quarter);
  });

  it("is read where its heads have no space between them", () => {
    const heads = "Three Months EndedJune 30, Six Months EndedJune 30, 2026 2025 2026 2025 ";
    expect(reported(`${title}${unit}${heads}${rows}`)).toEqual(quarter);
  });

  it("is read with percentages between its columns", () => {
    const changed =
      "Three Months Ended June 30, Six Months Ended June 30, 2026 2025 Change 2026 2025 Change " +
      "Net sales $ 215,000 $ 205,000 4.9 % $ 420,000 $ 400,000 5.0 % Cost of sales 129,000 125,000 3.2 % 255,000 242,000 5.4 % " +
      "Diluted earnings per share $ 0.51 $ 0.44 15.9 % $ 1.01 $ 0.88 14.8 %";
    expect(reported(`${title}${unit}${changed}`)).toEqual(quarter);
  });

  it.each([
    [
      "in another order than the figures",
      "Six Months Ended Three Months Ended June 30, June 30, 2026 2025 2026 2025 ",
    ],
    ["too few for its columns", "Three Months Ended June 30, 2026 2025 2026 2025 "],
    ["not as many as its columns", "Three Months Ended June 30, 2026 2025 2024 "],
  ])("gives no figure when its heads are %s", (_, heads) => {
    expect(reported(`${title}${unit}${heads}${rows}`)).toEqual({});
  });

  it("gives guidance with the earlier one that it replaces", () => {
    const outlook =
      "Full Year 2026 Financial Outlook Prior Outlook Current Outlook Comparable sales 2% to 4% 1.5% to 2% " +
      "GAAP diluted earnings per share (1) $2.80 to $2.89 $2.70 to $2.79 Adjusted diluted earnings per share (2) $2.91 to $3.00 $2.80 to $2.90";
    expect(guided(title + outlook)).toEqual([
      ["eps gaap full_year", 2.7, 2.79, "lowered"],
      ["eps adjusted full_year", 2.8, 2.9, "lowered"],
    ]);
  });
});

describe("a table that is drawn with bars", () => {
  it("gives the quarter's figures", () => {
    const lines = [
      "Three Months Ended June 30, | Six Months Ended June 30,",
      "| | Three Months Ended | | Six Months Ended | |",
      "|---|---|---|---|---|",
      "| | June 30, 2026 | June 30, 2025 | June 30, 2026 | June 30, 2025 |",
      "| Net sales | 215,000 | 205,000 | 420,000 | 400,000 |",
      "|**Diluted earnings per share**|**$0.51**|**$0.44**|**$1.01**|**$0.88**|",
    ];
    expect(reported(`${title}\n${unit}\n${lines.join("\n")}`)).toEqual(quarter);
  });

  it("keeps its text as it is written, also where no space is beside a bar", () => {
    const source = "|Net sales|215,000|\n|---|---|\n| Costs | 129,000|";
    expect(parseRelease(source).text).toBe("|Net sales|215,000| |---|---| | Costs | 129,000|");
  });

  it.each([
    ["above the labels", "| Fiscal Year 2026 Outlook | Prior | Updated |"],
    ["in a heading above", "Fiscal Year 2026 Outlook\n\n| | Prior | Updated |"],
  ])("gives new guidance and not the earlier one, with its period %s", (_, heads) => {
    const lines = [
      heads,
      "|---|---|---|",
      "| Net sales (in millions) | $1,150 to $1,180 | $1,200 to $1,220 |",
      "| Adjusted diluted EPS | $2.95 to $3.05 | $3.10 to $3.20 |",
    ];
    expect(guided(`${title}\n\n${lines.join("\n")}`)).toEqual([
      ["revenue  full_year", 1_200_000_000, 1_220_000_000, "raised"],
      ["eps adjusted full_year", 3.1, 3.2, "raised"],
    ]);
  });

  it("gives guidance of a quarter and of the year side by side", () => {
    const lines = [
      "For the third quarter and full year 2026, we currently expect the following results:",
      "",
      "| ($ in millions) | Third Quarter 2026 | Full Year 2026 |",
      "| --- | --- | --- |",
      "| Revenue(1) | $190.0 - $193.0 | $809.0 - $821.0 |",
      "| Non-GAAP net income per share(2) | $0.12 - $0.14 | $0.52 - $0.54 |",
    ];
    expect(guided(`${title}\n${lines.join("\n")}`)).toEqual([
      ["revenue  next_quarter", 190_000_000, 193_000_000, null],
      ["revenue  full_year", 809_000_000, 821_000_000, null],
      ["eps adjusted next_quarter", 0.12, 0.14, null],
      ["eps adjusted full_year", 0.52, 0.54, null],
    ]);
  });
});

describe("a headline about continuing operations", () => {
  it("counts where the tables state the total too, and the item says which it is", () => {
    const flat =
      "Diluted earnings per share from continuing operations were $1.60 in the second quarter. " +
      `${unit}Three Months Ended June 30, 2026 2025 Net sales $ 215,000 $ 205,000 Diluted net earnings per share: ` +
      "Earnings from continuing operations $ 1.60 $ 1.40 Losses from discontinued operations (0.01) (0.02) Net earnings $ 1.59 $ 1.38";
    const [eps] = read(title + flat).reported.filter(({ metric }) => metric === "eps");
    expect(eps).toMatchObject({ value: 1.6, operations: "continuing" });
  });
});

describe("a table drawn with bars", () => {
  it("is read where each sign of a currency has a column of its own", () => {
    const bars = [
      "Lumina Reports Second Quarter 2026 Results (in thousands, except per share data)",
      "| | | **Three Months Ended** | | **Six Months Ended** |",
      "| | | **June 30,** | | **June 30,** |",
      "| | | **2026** | | | **2025** | | | **2026** | | | **2025** |",
      "| | | **(Unaudited)** | | | **(Unaudited)** |",
      "| Collaboration revenue | | $ | 7,000 | | | $ | 3,923 | | | $ | 9,100 | | | $ | 13,385 |",
      "| Net loss per share, basic and diluted | | $ | (1.49) | | | $ | (0.52) | | | $ | (3.36) | | | $ | (1.96) |",
    ].join("\n");
    expect(reported(bars)).toEqual({ revenue: 7_000_000, gaap: -1.49 });
  });
});

describe("figures that look like others", () => {
  it("are two losses and no range where a minus is attached to each", () => {
    const outlook = "Outlook for the full year 2026 is unchanged. Earnings per share, EUR -0.27 -0.15";
    expect(guided(`${title}${outlook}`)).toEqual([]);
  });

  it("are not the total revenue when they are operating revenue, a non-GAAP measure", () => {
    const said =
      "Total revenue of $3.2 billion, up 5%, and operating revenue (non-GAAP) of $2.6 billion for the second quarter.";
    expect(reported(`${title}${said}`)).toEqual({ revenue: 3_200_000_000 });
  });

  it("are not the figures of sentences between a basis and a dash", () => {
    const said =
      "Net loss was $99 million and Non-GAAP Adjusted EBITDA was $208 million - Diluted loss per share was $0.76 and " +
      "Non-GAAP Adjusted Diluted EPS was $0.70 - Net cash was $155 million and Non-GAAP Free Cash Flow was $93 million - Cash";
    expect(reported(`${title}${said}`)).toEqual({ gaap: -0.76, adjusted: 0.7 });
  });

  it("are not the marks of footnotes", () => {
    const flat =
      "Quarter Ended June 30, Year Ended June 30, 2026 2025 2026 2025 Revenues $218,482 $216,231 $869,266 $828,111 " +
      "Net earnings per share $ 0.52 $ 0.53 (1) $ 2.15 $ 2.16 (1) Dividends per share $ 0.58 $ 0.57 $ 2.29 $ 2.23";
    expect(reported(`${title}${unit}${flat}`)).toEqual({ revenue: 218_482_000, gaap: 0.52 });
  });

  it("are not a year's revenue, which is larger than that of every table of the quarter", () => {
    const said =
      "Net revenues were $59.3 billion for the year. Second quarter net revenues were $12.64 billion. " +
      "Statements of Income (in millions) Three Months Ended Year Ended June 30, June 30, 2026 2025 2026 2025 " +
      "Total net revenues 12,639 11,738 59,339 44,560 Net earnings 3,935 4,506 21,637 9,459";
    expect(reported(`${title}${said}`)).toEqual({ revenue: 12_639_000_000 });
  });
});
