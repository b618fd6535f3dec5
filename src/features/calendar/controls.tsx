import { type ReactNode, useState } from "react";
import type { SeasonCalendar } from "#contract/calendar.ts";
import { addIsoDays } from "#contract/time.ts";
import { calendarDayNear, mondayOf, weekday } from "#lib/dates.ts";
import { classes } from "#ui/classes.ts";
import {
  ArrowLeft,
  ArrowRight,
  ChevronDown,
  Grid,
  type Icon,
  Layers,
  Settings,
  TableRows,
} from "#ui/icons.tsx";
import {
  type CalendarLocation,
  type CalendarView,
  isFiltered,
  reportSessions,
  type Sort,
  sorts,
  spans,
} from "./calendar-location.ts";

type ControlsProps = {
  place: CalendarLocation;
  span: { from: string; to: string };
  today: string;
  days: SeasonCalendar["days"];
  sectors: readonly string[];
  hasOwn: boolean;
  onGo: (change: Partial<CalendarLocation>, isNewPage?: boolean) => void;
};

const sortNames: Record<Sort, string> = {
  day: "By day",
  edge: "Largest edge",
  size: "Largest company",
  move: "Largest implied move",
};
const sessionNames = { pre: "Before the open", post: "After the close", unknown: "Time not known" } as const;
const control =
  "inline-flex h-9 items-center justify-center gap-1.5 rounded-md border border-line bg-surface px-2.5 text-sm font-medium whitespace-nowrap hover:bg-sunken focus-ring disabled:opacity-55";

/** The controls above the calendar. On a phone, the filters open below them. */
export function Controls(props: ControlsProps) {
  const { place, span, today, onGo } = props;
  const [isOpen, setIsOpen] = useState(false);
  const move = (weeks: number) => onGo({ from: addIsoDays(span.from, 7 * weeks), day: null }, true);
  return (
    <div className="sticky top-14 z-20 -mx-4 border-b border-line bg-canvas px-4 py-1.5 sm:-mx-6 sm:px-6">
      <div className="flex items-center gap-1.5">
        <button
          type="button"
          aria-label="Earlier"
          className={`${control} w-9 px-0`}
          onClick={() => move(-place.weeks)}
        >
          <ArrowLeft className="size-4" />
        </button>
        <button
          type="button"
          className={control}
          disabled={span.from === mondayOf(today)}
          onClick={() => onGo({ from: null, weeks: 2, day: null }, true)}
        >
          This week
        </button>
        <button
          type="button"
          aria-label="Later"
          className={`${control} w-9 px-0`}
          onClick={() => move(place.weeks)}
        >
          <ArrowRight className="size-4" />
        </button>
        <div className="ml-1 hidden min-w-0 flex-wrap items-center gap-1.5 lg:flex">
          <Filters {...props} />
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="calendar-filters"
          className={classes(
            control,
            "ml-auto lg:hidden",
            isFiltered(place) && "border-primary text-primary",
          )}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Settings className="size-4" /> Filters
        </button>
      </div>
      {isOpen && (
        <div id="calendar-filters" className="mt-2 flex flex-wrap gap-1.5 lg:hidden">
          <Filters {...props} />
        </div>
      )}
    </div>
  );
}

function Filters({ place, span, today, days, sectors, hasOwn, onGo }: ControlsProps) {
  const sectorOptions =
    place.sector && !sectors.includes(place.sector) ? [...sectors, place.sector] : sectors;
  return (
    <>
      <Choice
        label="Weeks on screen"
        value={String(place.weeks)}
        onChange={(value) =>
          onGo({ from: span.from, weeks: spans.find((weeks) => String(weeks) === value) ?? 2, day: null })
        }
        options={spans.map((weeks) => [String(weeks), weeks === 1 ? "1 week" : `${weeks} weeks`])}
      />
      {place.view === "table" && (
        <>
          <Choice
            label="Order"
            value={place.sort}
            onChange={(value) => onGo({ sort: sorts.find((sort) => sort === value) ?? "day" })}
            options={sorts.map((sort) => [sort, sortNames[sort]])}
          />
          <Choice
            label="Day"
            value={place.day ?? ""}
            isSet={place.day !== null}
            onChange={(day) => onGo({ day: day || null })}
            options={[
              ["", "All days"],
              ...days.map(({ day, reports }): [string, string] => [
                day,
                `${day === today ? "Today" : weekday(day)} ${calendarDayNear(day)} (${reports})`,
              ]),
            ]}
          />
        </>
      )}
      <Choice
        label="Sector"
        value={place.sector ?? ""}
        isSet={place.sector !== null}
        onChange={(sector) => onGo({ sector: sector || null })}
        options={[["", "All sectors"], ...sectorOptions.map((sector): [string, string] => [sector, sector])]}
      />
      <Choice
        label="Session"
        value={place.session ?? ""}
        isSet={place.session !== null}
        onChange={(value) => onGo({ session: reportSessions.find((session) => session === value) ?? null })}
        options={[
          ["", "Any time"],
          ...reportSessions.map((session): [string, string] => [session, sessionNames[session]]),
        ]}
      />
      <Toggle isOn={place.isEdgeOnly} onChange={(isEdgeOnly) => onGo({ isEdgeOnly })}>
        Only edges
      </Toggle>
      {(hasOwn || place.isOwnOnly) && (
        <Toggle isOn={place.isOwnOnly} onChange={(isOwnOnly) => onGo({ isOwnOnly })}>
          My companies
        </Toggle>
      )}
    </>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  isSet?: boolean;
  onChange: (value: string) => void;
  options: readonly (readonly [string, string])[];
};

function Choice({ label, value, isSet = false, onChange, options }: ChoiceProps) {
  return (
    <span className="relative min-w-0">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classes(
          control,
          "max-w-full appearance-none pr-7 [field-sizing:content]",
          isSet && "border-primary text-primary",
        )}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute right-2 top-2.5 size-4 text-muted" />
    </span>
  );
}

type ToggleProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode };

function Toggle({ isOn, onChange, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={classes(control, isOn && "border-primary bg-primary-soft text-primary")}
    >
      {children}
    </button>
  );
}

const views: readonly { value: CalendarView; name: string; icon: Icon }[] = [
  { value: "board", name: "Board", icon: Grid },
  { value: "table", name: "Table", icon: TableRows },
  { value: "map", name: "Heat map", icon: Layers },
];

export function ViewSwitch({ place, onGo }: Pick<ControlsProps, "place" | "onGo">) {
  return (
    <fieldset
      aria-label="View"
      className="inline-flex flex-wrap rounded-md border border-line bg-surface p-0.5"
    >
      {views.map(({ value, name, icon: ViewIcon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={place.view === value}
          onClick={() => onGo({ view: value }, true)}
          className={classes(
            "inline-flex h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-medium sm:px-2.5 whitespace-nowrap focus-ring",
            place.view === value ? "bg-primary-soft text-primary" : "text-muted hover:text-ink",
          )}
        >
          <ViewIcon className="size-4 max-sm:hidden" />
          {name}
        </button>
      ))}
    </fieldset>
  );
}
