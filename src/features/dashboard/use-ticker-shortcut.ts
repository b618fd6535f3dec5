import { useEffect } from "react";

/** Calls `onPress` for "/" anywhere on the dashboard but in a field, as on many sites. */
export function useTickerShortcut(onPress: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest("input:not([type=range]), textarea, select, [contenteditable], [role=dialog]");
      if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      onPress();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onPress]);
}
