import { type ReactNode, useEffect, useRef, useState } from "react";
import { NO_EDGE_POINTS } from "#contract/rules.ts";
import { Tooltip } from "../tooltip.tsx";

const terms = {
  baseRate:
    "How often comparable companies (by size, profit and sector) beat the consensus in the last four seasons. A forecast without any skill would say this.",
  edge: `The forecast's probability minus the base rate, in percentage points. Within about ${NO_EDGE_POINTS} points there is no edge.`,
  impliedMove:
    "How far options expect the share to move on the report alone, in either direction, on average. Two expiries tell it: what the share moves on other days is taken off.",
  brier:
    "The mean squared difference between the probability and the result. 0 is perfect; 0.25 is a coin toss. Lower is better.",
  confidence:
    "How firm the forecast is, as a fixed score: very high 95, high 80, medium 65, low 40. It is not a probability.",
} as const;

type TermName = keyof typeof terms;

type TermProps = { name: TermName; children: ReactNode };

export function GlossaryTerm({ name, children }: TermProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  // Closes the explanation at a tap elsewhere. A touch screen has no hover that could end, and a tap does not
  // always move the focus.
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
