import { classes } from "./classes.ts";

/** A placeholder of the size of what is loading. Set `aria-busy` on the region around it. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <span aria-hidden="true" className={classes("block animate-pulse rounded-sm bg-line", className)} />;
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
