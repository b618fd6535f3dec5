import { Popover as ArkPopover } from "@ark-ui/react/popover";
import { Portal } from "@ark-ui/react/portal";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Close } from "./icons.tsx";

type PopoverProps = {
  title: string;
  trigger: ReactNode;
  children: ReactNode;
};

export function Popover({ title, trigger, children }: PopoverProps) {
  return (
    <ArkPopover.Root lazyMount unmountOnExit positioning={{ placement: "bottom-start" }}>
      <ArkPopover.Trigger asChild>{trigger}</ArkPopover.Trigger>
      <Portal>
        <ArkPopover.Positioner>
          <ArkPopover.Content
            // Ark looks up the title before the lazily mounted content exists, so the label is set directly.
            aria-label={title}
            className="z-50 w-[min(22rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised p-4 text-sm shadow-float focus-ring animate-fade-in"
          >
            <div className="flex items-start justify-between gap-3">
              <ArkPopover.Title className="font-semibold">{title}</ArkPopover.Title>
              <ArkPopover.CloseTrigger asChild>
                <IconButton label="Close" className="-mr-3 -mt-3">
                  <Close className="size-4" />
                </IconButton>
              </ArkPopover.CloseTrigger>
            </div>
            {children}
          </ArkPopover.Content>
        </ArkPopover.Positioner>
      </Portal>
    </ArkPopover.Root>
  );
}
