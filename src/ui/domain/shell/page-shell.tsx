import type { ReactNode } from "react";
import type { MainPlace } from "#contract/pages.ts";
import { Logo } from "../../logo.tsx";
import { MainLinks, TabBar } from "./main-nav.tsx";

export type PageShellProps = {
  current?: MainPlace | null;
  isMember: boolean;
  /** On small screens. */
  menu?: ReactNode;
  actions: ReactNode;
  aside?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/** Without state: finished documents are drawn from it too. */
export function PageShell(props: PageShellProps) {
  const { current = null, isMember, menu, actions, aside, footer, children } = props;
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-80 focus:rounded-md focus:bg-primary focus:px-4 focus:py-2 focus:text-on-primary"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-canvas print:hidden">
        <div className="page-width flex h-14 items-center gap-2 lg:gap-5">
          {menu}
          <a href={isMember ? "/dashboard" : "/"} className="inline-flex rounded-md focus-ring">
            <Logo />
          </a>
          <MainLinks current={current} isMember={isMember} />
          <div className="ml-auto flex items-center gap-1 sm:gap-2">{actions}</div>
        </div>
      </header>
      {aside ? (
        <div className="page-width flex flex-1 gap-6 lg:pl-3">
          {aside}
          <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
            {children}
          </main>
        </div>
      ) : (
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
      )}
      {footer}
      <TabBar current={current} isMember={isMember} />
    </>
  );
}
