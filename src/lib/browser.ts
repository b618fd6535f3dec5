import { useEffect } from "react";

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Beatcast`;
  }, [title]);
}

let isUnloading = false;
// Requests fail before `pagehide` fires. `addEventListener` is absent while the landing page is prerendered.
globalThis.addEventListener?.("beforeunload", () => {
  isUnloading = true;
});
globalThis.addEventListener?.("pageshow", () => {
  isUnloading = false;
});

/** True while the page unloads: the browser aborts its requests then, so a failure says nothing about the server. */
export function isPageUnloading(): boolean {
  return isUnloading;
}

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
