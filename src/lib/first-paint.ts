import { startTransition, useEffect, useState } from "react";

/**
 * Content below the screen waits for the first paint and then renders in slices that leave room for taps. A hidden
 * tab paints when it is shown.
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
