import { describe, expect, it } from "vitest";
import type { Alert } from "#contract/alerts.ts";
import { withoutUnread } from "../../../src/features/alerts/api.ts";
import { AlertRow } from "../../../src/features/alerts/page.tsx";
import { aDashboard } from "./a-prediction.ts";
import { markupOf, textOf } from "./drawn.ts";

const alert: Alert = {
  id: "alr_1",
  kind: "report_tomorrow",
  symbol: "KO",
  title: "KO reports tomorrow",
  isRead: false,
  text: "The Coca-Cola Company is expected to report on Nov 24, before the open.",
  path: "/dashboard?view=analysis&symbol=KO",
  at: "2026-11-23T17:00:00.000Z",
};
const now = new Date("2026-11-23T20:00:00Z");

describe("unread alerts", () => {
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
