import { lazy, type ReactNode, Suspense, useState } from "react";
import type { DialogProps, DrawerProps } from "./dialog-window.tsx";

const DialogWindow = lazy(async () => ({ default: (await import("./dialog-window.tsx")).DialogWindow }));
const DrawerPanel = lazy(async () => ({ default: (await import("./dialog-window.tsx")).DrawerPanel }));

/** A window over the page. Holds the focus, closes with Escape, gives the focus back. */
export function Dialog(props: DialogProps) {
  return (
    <OnceOpened isOpen={props.isOpen}>
      <DialogWindow {...props} />
    </OnceOpened>
  );
}

/** A panel that slides in from the left on small screens. A click on the overlay, the button and Escape close it. */
export function Drawer(props: DrawerProps) {
  return (
    <OnceOpened isOpen={props.isOpen}>
      <DrawerPanel {...props} />
    </OnceOpened>
  );
}

type OnceOpenedProps = { isOpen: boolean; children: ReactNode };

/** Draws what opens over the page from its first opening on, so that its code is no part of the page's first load. */
function OnceOpened({ isOpen, children }: OnceOpenedProps) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null;
}
