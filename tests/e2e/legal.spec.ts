import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";

const pages = [
  {
    path: "/privacy",
    title: "Privacy Policy",
    figures: ["Effective July 17, 2025", "30 days", "45 days"],
  },
  {
    path: "/terms",
    title: "Terms of Service",
    figures: [
      "$29",
      "100 predictions",
      "$49",
      "500",
      "$199",
      "non-refundable",
      "30 days",
      "12 months",
      "Delaware",
      "arbitration",
      "18",
      "one person",
    ],
  },
];

for (const { path, title, figures } of pages) {
  test.describe(title, () => {
    test("states the figures of the specification, without JavaScript", async ({ browser, baseURL }) => {
      const page = await browser.newPage({ javaScriptEnabled: false, baseURL });
      await page.goto(path);
      await expect(page).toHaveTitle(`${title} · Beatcast`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      for (const figure of figures) await expect(page.getByRole("main")).toContainText(figure);
      await page.close();
    });

    test("every entry of the contents leads to its section", async ({ page }) => {
      await page.goto(path);
      for (const link of await page.getByRole("navigation", { name: "Contents" }).getByRole("link").all()) {
        const target = await link.getAttribute("href");
        await expect(page.locator(target ?? "none")).toHaveCount(1);
      }
    });

    test("axe finds nothing and nothing runs off the screen", async ({ page, isMobile }) => {
      await page.goto(path);
      // The classes of these pages are in no script of the build, but the document must have their styles.
      await expect(page.locator("article li").first()).toHaveCSS("list-style-type", "disc");
      await expectNoSidewaysScroll(page);
      // The styles of pages that are in no bundle are there too.
      const [text, contents] = [
        page.getByRole("article"),
        page.getByRole("navigation", { name: "Contents" }),
      ];
      const [left, right] = [(await contents.boundingBox())?.x ?? 0, (await text.boundingBox())?.x ?? 0];
      expect(right > left).toBe(!isMobile);
      const label = page.getByText("What for:").first();
      if (path === "/privacy") await expect(label).toBeVisible({ visible: isMobile });
      await expectAccessible(page);
    });
  });
}
