import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { CheckCircle, type Icon, Info, Warning } from "./icons.tsx";

export type NoticeTone = "info" | "success" | "warn" | "danger";

const looks: Record<NoticeTone, { className: string; icon: Icon }> = {
  info: { className: "bg-info-soft text-info", icon: Info },
  success: { className: "bg-positive-soft text-positive", icon: CheckCircle },
  warn: { className: "bg-warn-soft text-warn", icon: Warning },
  danger: { className: "bg-danger-soft text-danger", icon: Warning },
};

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  isAnnounced?: boolean;
};

export function Notice({ tone = "info", title, children, action, isAnnounced = false }: NoticeProps) {
  const { className, icon: NoticeIcon } = looks[tone];
  return (
    <div
      role={isAnnounced ? (tone === "danger" ? "alert" : "status") : undefined}
      className={classes("flex flex-wrap items-start gap-3 rounded-md p-4 text-sm", className)}
    >
      <NoticeIcon className="size-5" />
      <div className={classes("min-w-0 flex-1", Boolean(action) && "basis-56")}>
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
      </div>
      {action}
    </div>
  );
}

/**
 * Shows why an action failed, on a line of its own in a wrapping row, which it does not widen. It disappears
 * when the action is tried again.
 */
export function ActionFailure({ message, className }: { message: string | null; className?: string }) {
  if (message === null) return null;
  return (
    <p
      role="alert"
      className={classes("w-0 min-w-full !basis-full text-sm text-danger text-pretty", className)}
    >
      {message}
    </p>
  );
}
