import { Button } from "#ui/button.tsx";

type PagerProps = { page: number; pages: number; onPage: (page: number) => void };

/** Leads through the pages of a list; nothing where there is only one. */
export function Pager({ page, pages, onPage }: PagerProps) {
  if (pages <= 1 && page === 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className="text-sm text-muted figures">
        Page {page} of {pages}
      </span>
      <Button variant="secondary" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
