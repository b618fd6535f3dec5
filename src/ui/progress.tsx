import type { Colour } from "./tokens.ts";

type ProgressProps = {
  /** Names the bar for a screen reader. */
  label: string;
  value: number;
  max?: number;
  /** How the value is read out ("42 of 100"); a percentage unless told. */
  valueText?: string;
  /** Colour of the filled part. */
  fill?: Colour;
};

/** A horizontal bar that shows how much of something is reached. Shows no text of its own. */
export function Progress({ label, value, max = 100, valueText, fill = "primary" }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, Math.max(0, value))}
      aria-valuetext={valueText ?? `${Math.round(share * 100)}%`}
      className="h-2 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full transition-[width] duration-slow"
        style={{ width: `${share * 100}%`, backgroundColor: `var(--c-${fill})` }}
      />
    </div>
  );
}
