import type { Evidence, EvidenceState } from "#contract/evidence.ts";
import { number } from "#lib/numbers.ts";
import type { Tone } from "./badge.tsx";

/** Colour of a fact's state. */
export const stateTones: Record<EvidenceState, Tone> = {
  live: "beat",
  cached: "info",
  missing: "neutral",
  sample: "warn",
};

/** A fact's value with its unit, or a dash where it is missing. */
export function valueText({ value, unit }: Pick<Evidence, "value" | "unit">): string {
  if (value === null) return "—";
  const text = typeof value === "number" ? number(value, 6) : value;
  if (unit === null) return text;
  return unit === "%" ? `${text}%` : `${text} ${unit}`;
}
