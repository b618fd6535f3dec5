import { useEffect, useSyncExternalStore } from "react";

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Beatcast`;
  }, [title]);
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    () => matchMedia(query).matches,
    () => true,
  );
}

let isUnloading = false;
// The browser aborts requests before `pagehide` fires, so this uses `beforeunload`. `addEventListener` does not
// exist during prerendering.
globalThis.addEventListener?.("beforeunload", () => {
  isUnloading = true;
});
globalThis.addEventListener?.("pageshow", () => {
  isUnloading = false;
});

/**
 * Returns whether the page is being left. Requests that fail then were aborted by the browser, so their failure
 * says nothing about the server.
 */
export function isPageUnloading(): boolean {
  return isUnloading;
}

export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
