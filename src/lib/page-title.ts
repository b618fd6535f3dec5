import { useEffect } from "react";

/** Names the page in the browser's tab and history, as long as the component shows. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Beatcast`;
  }, [title]);
}
