/** The account screens under /auth; each is drawn by the same page. */
export const authPaths = [
  "/auth",
  "/auth/confirm-email",
  "/auth/forgot-password",
  "/auth/reset-password",
  "/auth/set-up",
] as const;

/** The newsletter's links, by what they do. */
export const newsletterPaths = ["/newsletter/confirm", "/newsletter/unsubscribe"] as const;

/** Every page there is, each at its one address; anything else is a file, or not found. */
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
  "/pricing",
  "/calendar",
  "/compare",
  "/watchlist",
  "/alerts",
  "/developers",
  "/track-record",
  "/track-record/:id",
  "/data",
  "/calendar/:week",
  "/stocks/:symbol",
  "/predictions/:id",
] as const;
export type PagePattern = (typeof pagePatterns)[number];

/** Other addresses under which a page was or might be looked for. */
const aliases: Readonly<Record<string, PagePattern>> = {
  "/index.html": "/",
  "/privacy.html": "/privacy",
  "/terms.html": "/terms",
  "/shell.html": "/dashboard",
  "/calendar.html": "/calendar",
  "/dashboard.html": "/dashboard",
  "/public-page.html": "/",
};

/** The page at a path, or null. */
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

/** The one address of the page that a path means in another way (a slash at its end, a file's name), or null. */
export function canonicalPath(path: string): string | null {
  const bare = path.replace(/\/+$/, "") || "/";
  const meant = aliases[bare] ?? bare;
  return meant !== path && pageAt(meant) ? meant : null;
}

/** Whether a path is a document of its own that the Worker answers, and no view of the application. */
export function isDocument(path: string): boolean {
  const page = pageAt(path);
  return page !== null && documentPatterns.has(page);
}

const documentPatterns: ReadonlySet<PagePattern> = new Set([
  "/",
  "/privacy",
  "/terms",
  "/data",
  "/calendar/:week",
  "/stocks/:symbol",
  "/predictions/:id",
]);
