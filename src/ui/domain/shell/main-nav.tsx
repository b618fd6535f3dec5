import { type MainPlace, mainPathOf, mainPlaces } from "#contract/pages.ts";
import { classes } from "../../classes.ts";
import { Briefcase, Calendar, Gauge, Home, type Icon, ShieldCheck } from "../../icons.tsx";

const icons: Record<MainPlace, Icon> = {
  Home,
  Calendar,
  Analyze: Gauge,
  Watchlist: Briefcase,
  "Track record": ShieldCheck,
};

type NavProps = { current: MainPlace | null; isMember: boolean };

export function MainLinks({ current, isMember }: NavProps) {
  return (
    <nav aria-label="Main" className="flex items-center gap-1 max-lg:hidden">
      {mainPlaces.map((place) => (
        <a
          key={place.name}
          href={mainPathOf(place, isMember)}
          aria-current={place.name === current ? "page" : undefined}
          className={classes(
            "inline-flex min-h-9 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors duration-fast focus-ring",
            place.name === current
              ? "bg-primary-soft text-primary"
              : "text-muted hover:bg-sunken hover:text-ink",
          )}
        >
          {place.name}
        </a>
      ))}
    </nav>
  );
}

/** `.has-tab-bar` in base.css keeps the page's end above it. */
export function TabBar({ current, isMember }: NavProps) {
  return (
    <nav
      aria-label="Tabs"
      className="tab-bar fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface lg:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-lg grid-cols-5">
        {mainPlaces.map((place) => {
          const PlaceIcon = icons[place.name];
          const isCurrent = place.name === current;
          return (
            <li key={place.name}>
              <a
                href={mainPathOf(place, isMember)}
                aria-current={isCurrent ? "page" : undefined}
                className={classes(
                  "flex h-14 flex-col items-center justify-center gap-0.5 rounded-md text-[0.6875rem] font-medium whitespace-nowrap focus-ring",
                  isCurrent ? "text-primary" : "text-muted",
                )}
              >
                <PlaceIcon className="size-5" />
                {place.name}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
