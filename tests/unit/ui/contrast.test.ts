import { describe, expect, it } from "vitest";
import { type Color, colors } from "#ui/tokens.ts";

const grounds: Color[] = ["canvas", "surface", "sunken", "raised"];
const texts: Color[] = [
  "ink",
  "muted",
  "primary",
  "signal",
  "positive",
  "negative",
  "warn",
  "danger",
  "info",
];
const shapes: Color[] = [
  "edge",
  "level-red",
  "level-orange",
  "level-yellow",
  "level-green",
  "positive-solid",
  "negative-solid",
  "chart-1",
  "chart-2",
  "chart-3",
  "chart-4",
];
const tinted = ["primary", "signal", "positive", "negative", "warn", "danger", "info"] as const;
const filled: [Color, Color][] = [
  ["on-primary", "primary"],
  ["on-primary", "primary-hover"],
  ["on-danger", "danger"],
  ["on-danger", "danger-hover"],
  ["on-signal", "signal-solid"],
  ["on-brand", "brand"],
  ["brand-muted", "brand"],
  ["signal-solid", "brand"],
];

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("In the %s theme", (_theme, index) => {
  const between = (a: Color, b: Color) => contrast(colors[a][index], colors[b][index]);

  it.each(texts)("text in %s is readable (4.5:1) on every ground", (text) => {
    for (const ground of grounds) expect(between(text, ground), ground).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapes)("a shape in %s can be told (3:1) from every ground", (shape) => {
    for (const ground of grounds) expect(between(shape, ground), ground).toBeGreaterThanOrEqual(3);
  });

  it.each(tinted)("a %s badge reads on its own tint, and so do muted and plain text", (name) => {
    for (const text of [name, "muted", "ink"] as const)
      expect(between(text, `${name}-soft`), text).toBeGreaterThanOrEqual(4.5);
  });

  it.each(filled)("%s reads on %s", (text, ground) => {
    expect(between(text, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

/** Returns the WCAG 2.2 contrast ratio of two #rrggbb colors. */
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
