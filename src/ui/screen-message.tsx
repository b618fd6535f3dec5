import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

type ScreenMessageProps = { title: string; text?: ReactNode; action?: ReactNode; icon?: ReactNode };

/** A full screen with one message. A file of its own: the error fallback must load with the entry. */
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
