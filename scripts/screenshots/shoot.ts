// npm run tool -- screenshots [scene …] draws pictures of the screens.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright";
import sharp from "sharp";
import { ensureChromium } from "../setup/chromium.mjs";
import { guidanceScenes } from "./guidance-scenes.ts";
import { type Scene, scenes, type Viewer } from "./scenes.ts";
import { startServer } from "./server.ts";
import { traderScenes } from "./trader-scenes.ts";

const PORT = Number(process.env.PORT ?? 5197);
const target = new URL("../../docs/screenshots/", import.meta.url).pathname;
const sizes = {
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
type Size = keyof typeof sizes;
type Theme = "light" | "dark";
const MAX_HEIGHT = 5200;
const QUIET_MS = 700;
const PATIENCE_MS = 15_000;
const usual: [Size, Theme][] = [
  ["desktop", "light"],
  ["phone", "dark"],
];
const all: [Size, Theme][] = [...usual, ["desktop", "dark"], ["phone", "light"]];

const wanted = process.argv.slice(2);
const chosen = [...scenes, ...guidanceScenes, ...traderScenes].filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
mkdirSync(target, { recursive: true });

const server = await startServer(PORT);
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--font-render-hinting=none"],
});
let demoToken: string | null = null;
const drawn: string[] = [];
const failed: string[] = [];
for (const scene of chosen)
  for (const [size, theme] of scene.isKey ? all : usual) {
    const name = `${scene.name}-${size}-${theme}`;
    try {
      await shoot(browser, scene, size, theme, `${target}${name}.png`);
      drawn.push(`${name}.png`);
      console.log(name);
    } catch (error) {
      failed.push(name);
      console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
await browser.close();
server.stop();
if (wanted.length === 0 && failed.length === 0)
  for (const file of readdirSync(target)) if (!drawn.includes(file)) rmSync(target + file);
process.exit(failed.length === 0 ? 0 : 1);

async function shoot(browser: Browser, scene: Scene, size: Size, theme: Theme, file: string) {
  const context = await browser.newContext({
    ...sizes[size],
    baseURL: server.url,
    colorScheme: theme,
    // Without motion, two runs draw the same.
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  try {
    const page = await context.newPage();
    await signIn(page, scene.viewer);
    await page.goto(scene.path);
    await scene.prepare?.(page);
    await drawnToTheEnd(page);
    const { height } = sizes[size].viewport;
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    if (scene.isWhole && whole > height)
      await page.setViewportSize({ ...sizes[size].viewport, height: Math.min(whole, MAX_HEIGHT) });
    await sharp(await (scene.part ? page.locator(scene.part) : page).screenshot())
      .png({ palette: true, quality: 90, effort: 10, compressionLevel: 9 })
      .toFile(file);
  } finally {
    await context.close();
  }
}

/** Waits until the document rests, because signed-in pages keep using the network. Throws when it never rests. */
async function drawnToTheEnd(page: Page) {
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true], .animate-pulse.bg-line"));
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(
    ({ quietMs, patienceMs }) =>
      new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error("The page never came to rest.")), patienceMs);
        const rest = () => {
          clearTimeout(late);
          observer.disconnect();
          resolve();
        };
        let quiet = setTimeout(rest, quietMs);
        const observer = new MutationObserver(() => {
          clearTimeout(quiet);
          quiet = setTimeout(rest, quietMs);
        });
        observer.observe(document, { childList: true, subtree: true, characterData: true });
      }),
    { quietMs: QUIET_MS, patienceMs: PATIENCE_MS },
  );
}

async function signIn(page: Page, viewer: Viewer) {
  if (viewer === "visitor") return;
  await page.goto("/robots.txt");
  await page.evaluate((token) => localStorage.setItem("auth_token", token), await tokenFor(viewer));
}

/** An account with an unconfirmed address has few analyses. */
async function tokenFor(viewer: Exclude<Viewer, "visitor">): Promise<string> {
  if (viewer === "newcomer") return newcomer();
  demoToken ??= await demo();
  return demoToken;
}

async function newcomer(): Promise<string> {
  const email = `ada.${Date.now()}@example.com`;
  return tokenOf("/api/auth/signup", { fullName: "Ada Lovelace", email, password: "correct horse battery" });
}

async function demo(): Promise<string> {
  const { email, password } = (await post("/api/dev/seed", {})) as { email: string; password: string };
  return tokenOf("/api/auth/signin", { email, password });
}

async function tokenOf(path: string, body: unknown): Promise<string> {
  return ((await post(path, body)) as { token: string }).token;
}

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
