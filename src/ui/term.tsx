import { type ReactNode, useEffect, useRef, useState } from "react";
import { type TermName, terms } from "./terms.ts";
import { Tooltip } from "./tooltip.tsx";

type TermProps = { name: TermName; children: ReactNode };

/** A word with its explanation: on hover, on focus, and on a tap; Escape, leaving and a tap elsewhere close it. */
export function Term({ name, children }: TermProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  // A finger does not hover, and not every browser moves the focus at a tap.
  useEffect(() => {
    if (!isOpen) return;
    const onTap = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && button.current?.contains(target))) setIsOpen(false);
    };
    document.addEventListener("pointerdown", onTap);
    return () => document.removeEventListener("pointerdown", onTap);
  }, [isOpen]);

  return (
    <Tooltip text={terms[name]} isOpen={isOpen} onOpenChange={setIsOpen}>
      <button
        ref={button}
        type="button"
        onClick={() => setIsOpen(true)}
        className="cursor-help rounded-sm underline decoration-dotted decoration-1 underline-offset-4 focus-ring"
      >
        {children}
      </button>
    </Tooltip>
  );
}
