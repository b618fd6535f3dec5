import type { ReactNode } from "react";
import { SEARCH_HASH } from "#contract/pages.ts";
import { iconSquare } from "../../classes.ts";
import { Bell, Search, User } from "../../icons.tsx";
import { PageShell, VisitorLinks } from "./page-shell.tsx";

/**
 * The frame of pages that do not load the app. They are the same for every reader; public/public-page.js shows
 * the part for members.
 */
export function DocumentShell({ children }: { children: ReactNode }) {
  return (
    <PageShell
      isMember={false}
      actions={
        <>
          <a
            href={`/calendar${SEARCH_HASH}`}
            data-search
            aria-label="Search companies, weeks and actions"
            className={iconSquare}
          >
            <Search />
          </a>
          <span data-for="visitor" className="contents">
            <VisitorLinks />
          </span>
          <span data-for="member">
            <a href="/alerts" aria-label="Alerts" className={iconSquare}>
              <Bell />
            </a>
            <a href="/account" aria-label="Your account" className={iconSquare}>
              <span className="inline-flex size-8 items-center justify-center rounded-full bg-primary-soft text-primary">
                <User className="size-4" />
              </span>
            </a>
          </span>
        </>
      }
      footer={
        <footer className="border-t border-line">
          <p className="page-width flex flex-wrap gap-x-6 gap-y-1 py-6 text-sm text-muted">
            <span className="py-1">© 2025 Beatcast</span>
            {links.map(([href, text]) => (
              <a key={href} href={href} className="link py-1">
                {text}
              </a>
            ))}
          </p>
        </footer>
      }
    >
      {children}
    </PageShell>
  );
}

const links = [
  ["/track-record", "Track record"],
  ["/privacy", "Privacy Policy"],
  ["/terms", "Terms of Service"],
  ["/security", "Security"],
  ["/status", "Status"],
] as const;
