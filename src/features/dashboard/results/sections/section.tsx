import type { ReactNode } from "react";
import { Card, CardHeader } from "#ui/card.tsx";
import { classes } from "#ui/classes.ts";
import { ChevronDown } from "#ui/icons.tsx";
import { useFold } from "./folds.ts";

type FoldProps = {
  /** Of the heading: the target of the section bar. */
  id: string;
  level?: 2 | 3;
  title: string;
  /** What the section found, in one line; true of its data. */
  finding: ReactNode;
  /** A badge on the right. */
  aside?: ReactNode;
  /** Unfolded on a wide screen until the viewer folds it. */
  isOpenOnWide?: boolean;
  children: ReactNode;
};

/** A heading with its finding, and details that unfold. Printed unfolded; finding text on the page unfolds it. */
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
  /** Shown whether folded or not, below the heading. */
  always?: ReactNode;
};

/** A section of the result: a card that folds under its finding. */
export function ResultSection({ always, ...fold }: ResultSectionProps) {
  return (
    <Card aria-labelledby={fold.id} className="!py-4">
      <Fold {...fold} />
      {always && <div className="mt-4">{always}</div>}
    </Card>
  );
}

type PanelProps = FoldProps & {
  /** With a result above, the panel folds under its finding. */
  isFolding: boolean;
  description?: ReactNode;
  /** A control on the right of the heading; below it while the panel folds. */
  control?: ReactNode;
};

/** A card that stands open on its own, and folds like the sections of a result where it follows one. */
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

/** Stands where a source gave nothing for a section, with the reason. */
export function MissingSection({ id, title, reason }: MissingSectionProps) {
  return (
    <section aria-labelledby={id} className="rounded-lg border border-dashed border-edge px-5 py-4 sm:px-6">
      <h2 id={id} className="scroll-mt-14 text-sm font-semibold text-muted lg:scroll-mt-0">
        {title}
      </h2>
      <p className="mt-0.5 text-muted text-pretty">{reason}</p>
    </section>
  );
}
