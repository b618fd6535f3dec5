import { defineConfig, presetWind3 } from "unocss";
import { colors, fonts, motion, radii, shadows, textSizes } from "#ui/tokens.ts";

const variables = Object.entries(colors).map(
  ([name, [light, dark]]) => `--c-${name}:light-dark(${light},${dark})`,
);

/** Colors are variables, so that a change of theme needs no second set of classes. */
export default defineConfig({
  presets: [presetWind3({ preflight: "on-demand" })],
  // With "-" as well, `focus-ring` would be read as a ring while focused.
  separators: [":"],
  // The legal and public pages are in no bundle of the page: the build meets their classes on disk alone.
  content: {
    pipeline: { include: [/\.tsx?($|\?)/] },
    filesystem: [
      "src/features/legal/*.tsx",
      "src/ui/domain/shell/document-shell.tsx",
      "src/ui/domain/disclosure.tsx",
      "worker/app/pages/*.tsx",
    ],
  },
  theme: {
    // In rem, so that a reader with larger text gets the layout that has room for it.
    breakpoints: { sm: "40rem", md: "48rem", lg: "64rem", xl: "80rem", "2xl": "96rem" },
    colors: {
      ...Object.fromEntries(Object.keys(colors).map((name) => [name, `var(--c-${name})`])),
      transparent: "transparent",
      current: "currentColor",
    },
    fontFamily: fonts,
    fontSize: Object.fromEntries(
      Object.entries(textSizes).map(([name, sizes]) => [name, [sizes[0], sizes[1]] as [string, string]]),
    ),
    borderRadius: { ...radii, DEFAULT: radii.md, none: "0" },
    animation: {
      keyframes: {
        "fade-in": "{from{opacity:0}to{opacity:1}}",
        "rise-in": "{from{opacity:0;transform:translateY(0.5rem)}to{opacity:1;transform:none}}",
        "slide-in": "{from{transform:translateX(-100%)}to{transform:none}}",
        "fade-out": "{from{opacity:1}to{opacity:0}}",
        "slide-out": "{from{transform:none}to{transform:translateX(-100%)}}",
      },
      durations: {
        "fade-in": `${motion.base}ms`,
        "rise-in": `${motion.base}ms`,
        "slide-in": `${motion.base}ms`,
        "fade-out": `${motion.fast}ms`,
        "slide-out": `${motion.base}ms`,
      },
      timingFns: { "rise-in": "ease-out", "slide-in": "ease-out" },
    },
    boxShadow: { ...shadows, none: "none" },
    duration: {
      DEFAULT: `${motion.base}ms`,
      fast: `${motion.fast}ms`,
      base: `${motion.base}ms`,
      slow: `${motion.slow}ms`,
    },
  },
  preflights: [
    {
      getCSS: () =>
        `:root{color-scheme:light dark;${variables.join(";")}}` +
        "[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}",
    },
  ],
  shortcuts: {
    /** Page width with the gutter of its screen. */
    "page-width": "mx-auto w-full max-w-7xl px-4 sm:px-6",
    "focus-ring": "outline-none focus-visible:(outline-solid outline-2 outline-offset-2 outline-primary)",
    link: "text-primary underline underline-offset-3 decoration-1 hover:decoration-2 rounded-sm focus-ring",
    eyebrow: "text-xs font-semibold uppercase tracking-[0.08em] text-muted",
    "heading-1": "font-display text-3xl sm:text-4xl font-semibold tracking-[-0.02em] text-balance",
    "heading-2": "font-display text-2xl font-semibold tracking-[-0.015em] text-balance",
    "heading-3": "font-display text-lg font-semibold tracking-[-0.01em]",
    figures: "tabular-nums",
  },
});
