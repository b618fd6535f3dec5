import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

type PageShellProps = {
  home?: "/" | "/dashboard";
  actions?: ReactNode;
  footer?: ReactNode;
  /** Screens on which the header has the theme switch; never on pages without our script. */
  themeSwitch?: "always" | "wide" | "never";
  children: ReactNode;
};

export function PageShell({ home = "/", actions, footer, themeSwitch = "always", children }: PageShellProps) {
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-80 focus:rounded-md focus:bg-primary focus:px-4 focus:py-2 focus:text-on-primary"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-canvas">
        <div className="page-width flex min-h-16 items-center justify-between gap-3">
          <a href={home} className="rounded-md focus-ring">
            <Logo />
          </a>
          <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
            {actions}
            {themeSwitch !== "never" && (
              <span className={themeSwitch === "wide" ? "max-sm:hidden" : undefined}>
                <ThemeSwitch />
              </span>
            )}
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      {footer}
    </>
  );
}
