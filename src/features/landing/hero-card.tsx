import { useEffect, useState } from "react";
import { Badge } from "#ui/badge.tsx";
import { IconButton } from "#ui/button.tsx";
import { classes } from "#ui/classes.ts";
import { Pause, Play } from "#ui/icons.tsx";
import { EvidencePanel, OddsPanel, RecordPanel } from "./hero-panels.tsx";

const panels = [
  { title: "Odds", Content: OddsPanel },
  { title: "Evidence", Content: EvidencePanel },
  { title: "Record", Content: RecordPanel },
];

export function HeroCard() {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const [current, show] = useRotation(panels.length, isHovered || isFocused || isPaused);

  return (
    <section
      aria-label="Glimpses of an analysis"
      data-panel={current}
      onPointerEnter={(event) => setIsHovered(event.pointerType === "mouse")}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={(event) => setIsFocused(event.currentTarget.contains(event.relatedTarget))}
      className="rounded-xl border border-line bg-surface shadow-float"
    >
      <header className="flex items-center justify-between gap-3 border-b border-line px-5 py-3">
        <p className="flex items-baseline gap-2">
          <strong className="font-display text-lg font-semibold">AAPL</strong>
          <span className="text-sm text-muted">Apple Inc.</span>
        </p>
        <Badge tone="signal">Illustrative</Badge>
      </header>
      <div className="grid">
        {panels.map(({ title, Content }, index) => (
          <div
            key={title}
            className={classes(
              "col-start-1 row-start-1 flex flex-col justify-between p-5 transition-opacity duration-slow sm:p-6",
              index !== current && "invisible opacity-0",
            )}
          >
            <Content />
          </div>
        ))}
      </div>
      <footer className="flex items-center gap-1 border-t border-line px-3 py-2">
        {panels.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            aria-pressed={index === current}
            onClick={() => show(index)}
            className={classes(
              "min-h-11 rounded-md px-3 text-sm font-medium focus-ring transition-colors",
              index === current ? "bg-primary-soft text-primary" : "text-muted hover:text-ink",
            )}
          >
            {title}
          </button>
        ))}
        <IconButton
          className="ml-auto"
          label={isPaused ? "Start the rotation" : "Stop the rotation"}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? <Play className="size-4" /> : <Pause className="size-4" />}
        </IconButton>
      </footer>
    </section>
  );
}

/** How long each panel is shown. The specification sets this value. */
const ROTATION_MS = 4000;

/**
 * Returns the index of the current panel, which changes by itself, and a function that selects one. The
 * rotation stops while it is paused, and never starts if the person prefers reduced motion.
 */
function useRotation(count: number, isPaused: boolean): [number, (panel: number) => void] {
  const [panel, setPanel] = useState(0);

  // The timer restarts with each panel, so that a selected one is shown for the full time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isPaused || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setTimeout(() => setPanel((now) => (now + 1) % count), ROTATION_MS);
    return () => clearTimeout(timer);
  }, [count, isPaused, panel]);

  return [panel, setPanel];
}
