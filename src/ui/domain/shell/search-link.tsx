import { SEARCH_HASH } from "#contract/pages.ts";
import { Search } from "../../icons.tsx";

/** Without our script; public/public-page.js follows it on Command-K and "/". */
export function SearchLink() {
  return (
    <a
      href={`/calendar${SEARCH_HASH}`}
      data-search
      aria-label="Search companies, weeks and actions"
      className="inline-flex size-11 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink focus-ring"
    >
      <Search />
    </a>
  );
}
