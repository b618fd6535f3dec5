import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSession } from "#lib/session.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { classes } from "#ui/classes.ts";
import { ChevronDown } from "#ui/icons.tsx";
import { chooseFolds, useFold } from "./folds.ts";

type FoldProps = {
  id: string;
  level?: 2 | 3;
  title: string;
  finding: ReactNode;
  aside?: ReactNode;
  isOpenOnWide?: boolean;
  children: ReactNode;
};

export function Fold({ id, level = 2, title, finding, aside, isOpenOnWide = false, children }: FoldProps) {
  const [isOpen, choose] = useFold(id, isOpenOnWide);
  const Heading = `h${level}` as const;
  return (
    <details
      data-printed
      open={isOpen}
      onToggle={({ currentTarget, target }) => target === currentTarget && choose(currentTarget.open)}
    >
      <summary className="-mx-2 -my-1.5 grid min-h-11 cursor-pointer list-none grid-cols-[1fr_auto] items-start gap-x-3 rounded-md px-2 py-1.5 transition-colors duration-fast hover:bg-sunken focus-ring sm:flex [&::-webkit-details-marker]:hidden">
        <hgroup className="min-w-0 sm:flex-1">
          <Heading id={id} className="scroll-mt-14 text-sm font-semibold text-muted lg:scroll-mt-0">
            {title}
          </Heading>
          <p className="mt-0.5 font-medium text-ink text-pretty">{finding}</p>
        </hgroup>
        <ChevronDown
          className={classes(
            "size-5 text-muted transition-transform duration-fast sm:order-last print:hidden",
            isOpen && "rotate-180",
          )}
        />
        {aside && (
          <span className="flex flex-wrap gap-1.5 max-sm:col-span-2 max-sm:mt-1.5 sm:justify-end">
            {aside}
          </span>
        )}
      </summary>
      <div className="pt-5">{children}</div>
    </details>
  );
}

type ResultSectionProps = FoldProps & {
  always?: ReactNode;
  /** Whether the section is printed. Most are not, so that an analysis fits on two pages. */
  isPrinted?: boolean;
};

export function ResultSection({ always, isPrinted = false, ...fold }: ResultSectionProps) {
  return (
    <Card aria-labelledby={fold.id} className={isPrinted ? "!py-4" : "!py-4 print:hidden"}>
      <Fold {...fold} />
      {always && <div className="mt-4">{always}</div>}
    </Card>
  );
}

type PanelProps = FoldProps & {
  isFolding: boolean;
  description?: ReactNode;
  control?: ReactNode;
};

export function Panel({ isFolding, description, control, children, ...fold }: PanelProps) {
  if (isFolding)
    return (
      <ResultSection {...fold}>
        {control && <div className="mb-4 flex justify-end">{control}</div>}
        {children}
      </ResultSection>
    );
  return (
    <Card aria-labelledby={fold.id}>
      <CardHeader id={fold.id} title={fold.title} description={description} aside={control ?? fold.aside} />
      {children}
    </Card>
  );
}

type MissingSectionProps = { id: string; title: string; reason: string };

export function MissingSection({ id, title, reason }: MissingSectionProps) {
  return (
    <section
      aria-labelledby={id}
      className="rounded-lg border border-dashed border-edge px-5 py-4 sm:px-6 print:hidden"
    >
      <h2 id={id} className="scroll-mt-14 text-sm font-semibold text-muted lg:scroll-mt-0">
        {title}
      </h2>
      <p className="mt-0.5 text-muted text-pretty">{reason}</p>
    </section>
  );
}

/** Two sections beside each other on a wide screen; one that is alone, or open, takes the whole width. */
export const pairClasses =
  "grid items-start gap-3 sm:gap-4 lg:grid-cols-2 [&>*]:min-w-0 lg:[&>:only-child]:col-span-2 lg:[&>:has(>details[open])]:col-span-2";

export type SectionLink = { id: string; name: string };

type SectionBarProps = {
  sections: readonly SectionLink[];
  foldIds: readonly string[];
};

const item =
  "inline-flex min-h-11 items-center whitespace-nowrap rounded-md px-2 text-sm font-semibold transition-colors duration-fast hover:text-ink focus-ring";

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
      className="sticky top-[calc(3.5rem+1px)] z-20 -mx-4 border-y border-line bg-canvas sm:-mx-6 print:hidden"
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
