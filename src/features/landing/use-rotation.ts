import { useEffect, useState } from "react";

/** Spec: how long each panel shows. */
const ROTATION_MS = 4000;

/** The panel that shows now, of `count`; goes round every 4 s unless held, and never for who wants less motion. */
export function useRotation(count: number, isHeld: boolean): [number, (panel: number) => void] {
  const [panel, setPanel] = useState(0);

  // `panel` is a dependency so that a chosen panel gets its full time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isHeld || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setTimeout(() => setPanel((now) => (now + 1) % count), ROTATION_MS);
    return () => clearTimeout(timer);
  }, [count, isHeld, panel]);

  return [panel, setPanel];
}
