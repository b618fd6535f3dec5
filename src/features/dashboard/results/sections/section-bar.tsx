import { useEffect, useRef, useState } from "react";
import { useSession } from "#lib/session.tsx";
import { classes } from "#ui/classes.ts";
import { chooseFolds } from "./folds.ts";

export type SectionLink = { id: string; name: string };

type SectionBarProps = {
  /** In the order of the page; each id is a heading's. */
  sections: readonly SectionLink[];
  /** Every id that folds, sections and parts of them. */
  foldIds: readonly string[];
};

const item =
  "inline-flex min-h-11 items-center whitespace-nowrap rounded-md px-2.5 text-sm font-semibold transition-colors duration-fast hover:text-ink focus-ring";

/** Links to the sections of a result, always in reach; the one being read is marked. A link unfolds its section. */
export function SectionBar({ sections, foldIds }: SectionBarProps) {
  const userId = useSession().user?.id ?? "";
  const current = useCurrentSection(sections);
  const list = useRef<HTMLUListElement>(null);
  const [isAllOpen, setIsAllOpen] = useState(false);

  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (list.current && link)
      list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.clientWidth) / 2;
  }, [current]);

  return (
    <nav
      aria-label="Sections of the result"
      className="sticky top-[calc(3.5rem+1px)] z-20 -mx-4 border-y border-line bg-canvas sm:-mx-6 lg:top-0 print:hidden"
    >
      <ul ref={list} className="relative flex overflow-x-auto px-1.5 sm:px-3.5 [scrollbar-width:none]">
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "true" : undefined}
              onClick={() => foldIds.includes(id) && chooseFolds(userId, [id], true)}
              className={classes(item, id === current ? "text-primary" : "text-muted")}
            >
              {name}
            </a>
          </li>
        ))}
        <li className="ml-auto">
          <button
            type="button"
            aria-pressed={isAllOpen}
            onClick={() => {
              chooseFolds(userId, foldIds, !isAllOpen);
              setIsAllOpen(!isAllOpen);
            }}
            className={classes(item, "text-muted")}
          >
            {isAllOpen ? "Fold all" : "Unfold all"}
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** The id of the section at the upper third of the screen. */
function useCurrentSection(sections: readonly SectionLink[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  const ids = sections.map(({ id }) => id).join(" ");
  useEffect(() => {
    const areas = ids
      .split(" ")
      .map((id) => document.querySelector(`[aria-labelledby="${id}"]`))
      .filter((area) => area !== null);
    const observer = new IntersectionObserver(
      (entries) => {
        const read = entries.filter((entry) => entry.isIntersecting).at(-1);
        const id = read?.target.getAttribute("aria-labelledby");
        if (id) setCurrent(id);
      },
      { rootMargin: "-25% 0px -70% 0px" },
    );
    for (const area of areas) observer.observe(area);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
