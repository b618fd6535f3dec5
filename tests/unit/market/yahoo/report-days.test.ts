import { describe, expect, it } from "vitest";
import { reportDayOf } from "#market/yahoo/consensus.ts";

const filing = (date: string, type: string, ...exhibits: string[]) => ({
  date,
  type,
  exhibits: exhibits.map((exhibit) => ({ type: exhibit })),
});
const quarterly = filing("2025-01-31", "10-Q", "EX-31.1");
const release = filing("2025-01-30", "8-K", "8-K", "EX-99.1");

describe("the day of a past report", () => {
  it("is that of the filed press release", () => {
    expect(reportDayOf("2024-12-31", [quarterly, release])).toBe("2025-01-30");
    expect(reportDayOf("2024-12-31", [filing("2025-02-20", "6-K", "EX-99.1")])).toBe("2025-02-20");
  });

  it("is not that of a release after the quarterly report, or of a filing without one", () => {
    const later = filing("2025-02-10", "8-K", "EX-99.1");
    expect(reportDayOf("2024-12-31", [later, quarterly, release])).toBe("2025-01-30");
    expect(reportDayOf("2024-12-31", [later, quarterly])).toBeNull();
    expect(reportDayOf("2024-12-31", [filing("2025-01-30", "8-K", "EX-10.1")])).toBeNull();
  });

  it("is not known where several releases could be it, or none is near", () => {
    expect(reportDayOf("2024-12-31", [release, filing("2025-01-20", "8-K", "EX-99.1")])).toBeNull();
    expect(reportDayOf("2024-12-31", [filing("2025-01-06", "8-K", "EX-99.1")])).toBeNull();
    expect(reportDayOf("2024-12-31", [filing("2025-03-05", "8-K", "EX-99.1")])).toBeNull();
    expect(reportDayOf("2024-12-31", [])).toBeNull();
  });
});
