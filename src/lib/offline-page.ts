/** Registers what answers a page load without a connection; in the production build only. */
export function registerOfflinePage(): void {
  if (import.meta.env.PROD && "serviceWorker" in navigator)
    addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
