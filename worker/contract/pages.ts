export const authPaths = [
  "/auth",
  "/auth/confirm-email",
  "/auth/forgot-password",
  "/auth/reset-password",
  "/auth/set-up",
] as const;

export const newsletterPaths = ["/newsletter/confirm", "/newsletter/unsubscribe"] as const;

/** Each page at its one address; anything else is a file, or not found. */
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
  "/track-record/:id",
  "/data",
  "/data/track-record",
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

/** The canonical address for a trailing slash or a file's name; null where there is none. */
export function canonicalPath(path: string): string | null {
  const bare = path.replace(/(?<!\/)\/+$/, "") || "/";
  const meant = aliases[bare] ?? bare;
  return meant !== path && pageAt(meant) ? meant : null;
}

export function isDocument(path: string): boolean {
  const page = pageAt(path);
  return page !== null && documentPatterns.has(page);
}

const documentPatterns: ReadonlySet<PagePattern> = new Set([
  "/",
  "/privacy",
  "/terms",
  "/data",
  "/data/track-record",
  "/security",
  "/status",
  "/calendar/:week",
  "/stocks/:symbol",
  "/predictions/:id",
]);
