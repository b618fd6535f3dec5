import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Route, Routes, useLocation } from "react-router";
import { authPaths, newsletterPaths } from "#contract/pages.ts";
import { ScreenSpinner } from "#ui/spinner.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { NotFound } from "./not-found.tsx";
import { RedirectToPricing } from "./redirect-to-pricing.tsx";
import { RequireUser } from "./require-user.tsx";

/**
 * Every view of the application. A feature's page.tsx has its page as the default export and is loaded only when its
 * route is visited; a page for signed-in people stands inside `RequireUser`.
 */
const AuthPage = pageAt("/auth", () => import("../features/auth/page.tsx"));
const AccountPage = pageAt("/account", () => import("../features/account/page.tsx"));
const TrackRecordPage = pageAt("/track-record", () => import("../features/track-record/page.tsx"));
const DashboardPage = pageAt("/dashboard", () => import("../features/dashboard/page.tsx"));
const NewsletterPage = pageAt("/newsletter", () => import("../features/newsletter/page.tsx"));
const NoticesPage = pageAt("/notices", () => import("../features/newsletter/notices-page.tsx"));
const SubscribePage = pageAt("/subscribe", () => import("../features/subscribe/page.tsx"));
// While developing there is no prerendered document to answer these two.
const PrivacyPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../features/legal/privacy-page.tsx")).PrivacyPage }))
  : null;
const TermsPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../features/legal/terms-page.tsx")).TermsPage }))
  : null;
const DesignPage = import.meta.env.DEV ? lazy(() => import("../features/design/page.tsx")) : null;

/** The routes. An error in one view leaves with that view. */
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
          <Route key={path} path={path} element={<NewsletterPage />} />
        ))}
        <Route path="/notices/unsubscribe" element={<NoticesPage />} />
        <Route
          path="/subscribe"
          element={
            <RequireUser>
              <SubscribePage />
            </RequireUser>
          }
        />
        {DesignPage && <Route path="/design" element={<DesignPage />} />}
        {PrivacyPage && <Route path="/privacy" element={<PrivacyPage />} />}
        {TermsPage && <Route path="/terms" element={<TermsPage />} />}
        <Route path="/track-record" element={<TrackRecordPage />} />
        <Route path="/track-record/:id" element={<TrackRecordPage />} />
        <Route path="/pricing" element={<RedirectToPricing />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </View>
  );
}

/** A page whose code starts on its way at once when the first address is its own, beside the check of the session. */
function pageAt<Props>(path: string, load: () => Promise<{ default: ComponentType<Props> }>) {
  // A failure is shown where the page is drawn.
  if (location.pathname.startsWith(path)) load().catch(() => undefined);
  return lazy(load);
}

function View({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<ScreenSpinner label="Loading…" />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
