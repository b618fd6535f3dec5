export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

/** Classes of a square button with one icon, large enough to tap. */
export const iconSquare =
  "inline-flex size-[min(2.75rem,14vw)] shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink transition-colors duration-fast focus-ring";
