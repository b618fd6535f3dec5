import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Alert, MAX_ALERTS } from "#contract/alerts.ts";
import { retentionDays } from "#contract/retention.ts";
import { usePageTitle } from "#lib/browser.ts";
import { dateAndTime, relativeTimeText } from "#lib/dates.ts";
import { useAction } from "#lib/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { classes } from "#ui/classes.ts";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Bell, Calendar, Check, CheckCircle, type Icon, Refresh, TrendUp } from "#ui/icons.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { ActionFailure } from "#ui/notice.tsx";
import { alertsQuery, dashboardKey, markAlertsRead, withoutUnread } from "./api.ts";

export default function AlertsPage() {
  usePageTitle("Alerts");
  return (
    <AppShell>
      <div className="page-width flex max-w-4xl flex-col gap-5 py-5 sm:py-8">
        <AlertsView />
      </div>
    </AppShell>
  );
}

const NONE: readonly Alert[] = [];

function AlertsView() {
  const asked = useQuery(alertsQuery());
  const { data, error, dataUpdatedAt } = asked;
  const items = data?.items ?? NONE;
  const { newIds, dismissAll, isDismissing, failure } = useNewAlerts(items, dataUpdatedAt);
  const isLoading = !data && !error;
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
      <ActionFailure message={failure} />
      <LoadFailure query={asked} name="Your alerts" isPlural />
      {isLoading && <Loading />}
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
      {!isLoading && (
        <>
          <p className="text-sm text-muted">
            Choose which of these also reach you by email and push, and when, in your{" "}
            <a href="/account?tab=notifications" className="link">
              notification settings
            </a>
            .
          </p>
          <Disclosure variant="educational" />
        </>
      )}
    </>
  );
}

function Empty() {
  return (
    <EmptyState
      icon={<Bell className="size-6" />}
      title="No alerts yet"
      text="Alerts for companies you watch appear here: upcoming reports, moved dates, and changed probabilities. So do your predictions once they settle."
      action={<LinkButton href="/watchlist">Open your watchlist</LinkButton>}
    />
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex min-h-dvh flex-col gap-3">
      <span role="status" className="sr-only">
        Loading your alerts…
      </span>
      {["a", "b", "c", "d", "e"].map((key) => (
        <Skeleton key={key} className="h-20 w-full" />
      ))}
    </div>
  );
}

const icons: Record<Alert["kind"], Icon> = {
  report_tomorrow: Calendar,
  report_today: Calendar,
  date_moved: Refresh,
  probability_moved: TrendUp,
  prediction_settled: CheckCircle,
  company_ended: Refresh,
};

type AlertRowProps = {
  alert: Alert;
  isNew: boolean;
  now: Date;
};

export function AlertRow({ alert: { kind, title, text, path, at }, isNew, now }: AlertRowProps) {
  const KindIcon = icons[kind];
  return (
    <li className="flex items-start gap-3 p-4">
      <span className={classes("mt-0.5 shrink-0", isNew ? "text-primary" : "text-muted")}>
        <KindIcon />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className={isNew ? "font-semibold" : "font-medium"}>
            <a href={path} className="link">
              {title}
            </a>
          </h2>
          {isNew && <Badge tone="primary">New</Badge>}
          <time dateTime={at} title={dateAndTime(at)} className="text-xs text-muted sm:ml-auto">
            {relativeTimeText(at, now)}
          </time>
        </div>
        <p className="mt-0.5 break-words text-sm text-muted">{text}</p>
      </div>
    </li>
  );
}

/**
 * Returns the alerts that are new on this visit. Displayed alerts are marked as read at once, so that the count in
 * the navigation is right, but on this page they stay new until dismissed.
 */
function useNewAlerts(items: readonly Alert[], readAt: number) {
  const queryClient = useQueryClient();
  const newIds = useRef(new Set<string>());
  const [dismissedUntil, setDismissedUntil] = useState("");
  for (const { id, isRead } of items) if (!isRead) newIds.current.add(id);
  const newest = items[0]?.at ?? null;
  const hasUnread = items.some(({ isRead }) => !isRead);
  const onSuccess = () => void queryClient.setQueryData(dashboardKey, withoutUnread);

  // If this call fails, the alerts stay unread, and no message is shown.
  const markRead = useAction({ call: markAlertsRead, failure: { fallback: "" }, onSuccess });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer of the server
  useEffect(() => {
    // A tab in the background does not mark alerts as read; it does so when they are read again in the
    // foreground.
    if (newest !== null && hasUnread && !document.hidden) markRead.run(newest);
  }, [readAt]);

  const dismissed = useAction({
    call: markAlertsRead,
    failure: { fallback: "The alerts could not be marked as read. Please try again." },
    onSuccess: (_, until) => {
      onSuccess();
      setDismissedUntil(until);
    },
  });
  const newOnes = items.filter(({ id, at }) => newIds.current.has(id) && at > dismissedUntil);
  return {
    newIds: new Set(newOnes.map(({ id }) => id)),
    dismissAll: () => newest !== null && dismissed.run(newest),
    isDismissing: dismissed.isPending,
    failure: dismissed.message,
  };
}
