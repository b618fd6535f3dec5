import { classes } from "./classes.ts";

type SpinnerProps = { className?: string };

/** Decoration: a text beside it must say what is happening. */
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

/** Fills the screen while the first data loads, and announces the label. */
export function ScreenSpinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex-1 flex flex-col items-center justify-center gap-4 text-muted">
      <Spinner className="size-9 text-primary" />
      <p>{label}</p>
    </div>
  );
}
