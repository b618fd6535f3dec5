import { expect, type Page } from "@playwright/test";

/** Reads the page as laid out: blocks are lines, and hidden text does not count. */
export function textOf(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: words of two blocks are not doubled words
  return page.locator("body").innerText();
}

/** Waits until the page is complete: no spinner, and the same words twice in a row. */
export async function untilAtRest(page: Page): Promise<void> {
  await expect(page.getByRole("main")).not.toBeEmpty();
  await expect(page.getByText("Loading…")).toHaveCount(0);
  let before = "";
  await expect
    .poll(
      async () => {
        const text = await textOf(page);
        const isSame = text === before;
        before = text;
        return isSame;
      },
      { intervals: [400] },
    )
    .toBe(true);
}
