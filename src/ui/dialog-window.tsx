import { Dialog as ArkDialog } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Close } from "./icons.tsx";

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Whether the dialog must be answered: a click outside does not close it. */
  isAlert?: boolean;
  children?: ReactNode;
  footer?: ReactNode;
};

/**
 * Loaded by `Dialog` when it is first opened. The dialog needs a closing animation: Ark unmounts it when an
 * animation ends, and misses the opening animation of a dialog that is open from its first render. The focus goes to
 * the first control of the content, or to the dialog itself if it has none, and not to the button that closes it.
 */
export function DialogWindow(props: DialogProps) {
  const { isOpen, onClose, title, description, isAlert = false, children, footer } = props;
  return (
    <ArkDialog.Root
      open={isOpen}
      onOpenChange={(details) => !details.open && onClose()}
      role={isAlert ? "alertdialog" : "dialog"}
      closeOnInteractOutside={!isAlert}
      // Without this, Ark gives the focus of an alert to the button that closes it.
      initialFocusEl={() => null}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ArkDialog.Backdrop className="fixed inset-0 z-40 bg-overlay animate-fade-in data-[state=closed]:animate-fade-out" />
        <ArkDialog.Positioner className="fixed inset-0 z-50 flex items-end sm:items-center justify-center overflow-y-auto p-4">
          <ArkDialog.Content className="w-full max-w-lg rounded-lg bg-raised p-6 shadow-float focus-ring animate-rise-in data-[state=closed]:animate-fade-out">
            <div className="flex items-start justify-between gap-4">
              <ArkDialog.Title className="heading-3">{title}</ArkDialog.Title>
              <ArkDialog.CloseTrigger asChild>
                <IconButton label="Close" className="-mr-2 -mt-2" data-no-autofocus>
                  <Close />
                </IconButton>
              </ArkDialog.CloseTrigger>
            </div>
            {description && (
              <ArkDialog.Description className="mt-1 text-muted">{description}</ArkDialog.Description>
            )}
            {children && <div className="mt-4">{children}</div>}
            {footer && <div className="mt-6 flex flex-wrap justify-end gap-3">{footer}</div>}
          </ArkDialog.Content>
        </ArkDialog.Positioner>
      </Portal>
    </ArkDialog.Root>
  );
}

export type DrawerProps = { isOpen: boolean; onClose: () => void; title: string; children: ReactNode };

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
