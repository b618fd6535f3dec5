import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { BrowserRouter, useLocation, useNavigate } from "react-router";
import { isServerRenderedPath } from "#contract/pages.ts";
import { usageSchema } from "#contract/preferences.ts";
import { createQueryClient } from "#lib/api.ts";
import { SessionProvider, useSession } from "#lib/session.tsx";
import { trackUsage } from "#lib/session-api.ts";
import { SUBSCRIPTION_STALE_MS, subscriptionQuery } from "#lib/subscription.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { AppRoutes } from "./routes.tsx";

const ToastArea = lazy(async () => ({ default: (await import("#ui/toast-area.tsx")).ToastArea }));

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <BrowserRouter>
            <SubscriptionRefresh />
            <LinkNavigation />
            <ScreenCount />
            <AppRoutes />
          </BrowserRouter>
        </SessionProvider>
      </QueryClientProvider>
      <Suspense>
        <ToastArea />
      </Suspense>
    </ErrorBoundary>
  );
}

/**
 * How long a screen must stay open before its visit is counted. Screens left sooner are not counted, and
 * counting does not compete with a screen that is still loading.
 */
const COUNTED_AFTER_MS = 1_000;

function ScreenCount() {
  const { user } = useSession();
  const [, name = ""] = useLocation().pathname.split("/");
  const counted = useRef("");
  useEffect(() => {
    if (!user || counted.current === name) return;
    const timer = setTimeout(() => {
      counted.current = name;
      const screen = usageSchema.safeParse({ kind: "screen", name });
      if (screen.success) trackUsage(user.privacyPreferences, screen.data);
    }, COUNTED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [user, name]);
  return null;
}

/**
 * Reads the subscription and the user again every five minutes. In a hidden tab it waits until the tab is
 * shown.
 */
function SubscriptionRefresh(): null {
  const { user, refreshUser } = useSession();
  const queryClient = useQueryClient();
  const userId = user?.id;
  // `refreshUser` is kept in a ref, because it changes with the user and as a dependency it would restart the
  // five minutes.
  const readUser = useRef(refreshUser);
  readUser.current = refreshUser;

  useEffect(() => {
    if (!userId) return;
    let readAt = Date.now();
    const read = async () => {
      if (document.hidden) return;
      readAt = Date.now();
      await queryClient.fetchQuery({ ...subscriptionQuery(), staleTime: 0 });
      await readUser.current();
    };
    // Failures are visible in the query's status, so they are ignored here.
    const run = () => void read().catch(() => undefined);
    const onSeen = () => Date.now() - readAt >= SUBSCRIPTION_STALE_MS && run();
    const timer = setInterval(run, SUBSCRIPTION_STALE_MS);
    document.addEventListener("visibilitychange", onSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onSeen);
    };
  }, [userId, queryClient]);
  return null;
}

/**
 * Makes plain `<a>` elements navigate within the app, so no component needs the router's own link. If the
 * focused element is gone after a navigation, the focus moves to the new page's content.
 */
function LinkNavigation(): null {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = inAppTargetOf(event);
      if (target === null) return;
      event.preventDefault();
      navigate(target);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every change of page
  useEffect(() => {
    scrollTo(0, 0);
    if (document.activeElement === document.body || !document.activeElement?.isConnected)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}

function inAppTargetOf(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || !isPlain || event.defaultPrevented) return null;
  if (link.origin !== location.origin || link.hasAttribute("download")) return null;
  if (link.target && link.target !== "_self") return null;
  if (isServerRenderedPath(link.pathname) || link.pathname.startsWith("/api/")) return null;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return null;
  return link.pathname + link.search + link.hash;
}
