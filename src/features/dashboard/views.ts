import { isShared } from "./shared-ticker.ts";

export const views = ["welcome", "analysis", "history", "metrics"] as const;
export type View = (typeof views)[number];

export type OpenView = (view: View, ticker?: string) => void;

export const viewTitles: Record<View, string> = {
  welcome: "Welcome Dashboard",
  analysis: "Stock Analysis",
  history: "Prediction History",
  metrics: "Performance Metrics",
};

function isView(text: string | null): text is View {
  return views.some((view) => view === text);
}

export function viewOf(params: URLSearchParams): View {
  const named = params.get("view");
  if (isView(named)) return named;
  return params.has("symbol") || isShared(params) ? "analysis" : "welcome";
}

export function viewPath(view: View): string {
  return view === "welcome" ? "/dashboard" : `/dashboard?view=${view}`;
}

export function predictionPath(id: string): string {
  return `/dashboard/predictions/${encodeURIComponent(id)}`;
}
