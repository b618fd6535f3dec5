import type { ReactNode } from "react";
import { classes } from "#ui/classes.ts";

type SectionProps = {
  id: string;
  eyebrow: string;
  title: string;
  text?: ReactNode;
  isRaised?: boolean;
  children: ReactNode;
};

/** A section of the landing page with its heading, so that all have one rhythm. */
export function Section({ id, eyebrow, title, text, isRaised = false, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classes("py-16 sm:py-22", isRaised && "border-y border-line bg-surface")}
    >
      <div className="page-width">
        <div className="mb-10 max-w-2xl">
          <p className="eyebrow">{eyebrow}</p>
          <h2 id={`${id}-title`} className="heading-1 mt-2">
            {title}
          </h2>
          {text && <p className="mt-3 text-lg text-muted text-pretty">{text}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
