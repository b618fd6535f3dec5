import type { Alert } from "#contract/alerts.ts";
import { dateAndTime, distance } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { classes } from "#ui/classes.ts";
import { Calendar, CheckCircle, type Icon, Refresh, TrendUp } from "#ui/icons.tsx";

const icons: Record<Alert["kind"], Icon> = {
  report_tomorrow: Calendar,
  report_today: Calendar,
  date_moved: Refresh,
  probability_moved: TrendUp,
  prediction_settled: CheckCircle,
};

type AlertRowProps = {
  alert: Alert;
  /** Unread when this visit found it. */
  isNew: boolean;
  now: Date;
};

/** One alert: what happened, as a link to the result or the recap, and when. */
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
            {distance(at, now)}
          </time>
        </div>
        <p className="mt-0.5 break-words text-sm text-muted">{text}</p>
      </div>
    </li>
  );
}
