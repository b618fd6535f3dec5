import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { navigationItemAt } from "#contract/pages.ts";
import { dashboardQuery } from "#lib/dashboard.ts";
import { storedToken } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { chooseTheme, useTheme } from "#lib/theme.ts";
import { classes, iconSquare } from "../../classes.ts";
import { Bell, Moon, Settings, SignOut, Sun, User } from "../../icons.tsx";
import { ThemeSwitch } from "../../theme-switch.tsx";
import { PageShell, type PageShellProps, VisitorLinks } from "./page-shell.tsx";
import { Search } from "./search.tsx";

type AppShellProps = Pick<PageShellProps, "menu" | "aside" | "footer" | "children">;

export function AppShell(props: AppShellProps) {
  const { pathname, search } = useLocation();
  const { user, isLoading, signOut } = useSession();
  // A stored token most likely means a member, so the header shows a member's links while the session is still
  // loading.
  const isMember = user !== null || (isLoading && storedToken() !== null);
  return (
    <PageShell
      {...props}
      current={navigationItemAt(pathname, search)}
      isMember={isMember}
      actions={
        <>
          <Search isMember={isMember} onSignOut={() => void signOut()} />
          {isMember ? (
            <>
              <AlertsLink />
              <AccountMenu />
            </>
          ) : (
            <VisitorActions />
          )}
        </>
      }
    />
  );
}

function VisitorActions() {
  return (
    <>
      <span className="max-sm:hidden">
        <ThemeSwitch />
      </span>
      <VisitorLinks />
    </>
  );
}

function AlertsLink() {
  const { user } = useSession();
  // The home page polls this query; other pages read it only once. A failed read is not repeated here, because
  // that would reset the query for a page that shows its failure.
  const { data } = useQuery({
    ...dashboardQuery(),
    refetchInterval: false,
    retryOnMount: false,
    enabled: user !== null,
  });
  const unread = data?.unreadAlerts ?? 0;
  return (
    <a
      href="/alerts"
      aria-label={unread > 0 ? `Alerts, ${unread} unread` : "Alerts"}
      className={classes(iconSquare, "relative")}
    >
      <Bell />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute right-0 top-0.5 inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-primary px-1.5 text-xs font-semibold text-on-primary figures"
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </a>
  );
}

const MENU_ID = "account-menu";
const item =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-sm font-medium hover:bg-sunken focus-ring";

/** Uses the browser's popover, which closes on Escape or a click outside and then returns the focus. */
function AccountMenu() {
  const { user, signOut } = useSession();
  const { isDark } = useTheme();
  const close = () => document.getElementById(MENU_ID)?.hidePopover();
  return (
    <>
      <button type="button" popoverTarget={MENU_ID} aria-label="Your account" className={iconSquare}>
        <span className="inline-flex size-8 items-center justify-center rounded-full bg-primary-soft text-sm font-semibold text-primary">
          {user ? (user.fullName || user.email).slice(0, 1).toUpperCase() : <User className="size-4" />}
        </span>
      </button>
      <div
        id={MENU_ID}
        popover="auto"
        className="account-menu w-64 rounded-lg border border-line bg-raised p-2 text-ink shadow-float"
      >
        <p className="break-words px-3 pb-2 pt-1 text-sm text-muted">{user?.email}</p>
        <a href="/account" className={item} onClick={close}>
          <Settings /> Account
        </a>
        <button type="button" className={item} onClick={() => chooseTheme(isDark ? "light" : "dark")}>
          {isDark ? <Sun /> : <Moon />} {isDark ? "Light theme" : "Dark theme"}
        </button>
        <button type="button" className={item} onClick={() => void signOut()}>
          <SignOut /> Sign out
        </button>
      </div>
    </>
  );
}
