import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { isDocument } from "#contract/pages.ts";

/**
 * A plain click on a link to one of our views changes the view without a page load, so links need no router. After a
 * change of page the focus is on its content, at its top.
 */
export function LinkNavigation(): null {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const target = viewOf(event);
      if (target === null) return;
      event.preventDefault();
      navigate(target);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every change of page
  useEffect(() => {
    scrollTo(0, 0);
    if (document.activeElement === document.body || !document.activeElement?.isConnected)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}

/** The view that a click asks for, or null when the browser should handle it. */
function viewOf(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || !isPlain || event.defaultPrevented) return null;
  if (link.origin !== location.origin || link.hasAttribute("download")) return null;
  if (link.target && link.target !== "_self") return null;
  if (isDocument(link.pathname) || link.pathname.startsWith("/api/")) return null;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return null;
  return link.pathname + link.search + link.hash;
}
