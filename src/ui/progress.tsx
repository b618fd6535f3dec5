import type { Color } from "./tokens.ts";

type ProgressProps = {
  label: string;
  value: number;
  max?: number;
  /** A text such as "42 of 100" for screen readers; the default is a percentage. */
  valueText?: string;
  fill?: Color;
};

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
