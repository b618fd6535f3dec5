/**
 * The design's colors as [light theme, dark theme], which uno.config.ts turns into CSS.
 * tests/unit/ui/contrast.test.ts checks that texts have a contrast of 4.5:1.
 */
export const colors = {
  canvas: ["#f4f7f6", "#0b1311"],
  surface: ["#ffffff", "#121c19"],
  sunken: ["#ebf0ee", "#0e1715"],
  raised: ["#ffffff", "#1a2723"],
  overlay: ["#0b1311a6", "#000000a6"],

  line: ["#d8e1dd", "#263630"],
  /** The color of borders that must be seen. It has a contrast of 3:1 on every background. */
  edge: ["#788a82", "#64796f"],

  ink: ["#0f221c", "#e9f1ed"],
  muted: ["#4b5f57", "#a5b7ae"],

  primary: ["#0c5a4a", "#52c9a7"],
  "primary-hover": ["#08473a", "#7cdcc1"],
  "on-primary": ["#ffffff", "#04231b"],
  "primary-soft": ["#dcede7", "#143229"],

  brand: ["#0b3d32", "#0f2f27"],
  "on-brand": ["#f3faf7", "#e9f1ed"],
  "brand-muted": ["#b7d3c8", "#a9c4b9"],
  "brand-line": ["#2a6152", "#2a4f44"],

  signal: ["#7d4a00", "#f5bd55"],
  "signal-soft": ["#fdefd2", "#35290f"],
  "signal-solid": ["#f0a92f", "#f0b04a"],
  "on-signal": ["#2b1a00", "#2b1a00"],

  positive: ["#0a6650", "#55d0ab"],
  "positive-soft": ["#dbefe8", "#12332a"],
  "positive-solid": ["#0f8a6c", "#3fbf98"],
  negative: ["#a8341a", "#ff9676"],
  "negative-soft": ["#fbe5de", "#3b1e14"],
  "negative-solid": ["#cf4a2a", "#f07a57"],
  warn: ["#7d4a00", "#f5bd55"],
  "warn-soft": ["#fdefd2", "#35290f"],
  danger: ["#b01f1a", "#ff8f87"],
  "danger-hover": ["#8d1512", "#ffb0aa"],
  "on-danger": ["#ffffff", "#2f0504"],
  "danger-soft": ["#fce4e2", "#3c1716"],
  info: ["#17568a", "#86c3f3"],
  "info-soft": ["#dfecf8", "#13293b"],

  "level-red": ["#c4371f", "#f07a57"],
  "level-orange": ["#cc6d00", "#f0a04a"],
  "level-yellow": ["#a98500", "#e2c044"],
  "level-green": ["#0f8a6c", "#3fbf98"],

  "chart-1": ["#0c5a4a", "#52c9a7"],
  "chart-2": ["#b87100", "#f0b04a"],
  "chart-3": ["#17568a", "#86c3f3"],
  "chart-4": ["#8a3d8f", "#d79bdc"],
  "chart-grid": ["#d8e1dd", "#263630"],
} as const satisfies Record<string, readonly [string, string]>;

export type Color = keyof typeof colors;

export const fonts = {
  sans: '"Inter Variable", "Inter Fallback", system-ui, sans-serif',
  display: '"Schibsted Grotesk", "Schibsted Fallback", system-ui, sans-serif',
} as const;

export const textSizes = {
  xs: ["0.75rem", "1.1rem"],
  sm: ["0.875rem", "1.3rem"],
  base: ["1rem", "1.55rem"],
  lg: ["1.125rem", "1.65rem"],
  xl: ["1.3rem", "1.75rem"],
  "2xl": ["1.6rem", "2rem"],
  "3xl": ["2.05rem", "2.4rem"],
  "4xl": ["2.6rem", "2.85rem"],
  "5xl": ["3.4rem", "3.55rem"],
} as const satisfies Record<string, readonly [string, string]>;

export const radii = {
  sm: "0.375rem",
  md: "0.625rem",
  lg: "0.875rem",
  xl: "1.25rem",
  full: "9999px",
} as const;

export const shadows = {
  card: "0 1px 2px rgb(9 30 24 / 0.05), 0 2px 8px rgb(9 30 24 / 0.04)",
  float: "0 4px 12px rgb(9 30 24 / 0.10), 0 16px 40px rgb(9 30 24 / 0.14)",
} as const;

/** Durations of animations in milliseconds. */
export const motion = { fast: 120, base: 200, slow: 360 } as const;
