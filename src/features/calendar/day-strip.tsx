import type { SeasonCalendar } from "#contract/calendar.ts";
import { calendarDate, calendarDayNear, weekday } from "#lib/dates.ts";
import { counted, number } from "#lib/numbers.ts";
import { classes } from "#ui/classes.ts";

type DayStripProps = {
  days: SeasonCalendar["days"];
  today: string;
  chosen: string | null;
  /** Null shows all days again. */
  onChoose: (day: string | null) => void;
};

/** Each day that has reports, with their number and how many beat; a day filters the list. */
export function DayStrip({ days, today, chosen, onChoose }: DayStripProps) {
  if (days.length === 0) return null;
  return (
    <ul aria-label="Days" className="-m-1 flex gap-1.5 overflow-x-auto p-1">
      {days.map(({ day, reports, reported, beats }) => (
        <li key={day} className="min-w-25 flex-1">
          <button
            type="button"
            aria-pressed={day === chosen}
            onClick={() => onChoose(day === chosen ? null : day)}
            aria-label={`${calendarDate(day)}: ${counted(reports, "report")}${reported ? `, ${beats} of ${reported} beat` : ""}`}
            className={classes(
              "flex h-full w-full flex-col items-start rounded-md border px-2.5 py-1.5 text-left text-sm whitespace-nowrap transition-colors duration-fast focus-ring",
              day === chosen ? "border-primary bg-primary-soft" : "border-line bg-surface hover:bg-sunken",
            )}
          >
            <span className="flex w-full items-baseline justify-between gap-1 font-semibold">
              <span>{day === today ? "Today" : weekday(day)}</span>
              <span className="text-xs font-normal text-muted">{calendarDayNear(day)}</span>
            </span>
            <span className="figures">{counted(reports, "report")}</span>
            {reported > 0 && <span className="text-xs text-muted figures">{number(beats)} beat</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
