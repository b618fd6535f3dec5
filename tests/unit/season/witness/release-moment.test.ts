import { describe, expect, it } from "vitest";
import { parseAcceptanceTime, releaseOf } from "#season/witness/read-filings.ts";

const filed = (filingDate: string, time = "20:06:07") => ({
  isAmendment: false,
  accession: `0000000001-26-${filingDate.replaceAll("-", "").slice(2)}`,
  acceptedText: `${filingDate}T${time}.000Z`,
  filingDate,
});
const moments = (text: string) => {
  const moment = parseAcceptanceTime(text);
  return moment && [moment.from.toISOString(), moment.to.toISOString()];
};

describe("the moment of a release", () => {
  it.each([
    // This is 06:55 Eastern on a winter day, given as 11:55 in UTC. Read as Eastern it would be 11:55 Eastern.
    ["2024-11-22T11:55:12.000Z", ["2024-11-22T11:55:12.000Z", "2024-11-22T16:55:12.000Z"]],
    // This is after the close in UTC: 16:06 Eastern, or 20:06 Eastern.
    ["2026-05-27T20:06:07.000Z", ["2026-05-27T20:06:07.000Z", "2026-05-28T00:06:07.000Z"]],
    // The SEC is closed at 02:55 Eastern, so the time must be 06:55 Eastern.
    ["2024-11-22T06:55:12.000Z", ["2024-11-22T11:55:12.000Z", "2024-11-22T11:55:12.000Z"]],
    // The SEC is closed at 23:30 Eastern too, so the time is UTC.
    ["2026-01-29T23:30:00.000Z", ["2026-01-29T23:30:00.000Z", "2026-01-29T23:30:00.000Z"]],
  ])("%s", (text, expected) => {
    expect(moments(text)).toEqual(expected);
  });

  it.each(["", "yesterday", "2026-13-45T99:99:99.000Z", "20260527200607"])("is none in '%s'", (text) => {
    expect(parseAcceptanceTime(text)).toBeNull();
  });
});

describe("the release of a quarter", () => {
  const quarter = { reportDate: "2026-05-27", isDayKnown: true, fiscalQuarterEnd: "2026-04-30" };

  it("is the filing nearest to the report's day", () => {
    const releases = [filed("2026-05-29"), filed("2026-05-28"), filed("2026-05-06"), filed("2026-03-05")];
    expect(releaseOf(releases, quarter)?.filingDate).toBe("2026-05-28");
  });

  it("is never what amends it", () => {
    const amended = { ...filed("2026-05-27"), isAmendment: true };
    expect(releaseOf([amended, filed("2026-05-28")], quarter)?.filingDate).toBe("2026-05-28");
  });

  it("is the earlier of two on one day", () => {
    const [late, early] = [filed("2026-05-27", "21:00:00"), filed("2026-05-27", "11:00:00")];
    expect(releaseOf([late, early], quarter)).toBe(early);
  });

  it("is none of weeks before, as a warning is, or of days after", () => {
    expect(releaseOf([filed("2026-05-06"), filed("2026-06-15")], quarter)).toBeNull();
  });

  it("without a known day must be the only one since the quarter's end", () => {
    const unknown = { ...quarter, isDayKnown: false };
    expect(releaseOf([filed("2026-05-27"), filed("2026-03-05")], unknown)?.filingDate).toBe("2026-05-27");
    expect(releaseOf([filed("2026-05-27"), filed("2026-05-06")], unknown)).toBeNull();
  });
});
