import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type Tone = "neutral" | "primary" | "signal" | "positive" | "negative" | "warn" | "danger" | "info";

const toneClasses: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  primary: "bg-primary-soft text-primary",
  signal: "bg-signal-soft text-signal",
  positive: "bg-positive-soft text-positive",
  negative: "bg-negative-soft text-negative",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
};

type BadgeProps = { tone?: Tone; className?: string; children: ReactNode };

/** The text must carry the meaning, because some people cannot see the color. */
export function Badge({ tone = "neutral", className, children }: BadgeProps) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap",
        toneClasses[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
