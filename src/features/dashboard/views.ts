import { shareTargetFields } from "#contract/pages.ts";
import { symbolSchema, withDottedShareClass } from "#contract/symbol.ts";

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

export function viewOfParams(params: URLSearchParams): View {
  const named = params.get("view");
  if (isView(named)) return named;
  return params.has("symbol") || hasShareTargetText(params) ? "analysis" : "welcome";
}

export function viewPath(view: View): string {
  return view === "welcome" ? "/dashboard" : `/dashboard?view=${view}`;
}

export function predictionPath(id: string): string {
  return `/dashboard/predictions/${encodeURIComponent(id)}`;
}

/** How many characters of a shared text are searched for a ticker. */
const MAX_SHARED = 2_000;

/**
 * The forms in which a shared text may name a ticker, the most certain first: the address of a quote page, an
 * exchange with the ticker, a cashtag, and the ticker in parentheses.
 */
const forms = [
  /\/(?:quotes?|stocks?|symbols?|embed)\/(?:(?:NASDAQ|NYSE|AMEX)[-:])?([A-Z]{1,5}(?:[.-][A-Z])?)(?![A-Z0-9])/i,
  /\b(?:NASDAQ|NYSE|AMEX|NYSEAMERICAN)\s?:\s?([A-Z]{1,5}(?:\.[A-Z])?)\b/,
  /\$([A-Z]{1,5}(?:\.[A-Z])?)\b/,
  /\(([A-Z]{1,5}(?:\.[A-Z])?)\)/,
];

export function hasShareTargetText(params: URLSearchParams): boolean {
  return shareTargetFields.some((name) => params.has(name));
}

/** Returns the ticker that the shared text names, or null when it names none. */
export function shareTargetTicker(params: URLSearchParams): string | null {
  const texts = shareTargetFields.map((name) => (params.get(name) ?? "").slice(0, MAX_SHARED));
  for (const form of forms)
    for (const text of texts) {
      const match = form.exec(text)?.[1];
      if (match) return withDottedShareClass(match.toUpperCase());
    }
  const alone = texts.map((text) => symbolSchema.safeParse(text)).find(({ success }) => success);
  return alone?.data ?? null;
}
