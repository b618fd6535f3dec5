import type { ElementType, ReactNode } from "react";
import { classes } from "./classes.ts";

type CardProps = {
  as?: ElementType;
  id?: string;
  className?: string;
  children: ReactNode;
  "aria-labelledby"?: string;
};

export function Card({ as: Element = "section", className, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={classes("rounded-lg border border-line bg-surface p-5 sm:p-6 shadow-card", className)}
    />
  );
}

type CardHeaderProps = {
  title: ReactNode;
  id?: string;
  level?: 2 | 3 | 4;
  icon?: ReactNode;
  description?: ReactNode;
  aside?: ReactNode;
};

export function CardHeader({ title, id, level = 2, icon, description, aside }: CardHeaderProps) {
  const Heading = `h${level}` as const;
  return (
    <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 items-start gap-3">
        {icon && <span className="mt-0.5 shrink-0 text-primary">{icon}</span>}
        <div className="min-w-0">
          <Heading id={id} className="heading-3">
            {title}
          </Heading>
          {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
        </div>
      </div>
      {aside}
    </header>
  );
}

type FigureProps = { label: ReactNode; value: ReactNode; note?: ReactNode };

export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5 text-xl font-semibold tracking-[-0.01em] figures">{value}</dd>
      {note && <dd className="text-sm text-muted">{note}</dd>}
    </div>
  );
}
