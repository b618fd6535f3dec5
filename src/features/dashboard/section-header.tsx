import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { ArrowLeft } from "#ui/icons.tsx";
import type { OpenView } from "./views.ts";

type Props = { title: string; text?: ReactNode; onOpen: OpenView };

/** Heading of every view but the first, with the way back. */
export function SectionHeader({ title, text, onOpen }: Props) {
  return (
    <header className="flex flex-col items-start gap-2">
      <Button variant="ghost" size="sm" className="-ml-3 print:hidden" onClick={() => onOpen("welcome")}>
        <ArrowLeft className="size-4" />
        Back to Welcome
      </Button>
      <h1 className="heading-1">{title}</h1>
      {text && <p className="max-w-2xl text-muted">{text}</p>}
    </header>
  );
}
