import { describe, expect, it } from "vitest";
import type { Alert } from "#contract/alerts.ts";
import { withoutUnread } from "../../../src/features/alerts/api.ts";
import { AlertRow } from "../../../src/features/alerts/page.tsx";
import { AlertsLink } from "../../../src/features/dashboard/frame.tsx";
import { aDashboard } from "./a-prediction.ts";
import { markupOf, textOf } from "./drawn.ts";

const alert: Alert = {
  ...{ id: "alr_1", kind: "report_tomorrow", symbol: "KO", title: "KO reports tomorrow", isRead: false },
  text: "The Coca-Cola Company is expected to report on Nov 24, before the open.",
  ...{ path: "/dashboard?view=analysis&symbol=KO", at: "2026-11-23T17:00:00.000Z" },
};
const now = new Date("2026-11-23T20:00:00Z");

describe("the link to the alerts", () => {
  it.each([
    [0, "Alerts", undefined],
    [3, "Alerts 3", "Alerts, 3 unread"],
    [140, "Alerts 99+", "Alerts, 140 unread"],
  ])("with %i unread reads %s, and %s to a screen reader", (unread, text, label) => {
    const link = { unread, className: "" };
    expect(textOf(AlertsLink, link)).toBe(text);
    expect(/aria-label="(.*?)"/.exec(markupOf(AlertsLink, link))?.[1]).toBe(label);
  });

  it("counts nothing once the list was read", () => {
    expect(withoutUnread(aDashboard([], { unreadAlerts: 3 }))).toEqual(aDashboard([]));
    expect(withoutUnread(undefined)).toBeUndefined();
  });
});

it("an alert is one sentence under its headline, with its page, its age and whether it is new", () => {
  expect(textOf(AlertRow, { alert, isNew: true, now })).toBe(
    `KO reports tomorrow New 3 hours ago ${alert.text}`,
  );
  expect(textOf(AlertRow, { alert, isNew: false, now })).not.toContain("New");
  expect(markupOf(AlertRow, { alert, isNew: false, now })).toContain(
    'href="/dashboard?view=analysis&amp;symbol=KO"',
  );
});
