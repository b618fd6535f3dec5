import type { ReactNode } from "react";
import { IconButton } from "../button.tsx";
import { ArrowLeft, ArrowRight } from "../icons.tsx";

type SeasonScrubberProps = {
  /** The quarters to choose from, such as "2026-Q3", oldest first. */
  quarters: readonly string[];
  at: number;
  onChoose: (at: number) => void;
  /** The text about the selected season. Screen readers announce it when it changes. */
  children: ReactNode;
};

/** Selects a season with a slider and two buttons. On a phone, the text is below the slider. */
export function SeasonScrubber({ quarters, at, onChoose, children }: SeasonScrubberProps) {
  const last = quarters.length - 1;
  const name = seasonName(quarters[at] ?? "");
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <div className="-mx-2 flex min-w-0 flex-1 items-center gap-1 max-sm:basis-full sm:max-w-lg">
        <IconButton label="Earlier season" disabled={at <= 0} onClick={() => onChoose(at - 1)}>
          <ArrowLeft className="size-4" />
        </IconButton>
        <input
          type="range"
          min={0}
          max={Math.max(0, last)}
          step={1}
          value={at}
          disabled={last < 1}
          aria-label="Season"
          aria-valuetext={name}
          onChange={(event) => onChoose(Number(event.target.value))}
          className="h-11 min-w-0 flex-1"
        />
        <IconButton label="Later season" disabled={at >= last} onClick={() => onChoose(at + 1)}>
          <ArrowRight className="size-4" />
        </IconButton>
      </div>
      <p role="status" className="text-sm figures">
        <strong className="font-semibold">{name}</strong> <span className="text-muted">{children}</span>
      </p>
    </div>
  );
}

/** Formats as "Q3 2026". */
export function seasonName(quarter: string): string {
  return `${quarter.slice(5)} ${quarter.slice(0, 4)}`;
}
