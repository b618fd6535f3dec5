import { Dialog as ArkDialog } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Close } from "./icons.tsx";

export type DrawerProps = { isOpen: boolean; onClose: () => void; title: string; children: ReactNode };

/** The panel of `Drawer`, with the code that holds the focus in it. */
export function DrawerPanel({ isOpen, onClose, title, children }: DrawerProps) {
  return (
    <ArkDialog.Root
      open={isOpen}
      onOpenChange={(details) => !details.open && onClose()}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ArkDialog.Backdrop
          data-testid="drawer-overlay"
          className="fixed inset-0 z-40 bg-overlay animate-fade-in data-[state=closed]:animate-fade-out"
        />
        <ArkDialog.Positioner className="fixed inset-y-0 left-0 z-50 flex">
          <ArkDialog.Content className="relative h-dvh w-[min(20rem,85vw)] overflow-y-auto bg-surface shadow-float focus-ring animate-slide-in data-[state=closed]:animate-slide-out">
            <ArkDialog.Title className="sr-only">{title}</ArkDialog.Title>
            <ArkDialog.CloseTrigger asChild>
              <IconButton label="Close menu" className="absolute right-2 top-2">
                <Close />
              </IconButton>
            </ArkDialog.CloseTrigger>
            {children}
          </ArkDialog.Content>
        </ArkDialog.Positioner>
      </Portal>
    </ArkDialog.Root>
  );
}
