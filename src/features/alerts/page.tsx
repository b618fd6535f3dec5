import { useQuery } from "@tanstack/react-query";
import { type Alert, MAX_ALERTS } from "#contract/alerts.ts";
import { retentionDays } from "#contract/retention.ts";
import { usePageTitle } from "#lib/browser.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { PageLinks } from "#ui/domain/page-links.tsx";
import { QueryFailure } from "#ui/domain/query-failure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Bell, Check } from "#ui/icons.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { AlertRow } from "./alert-row.tsx";
import { alertsQuery } from "./api.ts";
import { useNewAlerts } from "./use-new-alerts.ts";

/** What happened to the companies that a person watches, the newest first. */
export default function AlertsPage() {
  usePageTitle("Alerts");
  return (
    <PageShell home="/dashboard" actions={<PageLinks href="/watchlist" label="Watchlist" />}>
      <div className="page-width flex max-w-4xl flex-col gap-5 py-5 sm:py-8">
        <AlertsView />
        <Disclosure variant="educational" />
      </div>
    </PageShell>
  );
}

const NONE: readonly Alert[] = [];

function AlertsView() {
  const asked = useQuery(alertsQuery());
  const { data, error, dataUpdatedAt } = asked;
  const items = data?.items ?? NONE;
  const { newIds, dismissAll, isDismissing } = useNewAlerts(items, dataUpdatedAt);
  const now = new Date();
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="heading-1">Alerts</h1>
          <p className="mt-1 text-muted">
            {items.length >= MAX_ALERTS
              ? `The newest ${MAX_ALERTS} of the last ${retentionDays.sentNotice} days`
              : `Your watchlist and your settled predictions, the last ${retentionDays.sentNotice} days`}
          </p>
        </div>
        {newIds.size > 0 && (
          <Button variant="secondary" size="sm" isLoading={isDismissing} onClick={dismissAll}>
            {!isDismissing && <Check className="size-4" />}
            Mark all as read
          </Button>
        )}
      </header>
      <QueryFailure query={asked} name="Your alerts" isPlural />
      {!data && !error && <Loading />}
      {data && items.length === 0 && <Empty />}
      {items.length > 0 && (
        <ul
          aria-label="Alerts"
          className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface shadow-card"
        >
          {items.map((alert) => (
            <AlertRow key={alert.id} alert={alert} isNew={newIds.has(alert.id)} now={now} />
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">
        Which of them also come by email and as push messages, and when not, you choose in your{" "}
        <a href="/account?tab=notifications" className="link">
          notifications
        </a>
        .
      </p>
    </>
  );
}

function Empty() {
  return (
    <EmptyState
      icon={<Bell className="size-6" />}
      title="No alerts yet"
      text="Watch a company, and you read here when it reports and when its day or its probability moves. Predictions of yours come here when they are settled."
      action={<LinkButton href="/watchlist">Open your watchlist</LinkButton>}
    />
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span role="status" className="sr-only">
        Loading your alerts…
      </span>
      {["a", "b", "c", "d", "e"].map((key) => (
        <Skeleton key={key} className="h-20 w-full" />
      ))}
    </div>
  );
}
