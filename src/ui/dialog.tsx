import { lazy } from "react";
import type { DialogProps } from "./dialog-window.tsx";
import { OnceOpened } from "./once-opened.tsx";

const DialogWindow = lazy(async () => ({ default: (await import("./dialog-window.tsx")).DialogWindow }));

/** A window over the page. Holds the focus, closes with Escape, gives the focus back. */
export function Dialog(props: DialogProps) {
  return (
    <OnceOpened isOpen={props.isOpen}>
      <DialogWindow {...props} />
    </OnceOpened>
  );
}
