import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "#lib/query-client.ts";
import { SessionProvider } from "#lib/session.tsx";
import { ToastArea } from "#ui/toast-area.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { LinkNavigation } from "./link-navigation.tsx";
import { AppRoutes } from "./routes.tsx";
import { ScreenCount } from "./screen-count.tsx";
import { SubscriptionRefresh } from "./subscription-refresh.tsx";

/** The application behind the landing page: providers, router, notifications. */
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
      <ToastArea />
    </ErrorBoundary>
  );
}
