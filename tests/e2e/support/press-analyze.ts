import { type Page, test } from "@playwright/test";

/**
 * Presses Analyze, on a phone with a finger: a mouse's press would close the suggestions, which stand above the button
 * there, and move it before it is let go.
 */
export async function pressAnalyze(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Analyze", exact: true });
  await (test.info().project.use.hasTouch ? button.tap() : button.click());
}
