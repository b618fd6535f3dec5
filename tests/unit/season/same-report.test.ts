import { describe, expect, it } from "vitest";
import { easternDay } from "#contract/time.ts";
import { distinctReports } from "#season/report.ts";
import { lockDayOf, locksAtOf } from "#season/upcoming/lock-times.ts";

const on = (reportDate: string, symbol = "A") => ({ symbol, reportDate });

describe("reports that a file has twice", () => {
  it("count once, on the first of days up to twenty apart, each company for itself", () => {
    const reports = ["2023-07-28", "2023-07-23", "2023-08-12", "2023-08-13", "2023-09-02"].map((day) =>
      on(day),
    );
    const others = [on("2023-07-24", "B")];
    expect(distinctReports([...reports, ...others])).toEqual([
      on("2023-07-23"),
      on("2023-07-24", "B"),
      on("2023-08-13"),
    ]);
  });

  it("count as given where two stand on one day", () => {
    const [first, second] = [
      { ...on("2023-07-23"), eps: 1 },
      { ...on("2023-07-23"), eps: 2 },
    ];
    expect(distinctReports([first, second])).toEqual([first]);
  });
});

describe("the day of a lock", () => {
  it.each(["pre", "post", null] as const)(
    "is the day in New York on which a report is locked (%s)",
    (session) => {
      for (const reportDate of ["2023-01-03", "2023-03-13", "2023-07-24", "2023-11-06"])
        expect(lockDayOf({ reportDate, session })).toBe(easternDay(locksAtOf({ reportDate, session })));
    },
  );
});
