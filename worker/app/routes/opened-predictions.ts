import { easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import { recordScope } from "#platform/scope.ts";
import type { FullRecordItem } from "#record/record-item.ts";
import { calendarOf, weeksOf } from "#season/calendar/calendar.ts";
import { readCalendar } from "#season/calendar/read-calendar.ts";
import type { Deps } from "../deps.ts";
import type { AppContext } from "../http/context.ts";
import { readerOf } from "./reader.ts";

/** A sealed prediction is looked for in the calendar so many days around its expected report, which may have moved. */
const DAYS_AROUND = 14;

/** Which sealed predictions of record the reader's plan opens: those that the calendar shows to the same reader. */
export async function openedFor(
  c: AppContext,
  { db, ledgerId }: Pick<ReturnType<Deps["record"]>, "db" | "ledgerId">,
  items: readonly FullRecordItem[],
): Promise<(item: FullRecordItem) => boolean> {
  const days = items.flatMap(({ isSealed, reportDate }) => (isSealed && reportDate ? [reportDate] : []));
  const [first, last] = [days.toSorted().at(0), days.toSorted().at(-1)];
  if (!first || !last) return () => false;
  const { opens } = await readerOf(c);
  if (opens !== "largest") return () => opens === "all";
  const weeks = weeksOf(dayAfter(first, -DAYS_AROUND), dayAfter(last, DAYS_AROUND));
  const rows = await readCalendar({ db, ledgerId }, { scope: recordScope(ledgerId), ...weeks });
  const today = easternDay(c.var.deps.marketNow());
  const shown = calendarOf(rows, { ...weeks, today, opens }).items.filter(
    (row) => row.beatProbability !== null,
  );
  const open = new Set(shown.map((row) => `${row.symbol} ${row.fiscalQuarterEnd}`));
  return ({ stock, fiscalQuarterEnd }) => open.has(`${stock.symbol} ${fiscalQuarterEnd}`);
}
