import { expect, type Locator, type Page } from "@playwright/test";

/** Expects that the only visible toast says this. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = page.getByTestId("toast");
  await expect(toast).toHaveCount(1);
  await expect(toast).toContainText(title);
  if (description) await expect(toast).toContainText(description);
}

/** Expects a failure with exactly this text beside its control, and no toast. */
export async function expectFailure(within: Page | Locator, text: string): Promise<void> {
  await expect(within.getByRole("alert").filter({ hasText: text })).toHaveText(text);
  const page = "goto" in within ? within : within.page();
  await expect(page.getByTestId("toast")).toHaveCount(0);
}
