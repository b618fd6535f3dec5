// node scripts/brand/draw.ts draws the icons and the sharing image.
import { readFileSync, writeFileSync } from "node:fs";
import { type Browser, chromium } from "playwright";
import { ensureChromium } from "../setup/chromium.mjs";

const here = new URL(".", import.meta.url).pathname;
const target = new URL("../../public/", import.meta.url).pathname;
const icon = readFileSync(`${target}icon.svg`, "utf8");

const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
await drawIcon(browser, "icon-192.png", 192, icon);
await drawIcon(browser, "icon-512.png", 512, icon);
writeFileSync(`${target}favicon.ico`, icoOf(await pngOf(browser, 32, icon), 32));
// iOS and Android cut off the corners, and a mask cuts off up to a tenth.
const square = icon.replace('rx="8"', "");
await drawIcon(browser, "apple-touch-icon.png", 180, square);
await drawIcon(
  browser,
  "icon-maskable-512.png",
  512,
  square
    .replace("0 0 32 32", "-3 -3 38 38")
    .replace("<rect", '<rect x="-3" y="-3" ')
    .replace('width="32" height="32"', 'width="38" height="38"'),
);

const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.goto(`file://${here}share-card.html`);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: `${target}og-image.png` });
await browser.close();

async function drawIcon(browser: Browser, file: string, size: number, svg: string) {
  writeFileSync(target + file, await pngOf(browser, size, svg));
}

async function pngOf(browser: Browser, size: number, svg: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** Wraps one PNG as /favicon.ico. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
