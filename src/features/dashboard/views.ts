import { sharedNames } from "#contract/pages.ts";
import { dottedClass, symbolSchema } from "#contract/symbol.ts";

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

export function featureTierOf(params: URLSearchParams): View {
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

/** The first words of an article do not name a company in these forms, so only a short text is searched. */
const MAX_SHARED = 2_000;

/** The most certain form comes first: a quote page, an exchange with its ticker, a cashtag, brackets. */
const forms = [
  /\/(?:quotes?|stocks?|symbols?|embed)\/(?:(?:NASDAQ|NYSE|AMEX)[-:])?([A-Z]{1,5}(?:[.-][A-Z])?)(?![A-Z0-9])/i,
  /\b(?:NASDAQ|NYSE|AMEX|NYSEAMERICAN)\s?:\s?([A-Z]{1,5}(?:\.[A-Z])?)\b/,
  /\$([A-Z]{1,5}(?:\.[A-Z])?)\b/,
  /\(([A-Z]{1,5}(?:\.[A-Z])?)\)/,
];

export function isShared(params: URLSearchParams): boolean {
  return sharedNames.some((name) => params.has(name));
}

/** Returns null when no company is named. */
export function sharedTicker(params: URLSearchParams): string | null {
  const texts = sharedNames.map((name) => (params.get(name) ?? "").slice(0, MAX_SHARED));
  for (const form of forms)
    for (const text of texts) {
      const match = form.exec(text)?.[1];
      if (match) return dottedClass(match.toUpperCase());
    }
  const alone = texts.map((text) => symbolSchema.safeParse(text)).find(({ success }) => success);
  return alone?.data ?? null;
}
