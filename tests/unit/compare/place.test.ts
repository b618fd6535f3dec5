import { describe, expect, it } from "vitest";
import type { ComparedCompany } from "#contract/compare.ts";
import {
  addCompanyError,
  comparisonLocationOf,
  searchOf,
} from "../../../src/features/compare/comparison-location.ts";
import { contributionScaleOf } from "../../../src/features/compare/report-cells.tsx";

const placeAt = (search: string) => comparisonLocationOf(new URLSearchParams(search));

describe("the address of a comparison", () => {
  it("names each ticker once, in order, however it is written", () => {
    expect(placeAt("?s=aapl, MSFT,AAPL,,brk-b,BRK.B")).toEqual({
      symbols: ["AAPL", "MSFT", "BRK.B"],
      refused: [],
    });
    expect(placeAt("")).toEqual({ symbols: [], refused: [] });
  });

  it("says what of it is no ticker", () => {
    expect(placeAt("?s=AAPL,<b>,../x")).toEqual({ symbols: ["AAPL"], refused: ["<b>", "../x"] });
  });

  it("is the state: what is written reads back the same", () => {
    const symbols = ["AAPL", "BRK.B", "^GSPC", "EURUSD=X"];
    expect(searchOf(symbols)).toBe("?s=AAPL,BRK.B,%5EGSPC,EURUSD%3DX");
    expect(placeAt(searchOf(symbols)).symbols).toEqual(symbols);
    expect(searchOf([])).toBe("");
  });
});

describe("a ticker to add", () => {
  const place = placeAt("?s=AAPL,MSFT,KO");
  it.each([
    ["", "Enter a ticker, such as MSFT."],
    ["aapl", "AAPL is already here."],
    ["a$b", '"a$b" is not a ticker symbol.'],
    ["PEP,JPM", "There is room for 4 companies. Remove one first."],
    ["pep", null],
    ["aapl pep", null],
  ])("%j: %s", (text, problem) => {
    expect(addCompanyError(text, place)).toBe(problem);
  });
});

it("bars of all columns have one scale and one order", () => {
  const aColumn = (...steps: [string, number][]) =>
    ({
      prediction: { contributions: { steps: steps.map(([label, points]) => ({ label, points })) } },
    }) as ComparedCompany;
  const closed = { prediction: null } as ComparedCompany;
  const scale = contributionScaleOf([
    aColumn(["Past EPS trends", 2]),
    closed,
    aColumn(["Historical accuracy", 9], ["Past EPS trends", -12]),
  ]);
  expect(scale).toEqual({
    labels: ["Historical accuracy", "Past EPS trends"],
    most: 12,
  });
  expect(contributionScaleOf([closed])).toEqual({ labels: [], most: 1 });
});
