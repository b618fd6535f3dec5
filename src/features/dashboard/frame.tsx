import { type ReactNode, useState } from "react";
import { useSession } from "#lib/session.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { classes } from "#ui/classes.ts";
import { Drawer } from "#ui/dialog.tsx";
import {
  ArrowLeft,
  Bell,
  Briefcase,
  Calendar,
  ChartBars,
  History,
  Home,
  type Icon,
  Menu,
  Search,
  Settings,
  SignOut,
} from "#ui/icons.tsx";
import { Logo } from "#ui/logo.tsx";
import { ThemeSwitch } from "#ui/theme-switch.tsx";
import { type OpenView, type View, views, viewTitles } from "./views.ts";

type DashboardFrameProps = {
  view: View;
  onOpen: OpenView;
  unreadAlerts: number;
  children: ReactNode;
};

export function DashboardFrame({ view, onOpen, unreadAlerts, children }: DashboardFrameProps) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const openFromMenu: OpenView = (...place) => {
    setIsMenuOpen(false);
    onOpen(...place);
  };
  return (
    <div className="flex flex-1">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-80 focus:rounded-md focus:bg-primary focus:px-4 focus:py-2 focus:text-on-primary"
      >
        Skip to content
      </a>
      <aside
        aria-label="Sidebar"
        className="w-68 shrink-0 border-r border-line bg-surface max-lg:hidden print:hidden"
      >
        <div className="sticky top-0 h-dvh overflow-y-auto">
          <Sidebar view={view} onOpen={onOpen} unreadAlerts={unreadAlerts} />
        </div>
      </aside>
      <Drawer isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} title="Menu">
        <Sidebar view={view} onOpen={openFromMenu} unreadAlerts={unreadAlerts} />
      </Drawer>
      <div className="min-w-0 flex-1">
        <header className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-canvas px-2 py-1.5 lg:hidden print:hidden">
          <IconButton label="Open menu" onClick={() => setIsMenuOpen(true)}>
            <Menu />
          </IconButton>
          <Logo />
          <AlertsLink
            unread={unreadAlerts}
            isIcon
            className="relative ml-auto inline-flex size-11 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink focus-ring"
          />
        </header>
        <main id="main" tabIndex={-1} className="page-width flex flex-col gap-6 py-6 outline-none sm:py-8">
          {children}
        </main>
      </div>
    </div>
  );
}

const icons: Record<View, Icon> = { welcome: Home, analysis: Search, history: History, metrics: ChartBars };
const row =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-sm font-medium transition-colors duration-fast focus-ring";

function Sidebar({ view, onOpen, unreadAlerts }: Omit<DashboardFrameProps, "children">) {
  const { signOut } = useSession();
  return (
    <div className="flex min-h-full flex-col gap-6 p-4">
      <div className="flex min-h-11 items-center px-2">
        <Logo />
      </div>
      <nav aria-label="Dashboard" className="flex flex-col gap-1">
        {views.map((name) => {
          const ViewIcon = icons[name];
          const isCurrent = name === view;
          return (
            <button
              key={name}
              type="button"
              aria-current={isCurrent ? "page" : undefined}
              onClick={() => onOpen(name)}
              className={classes(
                row,
                isCurrent ? "bg-primary-soft text-primary" : "text-muted hover:bg-sunken hover:text-ink",
              )}
            >
              <ViewIcon />
              {viewTitles[name]}
            </button>
          );
        })}
        <a href="/watchlist" className={classes(row, "text-muted hover:bg-sunken hover:text-ink")}>
          <Briefcase />
          Watchlist
        </a>
        <AlertsLink
          unread={unreadAlerts}
          className={classes(row, "text-muted hover:bg-sunken hover:text-ink")}
        />
        <a href="/calendar" className={classes(row, "text-muted hover:bg-sunken hover:text-ink")}>
          <Calendar />
          Earnings Calendar
        </a>
      </nav>
      <div className="mt-auto flex flex-col gap-1">
        <a href="/account" className={classes(row, "text-muted hover:bg-sunken hover:text-ink")}>
          <Settings />
          Account Settings
        </a>
        <button
          type="button"
          onClick={() => void signOut()}
          className={classes(row, "text-muted hover:bg-sunken hover:text-ink")}
        >
          <SignOut />
          Sign Out
        </button>
        <div className="px-1 pt-2">
          <ThemeSwitch />
        </div>
        <p className="mt-3 rounded-md bg-sunken p-3 text-xs text-muted">
          Educational research, the same for everyone. Not investment advice. A beat does not mean that the
          stock rises.
        </p>
      </div>
    </div>
  );
}

type SectionHeaderProps = {
  title: string;
  text?: ReactNode;
  onOpen: OpenView;
  isCompact?: boolean;
};

export function SectionHeader({ title, text, onOpen, isCompact = false }: SectionHeaderProps) {
  if (isCompact)
    return (
      <header className="flex items-center gap-2">
        <IconButton label="Back to Welcome" className="-mx-3 print:hidden" onClick={() => onOpen("welcome")}>
          <ArrowLeft className="size-4" />
        </IconButton>
        <h1 className="heading-2 shrink-0 max-sm:sr-only">{title}</h1>
      </header>
    );
  return (
    <header className="flex flex-col items-start gap-2">
      <Button variant="ghost" size="sm" className="-ml-3 print:hidden" onClick={() => onOpen("welcome")}>
        <ArrowLeft className="size-4" />
        Back to Welcome
      </Button>
      <h1 className="heading-1">{title}</h1>
      {text && <p className="max-w-2xl text-muted">{text}</p>}
    </header>
  );
}

type AlertsLinkProps = {
  unread: number;
  className: string;
  isIcon?: boolean;
};

export function AlertsLink({ unread, className, isIcon = false }: AlertsLinkProps) {
  return (
    <a href="/alerts" aria-label={unread > 0 ? `Alerts, ${unread} unread` : undefined} className={className}>
      <Bell />
      <span className={isIcon ? "sr-only" : undefined}>Alerts</span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className={`inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-primary px-1.5 text-xs font-semibold text-on-primary figures ${isIcon ? "absolute right-0 top-0.5" : "ml-auto"}`}
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </a>
  );
}
