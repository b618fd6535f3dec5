import { describe, expect, it } from "vitest";
import { decideWatchlistAlerts, type WatchedReport } from "#notifications/kinds/decide-watched.ts";

/** A company that reports on Wednesday, about which every alert has been sent. */
const watched = (given: Partial<WatchedReport> = {}): WatchedReport => ({
  userId: "usr_a",
  symbol: "AAPL",
  quarter: "2026-09-30",
  day: "2026-11-25",
  session: "post",
  alertedQuarter: "2026-09-30",
  alertedDay: "2026-11-25",
  alertedProbability: 0.7,
  movedFrom: null,
  probability: 0.7,
  isOpen: true,
  ...given,
});
const kinds = (given: Partial<WatchedReport>, now: string) =>
  decideWatchlistAlerts(watched(given), new Date(now)).alerts.map(({ kind, subject }) => [kind, subject]);

describe("a report", () => {
  it("is told from noon of the day before, Eastern time, and from six in the morning until it may be out", () => {
    expect(kinds({}, "2026-11-24T16:59:00Z")).toEqual([]);
    expect(kinds({}, "2026-11-24T17:00:00Z")).toEqual([["report_tomorrow", "2026-11-25"]]);
    expect(kinds({}, "2026-11-25T10:59:00Z")).toEqual([]);
    expect(kinds({}, "2026-11-25T11:00:00Z")).toEqual([["report_today", "2026-11-25"]]);
    expect(kinds({}, "2026-11-25T20:59:00Z")).toEqual([["report_today", "2026-11-25"]]);
    expect(kinds({}, "2026-11-25T21:00:00Z")).toEqual([]);
    expect(kinds({ session: "pre" }, "2026-11-25T14:31:00Z")).toEqual([]);
  });
});

describe("a day that moved", () => {
  const now = "2026-11-20T15:00:00Z";
  it("is told where a source named another day, and not where it was only worked out", () => {
    expect(kinds({ day: "2026-12-01", movedFrom: "2026-11-25" }, now)).toEqual([
      ["date_moved", "2026-12-01"],
    ]);
    expect(kinds({ day: "2026-12-01" }, now)).toEqual([]);
    expect(kinds({ alertedDay: null, movedFrom: "2026-11-23" }, now)).toEqual([]);
    expect(kinds({ alertedQuarter: "2026-06-30", movedFrom: "2026-11-23" }, now)).toEqual([]);
    expect(decideWatchlistAlerts(watched({ day: "2026-12-01" }), new Date(now)).baseline).toMatchObject({
      day: "2026-12-01",
    });
  });
});

describe("a probability", () => {
  const now = "2026-11-20T15:00:00Z";
  it("is told once it is five points from what was told last, small steps added up", () => {
    expect(kinds({ probability: 0.7499 }, now)).toEqual([]);
    expect(kinds({ probability: 0.75 }, now)).toEqual([["probability_moved", "2026-11-20"]]);
    expect(kinds({ probability: 0.65 }, now)).toEqual([["probability_moved", "2026-11-20"]]);
    const step = decideWatchlistAlerts(watched({ probability: 0.73 }), new Date(now));
    expect([step.alerts, step.baseline]).toEqual([[], null]);
    expect(decideWatchlistAlerts(watched({ probability: 0.76 }), new Date(now)).baseline?.probability).toBe(
      0.76,
    );
  });

  it("that the plan does not open gives no alert, however it moves, and is compared so that it is due no more", () => {
    const closed = (given: Partial<WatchedReport>) =>
      decideWatchlistAlerts(watched({ isOpen: false, ...given }), new Date(now));
    const first = closed({ alertedProbability: null });
    expect([first.alerts, first.baseline?.probability]).toEqual([[], 0.7]);
    const moved = closed({ probability: 0.9 });
    expect([moved.alerts, moved.baseline?.probability]).toEqual([[], 0.9]);
    expect(closed({}).baseline).toBeNull();
    const opened = decideWatchlistAlerts(
      watched({ probability: 0.9, alertedProbability: null }),
      new Date(now),
    );
    expect([opened.alerts, opened.baseline?.probability]).toEqual([[], 0.9]);
  });
});
