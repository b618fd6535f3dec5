export const routeNames = [
  "verify",
  "profile",
  "dashboard",
  "analyzeCached",
  "calendar",
  "landing",
  "plans",
  "trackRecord",
] as const;
export type RouteName = (typeof routeNames)[number];

/** A company on the day of its report. */
export const HOT_TICKER = "AAPL";

const paths: Record<Exclude<RouteName, "analyzeCached">, string> = {
  verify: "/api/auth/verify",
  profile: "/api/auth/profile",
  dashboard: "/api/dashboard",
  calendar: "/api/calendar",
  landing: "/",
  plans: "/api/subscription/plans",
  trackRecord: "/api/track-record",
};
/** Routes without an account. */
const open: readonly RouteName[] = ["calendar", "landing", "plans", "trackRecord"];

export type Sent = { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string };

/** Each request comes from another person and network, because of the rate limits. */
export function requestOf(route: RouteName, tokens: readonly string[]): Sent {
  if (route === "analyzeCached") return analysisOf(HOT_TICKER, tokens);
  const headers = open.includes(route) ? fromSomewhere() : signedIn(tokens);
  return { method: route === "verify" ? "POST" : "GET", path: paths[route], headers };
}

export function analysisOf(symbol: string, tokens: readonly string[]): Sent {
  const headers = { ...signedIn(tokens), "content-type": "application/json" };
  return { method: "POST", path: `/api/analyze/${symbol}`, headers, body: "{}" };
}

let asked = 0;

function signedIn(tokens: readonly string[]): Record<string, string> {
  const headers = fromSomewhere();
  return { ...headers, authorization: `Bearer ${tokens[asked % tokens.length]}` };
}

function fromSomewhere(): Record<string, string> {
  asked += 1;
  return { "cf-connecting-ip": `198.${18 + ((asked >> 16) & 1)}.${(asked >> 8) & 255}.${asked & 255}` };
}
