import { describe, expect, it } from "vitest";
import {
  earlyCloseReason,
  lastTradingDayBefore,
  marketClosesAt,
  marketClosure,
  marketHolidays,
  marketHoursNote,
  marketHoursNotes,
  nextTradingDayAfter,
} from "#contract/trading-days.ts";

describe("the exchange's holidays", () => {
  it.each([
    [2021, "01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24"],
    [2022, "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26"],
    [2023, "01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25"],
    [2024, "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25"],
    [2025, "01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25"],
    [2026, "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25"],
    [2027, "01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24"],
    [2028, "01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25"],
  ])("of %i are those that it published", (year, days) => {
    expect(marketHolidays(year)).toEqual(days.split(" ").map((day) => `${year}-${day}`));
  });

  it("have names, and so have weekends and the single closures", () => {
    expect(marketClosure("2026-11-26")).toBe("Thanksgiving");
    expect(marketClosure("2026-11-28")).toBe("weekend");
    expect(marketClosure("2025-01-09")).toBe("mourning for President Carter");
    expect(marketClosure("2012-10-30")).toBe("Hurricane Sandy");
    expect(marketClosure("2021-06-18")).toBeNull();
    expect(marketClosure("2026-11-30")).toBeNull();
  });

  it.each([
    ["2024-07-03", "2024-11-29", "2024-12-24"],
    ["2025-07-03", "2025-11-28", "2025-12-24"],
    // July 3, 2026 is the observed holiday.
    ["2026-11-27", "2026-12-24"],
    // December 24, 2027 is the observed holiday, and July 3 a Saturday.
    ["2027-11-26"],
    ["2028-07-03", "2028-11-24"],
  ])("leave the early closes of a year: %s", (...days) => {
    const year = Number(days[0]?.slice(0, 4));
    const found: string[] = [];
    for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      if (earlyCloseReason(day) !== null) found.push(day);
    }
    expect(found).toEqual(days);
    for (const day of days) expect(marketClosesAt(day)).toBe("13:00:00");
    expect(marketClosesAt(`${year}-11-12`)).toBe("16:00:00");
  });

  it("are stepped over, weekends too", () => {
    expect(lastTradingDayBefore("2026-11-27")).toBe("2026-11-25");
    expect(nextTradingDayAfter("2026-11-25")).toBe("2026-11-27");
    expect(nextTradingDayAfter("2026-04-02")).toBe("2026-04-06");
    expect(lastTradingDayBefore("2001-09-17")).toBe("2001-09-10");
  });

  it("are said to a reader", () => {
    expect(marketHoursNote("2026-11-26")).toBe("Market closed: Thanksgiving.");
    expect(marketHoursNote("2026-11-25")).toBeNull();
    expect(marketHoursNotes("2026-11-23", "2026-11-29")).toEqual([
      "Thu, Nov 26: Market closed: Thanksgiving.",
      "Fri, Nov 27: Market closes at 1:00 PM Eastern time: the day after Thanksgiving.",
    ]);
    expect(marketHoursNotes("2026-11-30", "2026-12-06")).toEqual([]);
  });
});
