import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import { Logo } from "./logo.tsx";

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
};

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

type ScreenMessageProps = { title: string; text?: ReactNode; action?: ReactNode; icon?: ReactNode };

/**
 * A full-screen message. It has a file of its own, because the error boundary's fallback must be part of the
 * entry bundle.
 */
export function ScreenMessage({ title, text, action, icon }: ScreenMessageProps) {
  return (
    <div className="flex-1 flex flex-col">
      <header className="page-width py-4">
        <a href="/" className="inline-block rounded-md focus-ring">
          <Logo />
        </a>
      </header>
      <main
        id="main"
        className="flex flex-1 flex-col items-center justify-center gap-4 px-4 pb-24 text-center"
      >
        {icon && <span className="rounded-full bg-primary-soft p-4 text-primary">{icon}</span>}
        <h1 className="heading-1">{title}</h1>
        {text && <p className="max-w-lg text-muted text-pretty">{text}</p>}
        {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
      </main>
    </div>
  );
}
