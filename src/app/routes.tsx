import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Route, Routes, useLocation } from "react-router";
import { authPaths, newsletterPaths } from "#contract/pages.ts";
import { usePageTitle } from "#lib/browser.ts";
import { useSession } from "#lib/session.tsx";
import { LinkButton } from "#ui/button.tsx";
import { ScreenMessage } from "#ui/empty-state.tsx";
import { Compass } from "#ui/icons.tsx";
import { ScreenSpinner } from "#ui/loading.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

const AuthPage = pageAt(["/auth"], () => import("../features/auth/page.tsx"));
const AccountPage = pageAt(["/account"], () => import("../features/account/page.tsx"));
const TrackRecordPage = pageAt(["/track-record"], () => import("../features/track-record/page.tsx"));
const CalendarPage = pageAt(["/calendar"], () => import("../features/calendar/page.tsx"));
const ComparePage = pageAt(["/compare"], () => import("../features/compare/page.tsx"));
const DevelopersPage = pageAt(["/developers"], () => import("../features/developers/page.tsx"));
const DashboardPage = pageAt(["/dashboard"], () => import("../features/dashboard/page.tsx"));
const MailedLinkPage = pageAt(["/newsletter", "/notices"], () => import("../features/newsletter/page.tsx"));
const ReviewPage = pageAt(["/review"], () => import("../features/review/page.tsx"));
const AlertsPage = pageAt(["/alerts"], () => import("../features/alerts/page.tsx"));
const WatchlistPage = pageAt(["/watchlist"], () => import("../features/watchlist/page.tsx"));
const SupportPage = pageAt(["/support"], () => import("../features/support/page.tsx"));
const AuthorizePage = pageAt(
  ["/oauth"],
  () => import("../features/account/connected-apps/authorize-page.tsx"),
);
const SubscribePage = pageAt(["/subscribe"], () => import("../features/subscribe/page.tsx"));
const PrivacyPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../features/legal/privacy-page.tsx")).PrivacyPage }))
  : null;
const TermsPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../features/legal/terms-page.tsx")).TermsPage }))
  : null;
const DesignPage = import.meta.env.DEV ? lazy(() => import("../features/design/page.tsx")) : null;

export function AppRoutes() {
  return (
    <View>
      <Routes>
        {authPaths.map((path) => (
          <Route key={path} path={path} element={<AuthPage />} />
        ))}
        <Route
          path="/dashboard"
          element={
            <RequireUser>
              <DashboardPage />
            </RequireUser>
          }
        />
        <Route
          path="/dashboard/predictions/:id"
          element={
            <RequireUser>
              <DashboardPage />
            </RequireUser>
          }
        />
        <Route
          path="/account"
          element={
            <RequireUser isAccount>
              <AccountPage />
            </RequireUser>
          }
        />
        {newsletterPaths.map((path) => (
          <Route key={path} path={path} element={<MailedLinkPage />} />
        ))}
        <Route path="/notices/unsubscribe" element={<MailedLinkPage />} />
        <Route
          path="/review"
          element={
            <RequireUser>
              <ReviewPage />
            </RequireUser>
          }
        />
        <Route
          path="/subscribe"
          element={
            <RequireUser>
              <SubscribePage />
            </RequireUser>
          }
        />
        <Route
          path="/support"
          element={
            <RequireUser>
              <SupportPage />
            </RequireUser>
          }
        />
        <Route
          path="/oauth/authorize"
          element={
            <RequireUser>
              <AuthorizePage />
            </RequireUser>
          }
        />
        {DesignPage && <Route path="/design" element={<DesignPage />} />}
        {PrivacyPage && <Route path="/privacy" element={<PrivacyPage groups={[]} />} />}
        {TermsPage && <Route path="/terms" element={<TermsPage />} />}
        <Route path="/calendar" element={<CalendarPage />} />
        <Route path="/compare" element={<ComparePage />} />
        <Route path="/developers" element={<DevelopersPage />} />
        <Route path="/track-record" element={<TrackRecordPage />} />
        <Route path="/track-record/:id" element={<TrackRecordPage />} />
        <Route
          path="/watchlist"
          element={
            <RequireUser>
              <WatchlistPage />
            </RequireUser>
          }
        />
        <Route
          path="/alerts"
          element={
            <RequireUser>
              <AlertsPage />
            </RequireUser>
          }
        />
        <Route path="/pricing" element={<RedirectToPricing />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </View>
  );
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;
type Loaded<Props> = { Page: ComponentType<Props> } | { error: unknown };

/**
 * Returns a component that loads the page when it is first shown, or at once if the app starts at one of
 * `paths`. React's `lazy` would delay the page by 300 ms (docs/decisions/0093-first-data.md).
 */
function pageAt<Props extends object>(paths: string[], load: Load<Props>): ComponentType<Props> {
  let loading: Promise<Loaded<Props>> | undefined;
  let loaded: Loaded<Props> | null = null;
  const start = () => {
    loading ??= load()
      .then(
        ({ default: Page }) => ({ Page }),
        (error: unknown) => ({ error }),
      )
      .then((outcome) => {
        loaded = outcome;
        return outcome;
      });
    return loading;
  };
  if (paths.some((path) => location.pathname.startsWith(path))) void start();

  // biome-ignore lint/correctness/noComponentHookFactories: the component is created once, when this module is loaded
  return function LoadedPage(props: Props) {
    const [state, setState] = useState(loaded);
    useEffect(() => void start().then(setState), []);
    if (state === null) return <ScreenSpinner label="Loading…" />;
    if ("error" in state) throw state.error;
    return <state.Page {...props} />;
  };
}

function View({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<ScreenSpinner label="Loading…" />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function NotFound() {
  usePageTitle("Page Not Found");
  return (
    <ScreenMessage
      icon={<Compass className="size-7" />}
      title="Page Not Found"
      text="There is nothing at this address. It may have moved, or the link may be mistyped."
      action={
        <>
          <LinkButton href="/dashboard">Go to the dashboard</LinkButton>
          <LinkButton href="/" variant="secondary">
            Return to Home
          </LinkButton>
        </>
      }
    />
  );
}

function RedirectToPricing() {
  usePageTitle("Pricing");
  useEffect(() => location.replace("/#pricing"), []);
  return <ScreenSpinner label="Redirecting to pricing..." />;
}

type RequireUserProps = {
  isAccount?: boolean;
  children: ReactNode;
};

function RequireUser({ isAccount = false, children }: RequireUserProps) {
  const { user, isLoading } = useSession();
  if (isLoading) return <ScreenSpinner label="Loading…" />;
  return user ? children : <AuthPage isAccountDenied={isAccount} />;
}
