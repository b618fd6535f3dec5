// Runs after `vite build`: turns the built index.html into finished documents for /, /privacy and /terms, and puts the
// style sheet into the shells. Those of calendar and dashboard also name their scripts and make their first calls.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";
import { listPlans } from "#billing/plans.ts";
import { documentHead, fontPreloads, landingData } from "./head.ts";

type Document = { page: string; firstCall: string; isPageFirst: boolean };
const calendar: Document = {
  page: "src/features/calendar/page.tsx",
  firstCall: "src/features/calendar/first-calls.ts",
  isPageFirst: true,
};
const dashboard: Document = {
  page: "src/features/dashboard/page.tsx",
  firstCall: "src/features/dashboard/first-calls.ts",
  // It waits for the session in any case.
  isPageFirst: false,
};
const root = new URL("../..", import.meta.url).pathname;
const client = join(root, "dist", "client");
const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
  readFileSync(join(client, ".vite", "manifest.json"), "utf8"),
);

const vite = await createServer({
  root,
  configFile: false,
  appType: "custom",
  logLevel: "error",
  plugins: [react()],
  server: { middlewareMode: true, ws: false },
  optimizeDeps: { noDiscovery: true },
});
const pages = (await vite.ssrLoadModule(
  "/src/prerendered.tsx",
)) as typeof import("../../src/prerendered.tsx");
const plans = listPlans();
const [landing, privacy, terms] = [pages.landingMarkup(plans), pages.privacyMarkup(), pages.termsMarkup()];
await vite.close();

const assets = readdirSync(join(client, "assets"));
const template = withStyles("index.html");
const withoutScripts = withoutModules(template);

const shell = withStyles("shell.html");
writeFileSync(join(client, "shell.html"), shell);
writeFileSync(join(client, "calendar.html"), shellOf(calendar, fontPreloads(assets)));
// Its fonts would delay its scripts, and with them its first figures.
writeFileSync(join(client, "dashboard.html"), shellOf(dashboard, ""));
writeFileSync(
  join(client, "public-page.html"),
  withoutModules(withStyles("public-page.html")).replace("</title>", `</title>\n    ${fontPreloads(assets)}`),
);
write("index.html", template, "landing", landing, landingData(plans));
write("privacy.html", withoutScripts, "privacy", privacy);
write("terms.html", withoutScripts, "terms", terms);

/** A built document with its style sheet in it: the first paint waits for nothing else. */
function withStyles(file: string): string {
  const html = readFileSync(join(client, file), "utf8").replace(
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
    (_, href: string) => `<style>${readFileSync(join(client, href), "utf8").trim()}</style>`,
  );
  if (!html.includes("<style>")) throw new Error(`The build left no stylesheet in ${file}.`);
  return html;
}

/**
 * The shell of one page, which asks at once for what that page needs. Where the page's script runs before the shell's, the first
 * drawing shows the page (src/main.tsx); with `async` its call would then wait behind both.
 */
function shellOf({ page, firstCall, isPageFirst }: Document, preloads: string): string {
  const shellAndPage = scriptPreloads("shell.html", page);
  const scripts = isPageFirst
    ? [script(firstCall), ...scriptPreloads(firstCall), script(page, " data-page"), ...shellAndPage]
    : [...shellAndPage, script(firstCall, " async")];
  const early = [...new Set([...scripts, preloads])].filter(Boolean);
  return shell
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, "")
    .replace("</title>", `</title>\n    ${early.join("\n    ")}`);
}

/** An entry; without `async`, those of a document run in their order. */
function script(entry: string, attribute = ""): string {
  const { file } = manifest[entry] ?? {};
  if (!file) throw new Error(`The build has no ${entry}.`);
  return `<script type="module"${attribute} crossorigin src="/${file}"></script>`;
}

/** Asks for what entries import, the largest script first: it is what the first screen waits for. */
function scriptPreloads(...entries: string[]): string[] {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...files]
    .filter((file) => file.endsWith(".js"))
    .map((file) => ({ file, bytes: statSync(join(client, file)).size }))
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`);
}

/** A document without its module scripts. */
function withoutModules(html: string): string {
  return html.replace(/\s*<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g, "");
}

function write(file: string, html: string, page: "landing" | "privacy" | "terms", markup: string, data = "") {
  const finished = html
    .replace(/<title>.*<\/title>/, () => documentHead(page, assets))
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>${data}`);
  if (finished.includes('<div id="root"></div>')) throw new Error(`${file} was not filled.`);
  writeFileSync(join(client, file), finished);
}
