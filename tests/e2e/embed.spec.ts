import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";

/** Serves a blog at an origin of its own with this text in its page. */
async function aBlog(body: string, policy?: string) {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    if (policy) response.setHeader("content-security-policy", policy);
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A blog</title><body><h1>Earnings week</h1>${body}</body>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => server.close() };
}

test("one script tag puts a company's card into a foreign page, without a cookie and under that page's policy", async ({
  page,
  baseURL,
  context,
}) => {
  const tag = (symbol: string) => `<script async src="${baseURL}/embed.js" data-symbol="${symbol}"></script>`;
  const policy = `default-src 'none'; script-src ${baseURL}; frame-src ${baseURL}`;
  const blog = await aBlog(`<p>Before</p>${tag("AAPL")}${tag("zzzz")}<p>After</p>`, policy);
  const refused: string[] = [];
  page.on(
    "console",
    (message) => void (/Policy|ToolError/.test(message.text()) && refused.push(message.text())),
  );
  await page.goto(blog.url);
  const [known, unknown] = [page.frameLocator("iframe >> nth=0"), page.frameLocator("iframe >> nth=1")];
  await expect(known.getByRole("heading", { level: 1 })).toContainText("AAPL");
  for (const text of ["Base rate", "EPS consensus", "Our prediction", "Sample data."])
    await expect(known.getByText(text).first()).toBeVisible();
  await expect(known.getByRole("row")).toHaveCount(5);
  await expect(unknown.getByText("Beatcast knows no report of this ticker.")).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(refused).toEqual([]);
  // All of it is visible without scrolling in the frame.
  const frame = page.frames().find((one) => one.url().endsWith("/embed/AAPL"));
  const fits = () => ({ is: document.body.scrollHeight, has: innerHeight });
  const { is, has } = (await frame?.evaluate(fits)) ?? { is: 1, has: 0 };
  expect(is).toBeLessThanOrEqual(has);
  const opened = context.waitForEvent("page");
  await known.getByRole("link", { name: /AAPL/ }).click();
  expect(new URL((await opened).url()).pathname).toBe("/stocks/AAPL");
  blog.close();
});

test("no other page of ours stands in a foreign frame: not the consent page, not a stock's", async ({
  page,
  baseURL,
}) => {
  const framed = ["/oauth/authorize?client_id=x", "/stocks/AAPL", "/", "/embed", "/dashboard"];
  const blog = await aBlog(framed.map((path) => `<iframe src="${baseURL}${path}"></iframe>`).join(""));
  const refused: string[] = [];
  page.on("console", (message) => void refused.push(message.text()));
  await page.goto(blog.url);
  await expect
    .poll(() => refused.filter((text) => /frame-ancestors|X-Frame-Options/i.test(text)).length)
    .toBeGreaterThanOrEqual(framed.length);
  blog.close();
});

test("the page about the card shows it live, and both are accessible", async ({ page }) => {
  await page.goto("/embed");
  await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toContainText("AAPL");
  await expect(page.getByLabel("The script tag")).toContainText("/embed.js");
  await expectNoSidewaysScroll(page);
  // The checker runs a script in each frame, which the card's sandbox refuses, so the frames are checked one by
  // one.
  await page.locator("iframe").evaluate((frame) => frame.remove());
  await expectAccessible(page);
  const card = await (await page.request.get("/embed/AAPL")).text();
  await page.goto("about:blank");
  await page.setContent(card);
  await expectAccessible(page);
});
