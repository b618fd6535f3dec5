import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Play, Stop } from "#ui/icons.tsx";

const text = "Analyzing AAPL earnings patterns...";
/** Spec: the typing speed of the demo. */
const MS_PER_CHARACTER = 100;

/** A decorative demo: types one line, letter by letter, until it is stopped. */
export function TypedDemo() {
  const [isRunning, setIsRunning] = useState(false);
  const [typed, setTyped] = useState(0);

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setTyped((count) => Math.min(text.length, count + 1)), MS_PER_CHARACTER);
    return () => clearInterval(timer);
  }, [isRunning]);

  function toggle() {
    setTyped(0);
    setIsRunning(!isRunning);
  }

  return (
    <div className="mt-6 flex max-w-xl flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-2.5">
      <Button variant="secondary" size="sm" onClick={toggle}>
        {isRunning ? <Stop className="size-4" /> : <Play className="size-4" />}
        {isRunning ? "Stop Analysis" : "Start Demo"}
      </Button>
      <p className="min-h-6 flex-1 basis-56 text-sm text-muted figures">
        <span data-testid="typed-demo">
          {isRunning ? text.slice(0, typed) : "See how an analysis starts."}
        </span>
        {isRunning && typed < text.length && (
          <span
            aria-hidden="true"
            className="ml-0.5 inline-block h-4 w-0.5 translate-y-0.5 animate-pulse bg-primary"
          />
        )}
      </p>
    </div>
  );
}
