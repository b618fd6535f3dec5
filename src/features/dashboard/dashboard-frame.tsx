import { type ReactNode, useState } from "react";
import { IconButton } from "#ui/button.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { Menu } from "#ui/icons.tsx";
import { Logo } from "#ui/logo.tsx";
import { Sidebar } from "./sidebar.tsx";
import type { OpenView, View } from "./views.ts";

type DashboardFrameProps = {
  /** The view that is marked in the sidebar. */
  view: View;
  onOpen: OpenView;
  children: ReactNode;
};

/** Sidebar, or a drawer behind a menu button on a small screen, and the content beside it. */
export function DashboardFrame({ view, onOpen, children }: DashboardFrameProps) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const openFromMenu: OpenView = (...place) => {
    setIsMenuOpen(false);
    onOpen(...place);
  };
  return (
    <div className="flex flex-1">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-80 focus:rounded-md focus:bg-primary focus:px-4 focus:py-2 focus:text-on-primary"
      >
        Skip to content
      </a>
      <aside
        aria-label="Sidebar"
        className="w-68 shrink-0 border-r border-line bg-surface max-lg:hidden print:hidden"
      >
        <div className="sticky top-0 h-dvh overflow-y-auto">
          <Sidebar view={view} onOpen={onOpen} />
        </div>
      </aside>
      <Drawer isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} title="Menu">
        <Sidebar view={view} onOpen={openFromMenu} />
      </Drawer>
      <div className="min-w-0 flex-1">
        <header className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-canvas px-2 py-1.5 lg:hidden print:hidden">
          <IconButton label="Open menu" onClick={() => setIsMenuOpen(true)}>
            <Menu />
          </IconButton>
          <Logo />
        </header>
        <main id="main" tabIndex={-1} className="page-width flex flex-col gap-6 py-6 outline-none sm:py-8">
          {children}
        </main>
      </div>
    </div>
  );
}
