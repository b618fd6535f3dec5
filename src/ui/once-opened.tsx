import { type ReactNode, Suspense, useState } from "react";

type OnceOpenedProps = { isOpen: boolean; children: ReactNode };

/** Draws what opens over the page from its first opening on, so that its code is no part of the page's first load. */
export function OnceOpened({ isOpen, children }: OnceOpenedProps) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null;
}
