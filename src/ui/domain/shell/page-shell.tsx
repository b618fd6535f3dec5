import type { ReactNode } from "react";
import { type NavigationItem, navigationItems, navigationPathOf } from "#contract/pages.ts";
import { LinkButton } from "../../button.tsx";
import { Briefcase, Calendar, Gauge, Home, type Icon, ShieldCheck } from "../../icons.tsx";
import { Logo } from "../../logo.tsx";

export type PageShellProps = {
  current?: NavigationItem | null;
  isMember: boolean;
  /** The menu of small screens. */
  menu?: ReactNode;
  actions: ReactNode;
  aside?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * The header, content and footer of every page. It has no state, so static pages use it too; there the Worker
 * marks the current place by its `data-place`.
 */
export function PageShell(props: PageShellProps) {
  const { current = null, isMember, menu, actions, aside, footer, children } = props;
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-80 focus:rounded-md focus:bg-primary focus:px-4 focus:py-2 focus:text-on-primary"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-canvas print:hidden">
        <div className="page-width flex h-14 items-center gap-2 lg:gap-5">
          {menu}
          <a href={isMember ? "/dashboard" : "/"} className="inline-flex rounded-md focus-ring">
            <Logo />
          </a>
          <MainLinks current={current} isMember={isMember} />
          <div className="ml-auto flex items-center gap-1 sm:gap-2">{actions}</div>
        </div>
      </header>
      {aside ? (
        <div className="page-width flex flex-1 gap-6 lg:pl-3">
          {aside}
          <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
            {children}
          </main>
        </div>
      ) : (
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
      )}
      {footer}
      <TabBar current={current} isMember={isMember} />
    </>
  );
}

const icons: Record<NavigationItem, Icon> = {
  Home,
  Calendar,
  Analyze: Gauge,
  Watchlist: Briefcase,
  "Track record": ShieldCheck,
};

type NavProps = { current: NavigationItem | null; isMember: boolean };

function MainLinks({ current, isMember }: NavProps) {
  return (
    <nav aria-label="Main" className="flex items-center gap-1 max-lg:hidden">
      {navigationItems.map((place) => (
        <a
          key={place.name}
          href={navigationPathOf(place, isMember)}
          data-place={place.name}
          aria-current={place.name === current ? "page" : undefined}
          className="inline-flex min-h-9 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors duration-fast focus-ring text-muted hover:bg-sunken hover:text-ink aria-[current=page]:!bg-primary-soft aria-[current=page]:!text-primary"
        >
          {place.name}
        </a>
      ))}
    </nav>
  );
}

/** The tab bar of small screens, in two rows for very large text. base.css keeps the end of the page above it. */
function TabBar({ current, isMember }: NavProps) {
  return (
    <nav
      aria-label="Tabs"
      className="tab-bar fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface lg:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-lg grid-cols-5 max-[17rem]:grid-cols-3">
        {navigationItems.map((place) => {
          const PlaceIcon = icons[place.name];
          return (
            <li key={place.name}>
              <a
                href={navigationPathOf(place, isMember)}
                data-place={place.name}
                aria-current={place.name === current ? "page" : undefined}
                className="flex h-14 flex-col items-center justify-center gap-0.5 rounded-md text-[0.6875rem] font-medium leading-tight text-center focus-ring text-muted aria-[current=page]:!text-primary"
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

export function VisitorLinks() {
  return (
    <>
      <LinkButton href="/auth" variant="secondary" size="sm">
        Sign In
      </LinkButton>
      <LinkButton href="/auth?tab=signup" size="sm" className="max-sm:hidden">
        Sign Up
      </LinkButton>
    </>
  );
}
