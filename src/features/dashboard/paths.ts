import type { View } from "./views.ts";

/** The address of a view. */
export function viewPath(view: View): string {
  return view === "welcome" ? "/dashboard" : `/dashboard?view=${view}`;
}

/** The address of a past prediction. */
export function predictionPath(id: string): string {
  return `/dashboard/predictions/${encodeURIComponent(id)}`;
}
