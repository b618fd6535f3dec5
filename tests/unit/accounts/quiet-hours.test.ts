import { expect, it } from "vitest";
import { quietHoursEndOf } from "#notifications/quiet-hours.ts";

const night = { from: 22 * 60, to: 7 * 60 };
const until = (timeZone: string, quiet: { from: number; to: number } | null, now: string) =>
  quietHoursEndOf({ timeZone, quiet }, new Date(now))?.toISOString() ?? null;

it("are over at their end in the person's time zone, on either side of midnight", () => {
  expect(until("UTC", night, "2026-11-24T21:59:00Z")).toBeNull();
  expect(until("UTC", night, "2026-11-24T22:00:00Z")).toBe("2026-11-25T07:00:00.000Z");
  expect(until("UTC", night, "2026-11-25T03:12:40Z")).toBe("2026-11-25T07:00:00.000Z");
  expect(until("UTC", night, "2026-11-25T07:00:00Z")).toBeNull();
  expect(until("Asia/Tokyo", night, "2026-11-24T13:00:00Z")).toBe("2026-11-24T22:00:00.000Z");
  expect(until("UTC", { from: 9 * 60, to: 17 * 60 + 5 }, "2026-11-24T12:00:00Z")).toBe(
    "2026-11-24T17:05:00.000Z",
  );
  expect(until("UTC", null, "2026-11-24T23:00:00Z")).toBeNull();
});

it("follow the wall clock over a change of the clocks", () => {
  // In New York the night before 2026-03-08 is an hour shorter and the night before 2026-11-01 an hour longer.
  expect(until("America/New_York", night, "2026-03-08T03:00:00Z")).toBe("2026-03-08T11:00:00.000Z");
  expect(until("America/New_York", night, "2026-11-01T02:00:00Z")).toBe("2026-11-01T12:00:00.000Z");
  // The end falls into the hour that is skipped, so the first minute after that hour counts.
  expect(until("America/New_York", { from: 22 * 60, to: 150 }, "2026-03-08T05:00:00Z")).toBe(
    "2026-03-08T07:00:00.000Z",
  );
  // The end falls into the hour that comes twice, so its first occurrence counts.
  expect(until("America/New_York", { from: 22 * 60, to: 90 }, "2026-11-01T04:00:00Z")).toBe(
    "2026-11-01T05:30:00.000Z",
  );
  expect(until("Asia/Kathmandu", night, "2026-11-24T17:00:00Z")).toBe("2026-11-25T01:15:00.000Z");
});
