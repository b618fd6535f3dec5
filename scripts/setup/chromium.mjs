import { existsSync } from "node:fs";
import { run } from "./install.mjs";

const systemPaths = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Uses the system's Chromium, Playwright's, or for root Debian's. Throws when there is none. */
export async function ensureChromium() {
  await ensureFont();
  const found = systemChromium();
  if (found) return found;
  console.log("Looking for a Chromium …");
  const { code } = await run("playwright", ["install", "chromium"], { capture: true });
  if (code === 0) return await playwrightChromium();
  await installOnDebian("chromium");
  const installed = systemChromium();
  if (installed) return installed;
  throw new Error("No Chromium found. Install one and name it in CHROMIUM_PATH.");
}

/**
 * Installs a font with Arial's widths. Pages show their text in it until their own fonts arrive, and Debian's Chromium
 * comes without one.
 */
async function ensureFont() {
  if (!existsSync("/usr/share/fonts/truetype/liberation")) await installOnDebian("fonts-liberation");
}

async function installOnDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  await run("apt-get", ["update", "-qq"], { capture: true });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
    capture: true,
    env: { DEBIAN_FRONTEND: "noninteractive" },
  });
}

function systemChromium() {
  return systemPaths.find((path) => path && existsSync(path));
}

async function playwrightChromium() {
  const { chromium } = await import("playwright");
  return chromium.executablePath();
}
