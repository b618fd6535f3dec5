import type { Unknown } from "#contract/as-of.ts";
import type { CalendarRow, Opens, SeasonCalendar } from "#contract/calendar.ts";
import { easternDay } from "#contract/time.ts";
import type { SeasonStore } from "../store.ts";
import type { Then } from "../then.ts";
import { calendarOf } from "./calendar.ts";
import { readCalendar } from "./read-calendar.ts";
import { shownReports } from "./who-sees.ts";

type Asked = { from: string; to: string; symbols?: readonly string[]; opens: Opens; now: Date };

/** A past probability shows where today's calendar shows this reader the prediction. */
export async function calendarThen(
  store: SeasonStore,
  { from, to, symbols, opens, now }: Asked,
  then: Then,
): Promise<Pick<SeasonCalendar, "items" | "days"> & { lockIds: (string | null)[]; unknown: Unknown[] }> {
  const span = { from, to, ...(symbols ? { symbols } : {}) };
  const rows = await readCalendar(store, span, then);
  const reports = rows.map(({ report }) => report);
  const isShownToday = await shownReports(store, reports, opens, easternDay(now));
  const isShown = ({ report }: { report: (typeof reports)[number] }) => isShownToday(report);
  const calendar = calendarOf(rows, { from, to, today: easternDay(then.at), opens, isShown });
  return {
    ...calendar,
    lockIds: rows.map(({ record }) => record?.lockId ?? null),
    unknown: unknownOf(calendar.items),
  };
}

const CHANGED = "No source had said it by then, or it changed since and what it was is not kept.";
const NOT_LOCKED = "A forecast is kept by its lock: before that, what was said then is not kept.";

function unknownOf(items: readonly CalendarRow[]): Unknown[] {
  const changing = ["sector", "marketCap", "currency", "impliedMovePercent", "pastMovePercent"] as const;
  const changed = changing
    .filter((field) => items.some((item) => item[field] === null))
    .map((field) => ({ field, reason: CHANGED }));
  const isUnlocked = items.some(({ baseRate }) => baseRate === null);
  const forecast = ["baseRate", "beatProbability"].map((field) => ({ field, reason: NOT_LOCKED }));
  return [
    ...changed,
    ...(isUnlocked ? forecast : []),
    {
      field: "state",
      reason: "When a prediction was put under review is not kept: it counts as locked or awaited.",
    },
  ];
}
