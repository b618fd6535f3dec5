import { useSession } from "#lib/session.tsx";
import { classes } from "#ui/classes.ts";
import { ChartBars, History, Home, type Icon, Search, Settings, SignOut } from "#ui/icons.tsx";
import { Logo } from "#ui/logo.tsx";
import { ThemeSwitch } from "#ui/theme-switch.tsx";
import { type OpenView, type View, views, viewTitles } from "./views.ts";

const icons: Record<View, Icon> = { welcome: Home, analysis: Search, history: History, metrics: ChartBars };
const row =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-sm font-medium transition-colors duration-fast focus-ring";

/** The four views, the account and the way out. */
export function Sidebar({ view, onOpen }: { view: View; onOpen: OpenView }) {
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
