import { lazy, Suspense, useEffect, useState } from "react";
import { SEARCH_HASH } from "#contract/pages.ts";
import { classes, iconSquare } from "../../classes.ts";
import { Search as SearchIcon } from "../../icons.tsx";

const SearchPalette = lazy(() => import("./search-palette.tsx"));

type SearchProps = { isMember: boolean; onSignOut?: () => void };

/** Opens the search with a click, Command-K, Control-K or "/". */
export function Search({ isMember, onSignOut }: SearchProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    const onHash = () => {
      if (location.hash !== SEARCH_HASH) return;
      history.replaceState(history.state, "", location.pathname + location.search);
      setIsOpen(true);
    };
    onHash();
    document.addEventListener("keydown", onKey);
    addEventListener("hashchange", onHash);
    return () => {
      document.removeEventListener("keydown", onKey);
      removeEventListener("hashchange", onHash);
    };
  }, []);

  return (
    <>
      <button
        type="button"
        aria-label="Search companies, weeks and actions"
        aria-keyshortcuts="Meta+K Control+K /"
        onClick={() => setIsOpen(true)}
        className={classes(
          iconSquare,
          "gap-2 text-sm xl:h-9 xl:w-44 xl:justify-start xl:border xl:border-line xl:bg-surface xl:px-3",
        )}
      >
        <SearchIcon className="size-5 xl:size-4" />
        <span className="max-xl:hidden">Search</span>
        <kbd className="ml-auto font-sans text-xs max-xl:hidden">⌘K</kbd>
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <SearchPalette
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            isMember={isMember}
            onSignOut={onSignOut}
          />
        </Suspense>
      )}
    </>
  );
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey))
    return !event.altKey && !event.shiftKey;
  const isTyping =
    event.target instanceof HTMLElement &&
    event.target.closest(
      "input:not([type=range], [type=checkbox]), textarea, select, [contenteditable], [role=dialog]",
    );
  return event.key === "/" && !isTyping && !event.metaKey && !event.ctrlKey && !event.altKey;
}
