import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The themes differ in colors alone, so these are the rules whose result may differ in dark. */
const rulesAboutColor = ["color-contrast", "link-in-text-block"];

const drawnTwice = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));

/**
 * Expects that axe finds nothing on the page in its current state, in light and in dark. `within` limits it to a
 * part. A violation is printed with its rule and the element.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    // Colors that are changing from one theme to the other have no meaningful contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(drawnTwice);
    const builder = new AxeBuilder({ page });
    const axe = colorScheme === "light" ? builder.withTags(standards) : builder.withRules(rulesAboutColor);
    const { violations } = await (within ? axe.include(within) : axe).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}\n${failureSummary}`),
    );
    expect(found, [`axe, ${colorScheme}`, ...found].join(": ")).toEqual([]);
  }
}

/** Expects that nothing makes the page wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // A chart takes its new width in the frame after the screen has changed.
  await page.evaluate(drawnTwice);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, "pixels beyond the right edge").toBeLessThanOrEqual(0);
}
