export const authPaths = [
  "/auth",
  "/auth/confirm-email",
  "/auth/forgot-password",
  "/auth/reset-password",
  "/auth/set-up",
  "/auth/return/:provider",
] as const;

export const newsletterPaths = ["/newsletter/confirm", "/newsletter/unsubscribe"] as const;

export const pagePatterns = [
  "/",
  "/privacy",
  "/terms",
  ...authPaths,
  "/dashboard",
  "/dashboard/predictions/:id",
  "/account",
  ...newsletterPaths,
  "/notices/unsubscribe",
  "/review",
  "/subscribe",
  "/support",
  "/oauth/authorize",
  "/pricing",
  "/calendar",
  "/compare",
  "/watchlist",
  "/alerts",
  "/developers",
  "/track-record",
  "/track-record/versus-markets",
  "/track-record/model",
  "/track-record/:id",
  "/data",
  "/data/track-record",
  "/embed",
  "/security",
  "/status",
  "/calendar/:week",
  "/stocks/:symbol",
  "/predictions/:id",
] as const;
export type PagePattern = (typeof pagePatterns)[number];

const aliases: Readonly<Record<string, PagePattern>> = {
  "/index.html": "/",
  "/privacy.html": "/privacy",
  "/terms.html": "/terms",
  "/shell.html": "/dashboard",
  "/public-page.html": "/",
};

export function pageAt(path: string): PagePattern | null {
  const parts = path.split("/");
  const isInstance = (pattern: string) => {
    const wanted = pattern.split("/");
    return (
      wanted.length === parts.length &&
      wanted.every((part, i) => (part.startsWith(":") ? parts[i] !== "" : part === parts[i]))
    );
  };
  return pagePatterns.find(isInstance) ?? null;
}

/** Returns the canonical address of a path with a trailing slash or a file name; otherwise null. */
export function canonicalPath(path: string): string | null {
  const bare = path.replace(/(?<!\/)\/+$/, "") || "/";
  const meant = aliases[bare] ?? bare;
  return meant !== path && pageAt(meant) ? meant : null;
}

export function isServerRenderedPath(path: string): boolean {
  const page = pageAt(path);
  return page !== null && documentPatterns.has(page);
}

const documentPatterns: ReadonlySet<PagePattern> = new Set([
  "/",
  "/privacy",
  "/terms",
  "/track-record/versus-markets",
  "/track-record/model",
  "/data",
  "/data/track-record",
  "/embed",
  "/security",
  "/status",
  "/calendar/:week",
  "/stocks/:symbol",
  "/predictions/:id",
]);

/** The main entries of the navigation, in their order. For a visitor, Home opens the landing page. */
export const navigationItems = [
  { name: "Home", path: "/dashboard" },
  { name: "Calendar", path: "/calendar" },
  { name: "Analyze", path: "/dashboard?view=analysis" },
  { name: "Watchlist", path: "/watchlist" },
  { name: "Track record", path: "/track-record" },
] as const;
export type NavigationItem = (typeof navigationItems)[number]["name"];

export function navigationPathOf(
  { name, path }: (typeof navigationItems)[number],
  isMember: boolean,
): string {
  return name === "Home" && !isMember ? "/" : path;
}

const placeOfPattern: Partial<Record<PagePattern, NavigationItem>> = {
  "/": "Home",
  "/dashboard": "Home",
  "/dashboard/predictions/:id": "Home",
  "/calendar": "Calendar",
  "/calendar/:week": "Calendar",
  "/stocks/:symbol": "Analyze",
  "/watchlist": "Watchlist",
  "/alerts": "Watchlist",
  "/track-record": "Track record",
  "/track-record/:id": "Track record",
  "/predictions/:id": "Track record",
  "/data": "Track record",
  "/data/track-record": "Track record",
  "/track-record/versus-markets": "Track record",
  "/track-record/model": "Track record",
};

/**
 * The query parameters with which the web manifest's share target opens the app, the most informative first.
 */
export const shareTargetFields = ["shared_url", "shared_text", "shared_title"] as const;

export function navigationItemAt(path: string, search = ""): NavigationItem | null {
  const params = new URLSearchParams(search);
  const isOfCompany = ["symbol", "shared_url", "shared_text", "shared_title"].some((name) =>
    params.has(name),
  );
  const view = params.get("view") ?? (isOfCompany ? "analysis" : null);
  if (path === "/dashboard" && view === "analysis") return "Analyze";
  const pattern = pageAt(path);
  return (pattern && placeOfPattern[pattern]) ?? null;
}

/**
 * The URL hash that opens the search on pages that load the application's script. Other pages link to one of
 * those pages with it.
 */
export const SEARCH_HASH = "#search";

/** The placeholder in the built HTML frame that the server replaces with the content of a public page. */
export const CONTENT_PLACEHOLDER = "%CONTENT%";
