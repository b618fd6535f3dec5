import { describe, expect, it } from "vitest";
import type { AlertSettings } from "#contract/alerts.ts";
import {
  quietHoursErrorOf,
  savedText,
  settingsIn,
  timeOf,
  timeZoneOptions,
} from "../../../src/features/account/notifications/quiet-hours-card.tsx";

const stored: AlertSettings = { timeZone: "Asia/Tokyo", quiet: { from: 1320, to: 420 } };
const typed = (fields: Record<string, string>) => settingsIn((name) => fields[name] ?? "", stored);

describe("the form of quiet hours", () => {
  it("sends minutes after midnight in the chosen zone", () => {
    const settings = typed({ isQuiet: "on", from: "23:30", to: "06:05", timeZone: "America/New_York" });
    expect(settings).toEqual({ timeZone: "America/New_York", quiet: { from: 1410, to: 365 } });
    expect(quietHoursErrorOf(settings)).toBeNull();
    expect(savedText(settings)).toBe("Quiet from 23:30 to 06:05, America/New York.");
  });

  it("turned off, keeps the stored zone and no hours", () => {
    const settings = typed({ from: "23:30", to: "06:05", timeZone: "UTC" });
    expect(settings).toEqual({ timeZone: "Asia/Tokyo", quiet: null });
    expect(savedText(settings)).toBe("Emails and push messages come at any time.");
  });

  it.each([
    [{ from: "", to: "07:00" }, { from: "Enter a time." }],
    [{ from: "22:00", to: "" }, { to: "Enter a time." }],
    [{ from: "07:00", to: "07:00" }, { to: "Quiet hours need a beginning and an end." }],
    [{ from: "22:00", to: "07:00", timeZone: "Mars/Base" }, { timeZone: "This time zone is not known." }],
  ])("refuses %o at its field", (fields, texts) => {
    expect(quietHoursErrorOf(typed({ isQuiet: "on", timeZone: "UTC", ...fields }))).toEqual({
      fields: texts,
    });
  });

  it("has a time of each minute, and every zone once with the person's own", () => {
    expect([0, 65, 1439].map(timeOf)).toEqual(["00:00", "01:05", "23:59"]);
    expect(timeZoneOptions(["America/New_York", "Asia/Tokyo"], "Asia/Calcutta", "Asia/Tokyo")).toEqual([
      { value: "America/New_York", label: "America/New York" },
      { value: "Asia/Calcutta", label: "Asia/Calcutta" },
      { value: "Asia/Tokyo", label: "Asia/Tokyo" },
      { value: "UTC", label: "UTC" },
    ]);
  });
});
