import { expect, type Page } from "@playwright/test";

/** Expects the one toast that shows to say this. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = page.getByTestId("toast");
  await expect(toast).toHaveCount(1);
  await expect(toast).toContainText(title);
  if (description) await expect(toast).toContainText(description);
}
