import { Portal } from "@ark-ui/react/portal";
import { Tooltip as ArkTooltip } from "@ark-ui/react/tooltip";
import type { ReactNode } from "react";

/** How long the pointer rests before a tooltip opens. The specification sets this value. */
const OPEN_DELAY_MS = 700;
/** How long after one tooltip has closed the next one opens without delay. The specification sets this value. */
const SKIP_DELAY_MS = 300;

type TooltipProps = {
  text: ReactNode;
  /** The child must be one focusable element, so that the keyboard opens the tooltip too. */
  children: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

export function Tooltip({ text, children, isOpen, onOpenChange }: TooltipProps) {
  return (
    <ArkTooltip.Root
      openDelay={OPEN_DELAY_MS}
      closeDelay={SKIP_DELAY_MS}
      closeOnClick={isOpen === undefined}
      closeOnPointerDown={isOpen === undefined}
      lazyMount
      unmountOnExit
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange ? { onOpenChange: ({ open }) => onOpenChange(open) } : {})}
    >
      <ArkTooltip.Trigger asChild>{children}</ArkTooltip.Trigger>
      <Portal>
        <ArkTooltip.Positioner>
          <ArkTooltip.Content className="z-60 max-w-72 rounded-md bg-ink px-3 py-2 text-sm text-canvas shadow-float animate-fade-in">
            {text}
          </ArkTooltip.Content>
        </ArkTooltip.Positioner>
      </Portal>
    </ArkTooltip.Root>
  );
}
