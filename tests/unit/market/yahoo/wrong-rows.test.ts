import { describe, expect, it } from "vitest";
import { aSummary, aYahoo, SUMMARY, summaryBody } from "./bodies.ts";

const epoch = (at: string) => Date.parse(at) / 1000;
const read = (modules: Record<string, unknown>, now: string) =>
  aYahoo({ [SUMMARY]: summaryBody(aSummary(modules)) }).market.company("ACME", new Date(now));
const dateOf = async (earnings: object, now = "2022-01-10T15:00:00Z") => {
  const { reportDate } = await read({ calendarEvents: { earnings } }, now);
  return reportDate.state === "missing" ? null : reportDate.data;
};
const confirmed = (...days: string[]) => ({ earningsDate: days.map(epoch), isEarningsDateEstimate: false });

describe("a report date of Yahoo's without an hour", () => {
  it("at midnight UTC is that day or the day before in New York, at an unknown hour", async () => {
    expect(await dateOf(confirmed("2022-02-02T00:00:00Z"))).toEqual({
      from: "2022-02-01T05:00:00.000Z",
      to: "2022-02-03T04:59:59.000Z",
      isEstimate: true,
      session: null,
    });
  });

  it("at midnight in New York is that day, at an unknown hour", async () => {
    expect(await dateOf(confirmed("2022-02-02T05:00:00Z"))).toEqual({
      from: "2022-02-02T05:00:00.000Z",
      to: "2022-02-03T04:59:59.000Z",
      isEstimate: false,
      session: null,
    });
  });

  it("that is a range ends with its last day, and begins with the earlier of its days", async () => {
    const days = ["2022-02-07T00:00:00Z", "2022-02-03T12:00:00Z"];
    expect(await dateOf(confirmed(...days))).toMatchObject({
      from: "2022-02-03T12:00:00.000Z",
      to: "2022-02-08T04:59:59.000Z",
    });
  });
});

describe("other events among Yahoo's dates", () => {
  it("a call and a meeting, in the recorded shape, are no report", async () => {
    const earnings = {
      earningsDate: [1_738_675_800],
      earningsCallDate: [1_738_674_000],
      meetingDate: [1_738_500_000],
      isEarningsDateEstimate: false,
    };
    expect(await dateOf(earnings, "2025-01-20T15:00:00Z")).toEqual({
      from: "2025-02-04T13:30:00.000Z",
      to: null,
      isEstimate: false,
      session: "pre",
    });
    const onlyCall = { earningsDate: [], earningsCallDate: [1_738_674_000], isEarningsDateEstimate: false };
    expect(await dateOf(onlyCall, "2025-01-20T15:00:00Z")).toBeNull();
  });
});

describe("a quarter that Yahoo lists twice", () => {
  const row = (quarter: string, epsEstimate: number, epsActual: number) => ({
    quarter: epoch(`${quarter}T00:00:00Z`),
    epsEstimate,
    epsActual,
  });
  const historyOf = async (...history: object[]) => {
    const company = await read({ earningsHistory: { history } }, "2025-02-10T15:00:00Z");
    return company.history.state === "missing" ? [] : company.history.data;
  };

  it("by its last day and by the month's end is one quarter", async () => {
    const rows = [row("2024-09-28", 1.1, 1.2), row("2024-12-31", 1.4, 1.5), row("2024-12-28", 1.4, 1.5)];
    expect(await historyOf(...rows)).toEqual([
      { fiscalQuarterEnd: "2024-09-28", reportDate: null, estimate: 1.1, actual: 1.2 },
      { fiscalQuarterEnd: "2024-12-28", reportDate: null, estimate: 1.4, actual: 1.5 },
    ]);
  });

  it("with two estimates has none, in any order", async () => {
    const rows = [row("2024-12-31", 1.4, 1.5), row("2024-12-31", 0.9, 1.5)];
    const expected = { estimate: null, actual: 1.5, doubt: "two_estimates" };
    expect(await historyOf(...rows)).toMatchObject([expected]);
    expect(await historyOf(...rows.toReversed())).toMatchObject([expected]);
  });
});
