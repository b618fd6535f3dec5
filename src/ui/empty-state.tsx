import type { ReactNode } from "react";
import { Card } from "./card.tsx";

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
};

/** Says that there is nothing yet, why, and what to do next. */
export function EmptyState({ icon, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <Card as="div" className="flex flex-col items-center gap-3 py-12 text-center">
      {icon && <span className="rounded-full bg-primary-soft p-3.5 text-primary">{icon}</span>}
      <Heading className="heading-3">{title}</Heading>
      {text && <p className="max-w-md text-muted text-pretty">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </Card>
  );
}
