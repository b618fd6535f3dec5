import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { type CalendarFeedEvent, calendarFile } from "#season/watchlist/calendar-file.ts";

const about = { ledgerId: "live", origin: "https://beatcast.example", isSample: false };
const changedAt = Date.parse("2026-11-20T10:00:00Z");

function anEntry(
  report: Partial<CalendarFeedEvent["report"]> = {},
  rest: Partial<CalendarFeedEvent> = {},
): CalendarFeedEvent {
  return {
    symbol: "BRK.B",
    name: "Berkshire Hathaway Inc.",
    changedAt,
    report: {
      fiscalQuarterEnd: "2026-09-30",
      reportDate: "2026-11-30",
      session: "post",
      isConfirmed: true,
      movedFrom: null,
      baseRate: 0.64,
      beatProbability: 0.7134,
      needsPlan: false,
      outcome: null,
      currency: "USD",
      revenue: { consensus: null, reported: null, surprisePercent: null },
      ...report,
    } as CalendarFeedEvent["report"],
    ...rest,
  };
}
/** Returns the events of a file as an independent library reads them. */
function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar
    .getAllSubcomponents("vevent")
    .map((component) => ({ component, event: new ICAL.Event(component) }));
}

describe("a calendar file", () => {
  it("has an event a company and quarter, all day, with probability, base rate and link", async () => {
    const [found, ...more] = eventsOf(await calendarFile([anEntry()], about));
    expect(more).toEqual([]);
    const { event, component } = found ?? {};
    expect(event?.uid).toBe("live-BRK.B-2026-09-30@beatcast.example");
    expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual(["2026-11-30", "2026-12-01"]);
    expect(event?.summary).toBe("BRK.B reports after the close");
    expect(event?.description).toBe(
      "Berkshire Hathaway Inc., quarter to 2026-09-30.\nP(beat) 71.3%.\nBase rate 64.0%.\nThe day is confirmed.\nAn estimate, and no advice.\nhttps://beatcast.example/stocks/BRK.B",
    );
    expect(component?.getFirstPropertyValue("status")).toBe("CONFIRMED");
    expect(component?.getFirstPropertyValue("url")).toBe("https://beatcast.example/stocks/BRK.B");
  });

  it("moves the same event with its day, with a higher sequence", async () => {
    const [before] = eventsOf(await calendarFile([anEntry()], about));
    const moved = anEntry(
      { reportDate: "2026-12-31", movedFrom: "2026-11-30", isConfirmed: false },
      { changedAt: changedAt + 3_600_000 },
    );
    const [after] = eventsOf(await calendarFile([moved], about));
    expect(after?.event.uid).toBe(before?.event.uid);
    expect(after?.event.startDate.toString()).toBe("2026-12-31");
    expect(after?.event.endDate.toString()).toBe("2027-01-01");
    expect(after?.event.sequence).toBeGreaterThan(before?.event.sequence ?? Infinity);
    expect(String(after?.component.getFirstPropertyValue("last-modified"))).toBe("2026-11-20T11:00:00Z");
    expect(after?.event.description).toContain("The day is not confirmed.\nIt was 2026-11-30 before.");
    expect(after?.component.getFirstPropertyValue("status")).toBe("TENTATIVE");
  });

  it("has no probability that the plan does not open, and says so", async () => {
    const [closed] = eventsOf(
      await calendarFile([anEntry({ beatProbability: null, needsPlan: true })], about),
    );
    expect(closed?.event.description).not.toContain("P(beat)");
    expect(closed?.event.description).toContain("Your plan does not open its probability.");
  });

  it("attack: a company's name adds no line, no event and no longer line than 75 bytes", async () => {
    const name = `Evil, Inc.; \\ ${"é漢🎉".repeat(40)}\r\nEND:VEVENT\nBEGIN:VEVENT\r\nSUMMARY:Buy\u0007 now`;
    const text = await calendarFile([anEntry({}, { name }), anEntry({}, { symbol: "AAPL" })], about);
    const events = eventsOf(text);
    expect(events).toHaveLength(2);
    expect(events[0]?.event.summary).toBe("BRK.B reports after the close");
    expect(events[0]?.event.description).toContain(
      `Evil, Inc.; \\ ${"é漢🎉".repeat(40)}\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:Buy now, quarter to`,
    );
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    for (const line of text.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n]/);
    }
  });

  it("of an empty list is a calendar without events, and one of sample data says so", async () => {
    expect(eventsOf(await calendarFile([], about))).toEqual([]);
    const text = await calendarFile([anEntry()], { ...about, isSample: true });
    expect(text).toContain("X-WR-CALNAME:Sample data. Beatcast watchlist");
    expect(eventsOf(text)[0]?.event.summary).toBe("Sample data. BRK.B reports after the close");
  });
});
