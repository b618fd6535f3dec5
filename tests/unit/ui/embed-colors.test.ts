import { expect, it } from "vitest";
import { EMBED_STYLE } from "#app/pages/embed.tsx";
import { colors } from "#ui/tokens.ts";

it("the card for blogs has the page's colors, in light and dark", () => {
  const used = [...EMBED_STYLE.matchAll(/light-dark\((#\w+),(#\w+)\)/g)].map(([, light, dark]) => [
    light,
    dark,
  ]);
  expect(used.length).toBeGreaterThan(5);
  expect(EMBED_STYLE.replaceAll(/light-dark\([^)]*\)/g, "")).not.toContain("#");
  for (const pair of used) expect(Object.values(colors)).toContainEqual(pair);
});
