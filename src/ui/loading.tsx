import { classes } from "./classes.ts";

export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes("block max-w-full animate-pulse rounded-sm bg-line", className)}
    />
  );
}

export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <span className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key, line) => (
        <Skeleton key={key} className={line === lines - 1 ? "h-4 w-3/5" : "h-4 w-full"} />
      ))}
    </span>
  );
}

type SpinnerProps = { className?: string };

/** The spinner is hidden from screen readers, so a text beside it must say what is happening. */
export function Spinner({ className = "size-5" }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={classes("shrink-0 animate-spin", className)}
      fill="none"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.22" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

export function ScreenSpinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex-1 flex flex-col items-center justify-center gap-4 text-muted">
      <Spinner className="size-9 text-primary" />
      <p>{label}</p>
    </div>
  );
}
