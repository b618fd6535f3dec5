import { startTransition, useEffect, useState } from "react";

/**
 * Returns false until the first paint, so that content below the visible part of the page can wait for it. That
 * content renders as a transition, in slices that leave room for taps. A hidden tab paints when it is shown.
 */
export function useFirstPaint(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setIsPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
