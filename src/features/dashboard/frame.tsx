import { type ReactNode, useState } from "react";
import { useSession } from "#lib/session.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { classes } from "#ui/classes.ts";
import { Drawer } from "#ui/dialog.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import {
  ArrowLeft,
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
import { type OpenView, type View, views, viewTitles } from "./views.ts";

type DashboardFrameProps = {
  view: View;
  onOpen: OpenView;
  children: ReactNode;
};

export function DashboardFrame({ view, onOpen, children }: DashboardFrameProps) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const openFromMenu: OpenView = (...place) => {
    setIsMenuOpen(false);
    onOpen(...place);
  };
  return (
    <AppShell
      menu={
        <span className="-ml-2 lg:hidden">
          <IconButton label="Open menu" onClick={() => setIsMenuOpen(true)}>
            <Menu />
          </IconButton>
        </span>
      }
      aside={
        <aside aria-label="Sidebar" className="w-52 shrink-0 border-r border-line max-lg:hidden print:hidden">
          <div className="sticky top-14 h-[calc(100dvh-3.5rem)] overflow-y-auto">
            <Sidebar view={view} onOpen={onOpen} />
          </div>
        </aside>
      }
    >
      <Drawer isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} title="Menu">
        <div className="px-6 pt-6">
          <Logo />
        </div>
        <Sidebar view={view} onOpen={openFromMenu} />
      </Drawer>
      <div className="flex flex-col gap-6 py-6">{children}</div>
    </AppShell>
  );
}

const icons: Record<View, Icon> = { welcome: Home, analysis: Search, history: History, metrics: ChartBars };
const row =
  "flex min-h-11 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm font-medium whitespace-nowrap transition-colors duration-fast focus-ring";

function Sidebar({ view, onOpen }: Omit<DashboardFrameProps, "children">) {
  const { signOut } = useSession();
  return (
    <div className="flex min-h-full flex-col gap-6 py-6 pr-3 max-lg:pl-3">
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
      <header className="flex min-h-11 items-center gap-2">
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
