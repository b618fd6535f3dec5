import { Bell } from "#ui/icons.tsx";

type AlertsLinkProps = {
  /** Zero while it is not known. */
  unread: number;
  className: string;
  /** The count on the corner of the bell, the name for screen readers alone. */
  isIcon?: boolean;
};

/** Leads to the alerts, with how many are unread. */
export function AlertsLink({ unread, className, isIcon = false }: AlertsLinkProps) {
  return (
    <a href="/alerts" aria-label={unread > 0 ? `Alerts, ${unread} unread` : undefined} className={className}>
      <Bell />
      <span className={isIcon ? "sr-only" : undefined}>Alerts</span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className={`inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-primary px-1.5 text-xs font-semibold text-on-primary figures ${isIcon ? "absolute right-0 top-0.5" : "ml-auto"}`}
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </a>
  );
}
