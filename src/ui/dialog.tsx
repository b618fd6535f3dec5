import { lazy, type ReactNode, Suspense, useState } from "react";
import type { DialogProps, DrawerProps } from "./dialog-window.tsx";

const DialogWindow = lazy(async () => ({ default: (await import("./dialog-window.tsx")).DialogWindow }));
const DrawerPanel = lazy(async () => ({ default: (await import("./dialog-window.tsx")).DrawerPanel }));

export function Dialog(props: DialogProps) {
  return (
    <OnceOpened isOpen={props.isOpen}>
      <DialogWindow {...props} />
    </OnceOpened>
  );
}

export function Drawer(props: DrawerProps) {
  return (
    <OnceOpened isOpen={props.isOpen}>
      <DrawerPanel {...props} />
    </OnceOpened>
  );
}

type OnceOpenedProps = { isOpen: boolean; children: ReactNode };

/** Renders its children, and so loads their code, only once it has been opened. */
function OnceOpened({ isOpen, children }: OnceOpenedProps) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null;
}
