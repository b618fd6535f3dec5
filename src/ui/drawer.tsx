import { lazy } from "react";
import type { DrawerProps } from "./drawer-panel.tsx";
import { OnceOpened } from "./once-opened.tsx";

const DrawerPanel = lazy(async () => ({ default: (await import("./drawer-panel.tsx")).DrawerPanel }));

/** A panel that slides in from the left on small screens. A click on the overlay, the button and Escape close it. */
export function Drawer(props: DrawerProps) {
  return (
    <OnceOpened isOpen={props.isOpen}>
      <DrawerPanel {...props} />
    </OnceOpened>
  );
}
