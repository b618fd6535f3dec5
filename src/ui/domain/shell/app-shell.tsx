import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { mainPlaceAt } from "#contract/pages.ts";
import { dashboardQuery } from "#lib/dashboard.ts";
import { storedToken } from "#lib/request.ts";
import { useSession } from "#lib/session.tsx";
import { Bell } from "../../icons.tsx";
import { ThemeSwitch } from "../../theme-switch.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { PageShell, type PageShellProps, VisitorLinks } from "./page-shell.tsx";
import { Search } from "./search.tsx";

type AppShellProps = Pick<PageShellProps, "menu" | "aside" | "footer" | "children">;

export function AppShell(props: AppShellProps) {
  const { pathname, search } = useLocation();
  const { user, isLoading, signOut } = useSession();
  // A token most likely means a member: the header stays.
  const isMember = user !== null || (isLoading && storedToken() !== null);
  return (
    <PageShell
      {...props}
      current={mainPlaceAt(pathname, search)}
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
  // Home polls it; elsewhere once a page load. Asking again must not empty a page with its own failure.
  const { data } = useQuery({
    ...dashboardQuery(),
    ...{ refetchInterval: false, retryOnMount: false, enabled: user !== null },
  });
  const unread = data?.unreadAlerts ?? 0;
  return (
    <a
      href="/alerts"
      aria-label={unread > 0 ? `Alerts, ${unread} unread` : "Alerts"}
      className="relative inline-flex size-11 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink focus-ring"
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
