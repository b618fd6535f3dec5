import { classes } from "./classes.ts";

function LogoMark({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={classes("shrink-0", className)} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--c-primary)" />
      <path
        d="M6 21.5h4M22 21.5h4"
        stroke="var(--c-on-primary)"
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0.55"
      />
      <circle cx="16" cy="21.5" r="3.6" fill="none" stroke="var(--c-on-primary)" strokeWidth="2" />
      <circle cx="16" cy="10" r="4.4" fill="var(--c-signal-solid)" />
    </svg>
  );
}

/** The logo's box is as wide as the text in the final font, so nothing moves when that font arrives. */
export function Logo() {
  return (
    <span className="logo relative inline-flex min-w-[7.91rem] items-center gap-2.5 font-display text-xl font-semibold tracking-[-0.02em]">
      <LogoMark />
      <span className="logo-name">Beatcast</span>
    </span>
  );
}
