import type { SeasonCalendar } from "#contract/calendar.ts";
import { dayAfter, mondayOf } from "#lib/calendar.ts";
import { calendarDate, calendarDayNear, weekday } from "#lib/dates.ts";
import { counted, number } from "#lib/numbers.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { classes } from "#ui/classes.ts";
import { filterRowClasses, SelectField } from "#ui/field.tsx";
import { ArrowLeft, ArrowRight } from "#ui/icons.tsx";
import { type Place, type Sort, sessions, sorts, spans } from "./place.ts";

type ControlsProps = {
  place: Place;
  /** Days on screen. */
  span: { from: string; to: string };
  today: string;
  sectors: readonly string[];
  hasOwn: boolean;
  onGo: (change: Partial<Place>, isNewPage?: boolean) => void;
};

const sortNames: Record<Sort, string> = {
  day: "By day",
  edge: "Largest edge first",
  size: "Largest company first",
  move: "Largest implied move first",
};
const sessionNames = { pre: "Before the open", post: "After the close", unknown: "Time not known" } as const;

export function Controls({ place, span, today, sectors, hasOwn, onGo }: ControlsProps) {
  const move = (weeks: number) => onGo({ from: dayAfter(span.from, 7 * weeks), day: null }, true);
  const known = place.sector && !sectors.includes(place.sector) ? [...sectors, place.sector] : sectors;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => move(-place.weeks)}>
          <ArrowLeft className="size-4" /> <span className="max-sm:sr-only">Earlier</span>
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={span.from === mondayOf(today)}
          onClick={() => onGo({ from: null, weeks: 2, day: null }, true)}
        >
          This week
        </Button>
        <Button variant="secondary" size="sm" onClick={() => move(place.weeks)}>
          <span className="max-sm:sr-only">Later</span> <ArrowRight className="size-4" />
        </Button>
        <div className="ml-auto w-31">
          <SelectField
            label="Weeks on screen"
            isLabelHidden
            value={String(place.weeks)}
            onChange={(event) =>
              onGo({
                from: span.from,
                weeks: spans.find((weeks) => String(weeks) === event.target.value) ?? 2,
                day: null,
              })
            }
            options={spans.map((weeks) => ({
              value: String(weeks),
              label: weeks === 1 ? "1 week" : `${weeks} weeks`,
            }))}
          />
        </div>
      </div>
      <div className={classes(filterRowClasses, "items-center")}>
        <SelectField
          label="Order"
          isLabelHidden
          value={place.sort}
          onChange={(event) => onGo({ sort: sorts.find((sort) => sort === event.target.value) ?? "day" })}
          options={sorts.map((sort) => ({ value: sort, label: sortNames[sort] }))}
        />
        <SelectField
          label="Sector"
          isLabelHidden
          value={place.sector ?? ""}
          onChange={(event) => onGo({ sector: event.target.value || null })}
          options={[
            { value: "", label: "All sectors" },
            ...known.map((sector) => ({ value: sector, label: sector })),
          ]}
        />
        <SelectField
          label="Session"
          isLabelHidden
          value={place.session ?? ""}
          onChange={(event) =>
            onGo({ session: sessions.find((session) => session === event.target.value) ?? null })
          }
          options={[
            { value: "", label: "Any time" },
            ...sessions.map((session) => ({ value: session, label: sessionNames[session] })),
          ]}
        />
        <div className="!flex-none flex flex-wrap gap-x-4 gap-y-2">
          <Checkbox
            label="Only edges"
            checked={place.isEdgeOnly}
            onChange={(isEdgeOnly) => onGo({ isEdgeOnly })}
          />
          {(hasOwn || place.isOwnOnly) && (
            <Checkbox
              label="My companies"
              checked={place.isOwnOnly}
              onChange={(isOwnOnly) => onGo({ isOwnOnly })}
            />
          )}
        </div>
      </div>
    </div>
  );
}

type DayStripProps = {
  days: SeasonCalendar["days"];
  today: string;
  chosen: string | null;
  /** Null shows all days again. */
  onChoose: (day: string | null) => void;
};

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
