import { classes } from "./classes.ts";

/** On a line of its own in a row that wraps. Gone when the action is tried again. */
export function ActionFailure({ message, className }: { message: string | null; className?: string }) {
  if (message === null) return null;
  return (
    <p role="alert" className={classes("w-full text-sm text-danger text-pretty", className)}>
      {message}
    </p>
  );
}
