import { describe, expect, it } from "vitest";
import { canonicalPath } from "#contract/pages.ts";
import { plainLines, plainName, plainText } from "#contract/plain-text.ts";
import { publicUrl } from "#contract/public-url.ts";
import { UntrustedText } from "#explanation/untrusted-text.ts";
import { namesCompany } from "#market/company-name.ts";
import { isInstruction } from "#model/news/news.ts";
import { toneScore } from "#model/news/tone.ts";
import { networkOfAddress } from "#platform/network.ts";
import { parseTilePath } from "#record/ledger/tree.ts";
import { edgarFilings } from "#season/edgar/filings.ts";
import { readTickers } from "#season/watchlist/read-tickers.ts";
import { findFigure } from "#season/witness/find-figure.ts";

const MB = 1_000_000;
/** Milliseconds of processor time. A reader whose time grows with the square of the length would need days. */
const MOST_MS = 2_000;

const long = (unit: string, length = MB) => unit.repeat(Math.ceil(length / unit.length));
const header = (text: string) =>
  edgarFilings({ read: async () => ({ isOk: true, text }) }).header("0000320193", "0000320193-26-000001");
const ACCEPTED = "<ACCEPTANCE-DATETIME>20261030163015\n";

const readers: Record<string, (() => unknown)[]> = {
  "EDGAR's header of a filing": [
    () => header(`${ACCEPTED}<TYPE>${long("A", 80_000)}`),
    ...[
      `${ACCEPTED}<TYPE>${long("A")}`,
      `${ACCEPTED}${long("<TYPE>A")}`,
      `<ACCEPTANCE-DATETIME>${long(" ")}`,
    ].map((text) => () => header(text).catch(() => null)),
  ],
  "a press release": [
    "1",
    "<p>a",
    "<",
    "<tr>",
    "<td>a</td>",
    "•",
    "( $ ",
    "&#",
    "<!-- -->",
    "up ",
    "per common ",
  ].map((unit) => () => findFigure(long(unit), 1.03)),
  "a press release that repeats what we look for": [
    () => findFigure(long(`<p>${long(" per share quarter 1.00", 3_000)}`), 1.03),
  ],
  "an address of a page": ["/", "/a", "%2f"].map((unit) => () => canonicalPath(`/${long(unit)}x`)),
  "a caller's network": ["1", "1.", ":", "%", "::1%"].map(
    (unit) => () => networkOfAddress(`:${long(unit)}\n`),
  ),
  "names and lines of people and sources": ["<", "&lt;", "\n", "\u202e", " ", "a "].flatMap((unit) => [
    () => plainName(long(unit), 200),
    () => plainText(long(unit), 200),
    () => plainLines(long(unit), 200),
    () => new UntrustedText(long(unit)).name,
  ]),
  "a link": ["a.", "a", "@"].map((unit) => () => publicUrl(`https://${long(unit)}`)),
  "a headline": ["won ", "say ", "you are ", "ahead of ", "a-", "1,", "sign "].flatMap((unit) => [
    () => isInstruction(long(unit)),
    () => toneScore(long(unit, 100_000)),
    () => namesCompany(long(unit), "Northfield Robotics, Inc."),
  ]),
  "a broker's file": ['"', ",", "AAPL ", '"a" ', "\r", ";"].map((unit) => () => {
    try {
      return readTickers(new TextEncoder().encode(long(unit)));
    } catch {
      return null;
    }
  }),
  "a tile's address": ["x001/", "0", "/"].map((unit) => () => parseTilePath(`0/${long(unit)}`)),
};

describe("1 MB of the worst text costs at most 2 s of processor time", () => {
  it.each(Object.entries(readers))("%s", async (_, reads) => {
    for (const read of reads) {
      const before = process.cpuUsage();
      await read();
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(MOST_MS);
    }
  });
});
