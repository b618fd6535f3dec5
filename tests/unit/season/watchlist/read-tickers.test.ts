import { describe, expect, it } from "vitest";
import { readTickers } from "#season/watchlist/read-tickers.ts";

const read = (text: string) => readTickers(new TextEncoder().encode(text));
const symbols = (text: string) => read(text).tickers.map(({ symbol }) => symbol);
const refusal = (bytes: Uint8Array | string) => {
  try {
    readTickers(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);
  } catch (error) {
    return (error as Error).message;
  }
  return null;
};

/** This file has quoted values, the account above the table, an empty line, and sums below. */
const quoted = `"Positions for account Individual ...123 as of 04:01 PM ET, 2026/11/20"

"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)"
"AAPL","APPLE INC","12","$231.10","$2,773.20"
"BRK/B","BERKSHIRE HATHAWAY CLASS B","1","$480.00","$480.00"
"BRK-B","BERKSHIRE HATHAWAY CLASS B","1","-$480.00","-2.1%"
"Cash & Cash Investments","--","--","--","$1,200.50"
"Account Total","--","--","--","$4,453.70"
`;
/** This file has a byte order mark, account numbers in the first column, short options, and a notice below. */
const marked = `\ufeffAccount Number,Account Name,Symbol,Description,Quantity,Last Price
Z123,Individual,MSFT,MICROSOFT CORP,3,$410.00
Z123,Individual,SPAXX**,FIDELITY GOVERNMENT MONEY MARKET,,
Z123,Individual, -AAPL250117C200,AAPL JAN 17 2025 $200 CALL,-1,$31.10

"The data and information in this spreadsheet is provided for your use only."
`;
/** This file has semicolons, decimal commas and another name of the column. */
const european = 'Datum;Instrument;Anzahl;Kurs\r\n20.11.2026;KO;10;61,25\r\n20.11.2026;"NVDA";2;141,05\r\n';

describe("a broker's file", () => {
  it("is read by the names of its columns, below the account and above the sums", () => {
    const { tickers, unread } = read(quoted);
    expect(tickers).toEqual([
      { symbol: "AAPL", line: 4 },
      { symbol: "BRK.B", line: 5 },
    ]);
    expect(unread.map(({ line, text }) => [line, text.split(",")[0]])).toEqual([
      [7, "Cash & Cash Investments"],
      [8, "Account Total"],
    ]);
    expect(unread[0]?.reason).toBe("That is not a ticker symbol. Use letters, digits, dot, dash, ^ or =.");
  });

  it("with a mark of its encoding and a notice below names what it could not read", () => {
    const { tickers, unread } = read(marked);
    expect(tickers).toEqual([{ symbol: "MSFT", line: 2 }]);
    expect(unread.map(({ line, reason }) => [line, reason.slice(0, 20)])).toEqual([
      [3, "That is not a ticker"],
      [4, "That is not a ticker"],
      [6, "It names no ticker."],
    ]);
  });

  it("may have semicolons and carriage returns", () => {
    expect(read(european)).toEqual({
      tickers: [
        { symbol: "KO", line: 2 },
        { symbol: "NVDA", line: 3 },
      ],
      unread: [],
    });
  });

  it("may be one column, tabs, quotes within quotes, or a cell of two lines", () => {
    expect(symbols("Ticker\naapl\nmsft\n")).toEqual(["AAPL", "MSFT"]);
    expect(symbols('Name\tSymbol\n"Say ""Hi"" Corp"\tHI\n"Two\nlines"\tTWO\n')).toEqual(["HI", "TWO"]);
    expect(read('Name,Symbol\n"Two\nlines",TWO\n"x",A+B\n').unread).toMatchObject([{ line: 4 }]);
  });

  it("of a spreadsheet may be UTF-16", () => {
    const text = "Symbol\tShares\nAAPL\t1\n";
    const bytes = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((one) => [one.charCodeAt(0), 0])]);
    expect(readTickers(bytes).tickers).toEqual([{ symbol: "AAPL", line: 2 }]);
  });
});

it("pasted tickers are told apart by spaces, commas and lines, each once", () => {
  expect(symbols("aapl, MSFT;$KO\n\tNVDA AAPL")).toEqual(["AAPL", "MSFT", "KO", "NVDA"]);
  expect(read("AAPL\nno/ticker").unread).toMatchObject([{ line: 2, text: "no/ticker" }]);
});

it("a pasted share class is one ticker, never another company's", () => {
  expect(symbols("MSFT, BRK B, KO")).toEqual(["MSFT", "BRK.B", "KO"]);
  expect(symbols("brk/b\nBF B\nAAPL MSFT KO")).toEqual(["BRK.B", "BF.B", "AAPL", "MSFT", "KO"]);
});

describe("attack: a hostile file is refused whole", () => {
  it.each([
    [
      "a formula",
      'Symbol,Note\nAAPL,"=HYPERLINK(""https://evil.example"",""x"")"\n',
      "Line 2 holds a formula",
    ],
    ["a command", "Symbol\n+cmd|' /C calc'!A0\nAAPL\n", "Line 2 holds a formula"],
    ["a reference", "AAPL\n@SUM(A1)\n", "Line 2 holds a formula"],
    ["a hundred thousand lines", "A\n".repeat(100_000), "more than 5,000 lines"],
    ["nothing", " \n\n", "There is no ticker in it"],
  ])("%s", (_, text, reason) => {
    expect(refusal(text)).toContain(reason);
  });

  it.each([
    ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ["zeros", new Uint8Array(64)],
    ["bytes that are no text", new Uint8Array([0x41, 0xc3, 0x28, 0x0a])],
  ])("%s", (_, bytes) => {
    expect(refusal(bytes)).toBe("The file is no text. Export it as CSV.");
  });

  it("a quarter of a megabyte of quotes or commas is read in no time", () => {
    const started = performance.now();
    for (const text of ['"'.repeat(250_000), ",".repeat(250_000), '"a""'.repeat(60_000)]) refusal(text);
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});
