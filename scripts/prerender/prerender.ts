// Runs after `vite build` and writes /, /privacy, /terms, and the style sheet of the shared HTML files.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";
import { listPlans } from "#contract/subscription.ts";
import { policyGroups } from "#platform/personal-data/list.ts";
import { documentHead, fontPreloads, landingData } from "./head.ts";

const EMPTY_ROOT = '<div id="root"></div>';
const rootWith = (markup: string) => `<div id="root">${markup}</div>`;
const root = new URL("../..", import.meta.url).pathname;
const client = join(root, "dist", "client");

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
const [landing, publicPage, privacy, terms] = [
  pages.landingMarkup(plans),
  pages.publicPageMarkup(),
  pages.privacyMarkup(policyGroups()),
  pages.termsMarkup(),
];
await vite.close();

const assets = readdirSync(join(client, "assets"));
const template = withStyles("index.html");
const withoutScripts = withoutModules(template).replace(
  "</head>",
  '  <script src="/public-page.js" defer></script>\n  </head>',
);

writeFileSync(join(client, "shell.html"), withStyles("shell.html"));
writeFileSync(
  join(client, "public-page.html"),
  withoutModules(withStyles("public-page.html"))
    .replace("</title>", `</title>\n    ${fontPreloads(assets)}`)
    .replace(EMPTY_ROOT, () => rootWith(publicPage)),
);
write("index.html", template, "landing", landing, landingData(plans));
write("privacy.html", withoutScripts, "privacy", privacy);
write("terms.html", withoutScripts, "terms", terms);

/** The first paint waits only for this style sheet. */
function withStyles(file: string): string {
  const html = readFileSync(join(client, file), "utf8").replace(
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
    (_, href: string) => `<style>${readFileSync(join(client, href), "utf8").trim()}</style>`,
  );
  if (!html.includes("<style>")) throw new Error(`The build left no stylesheet in ${file}.`);
  return html;
}

function withoutModules(html: string): string {
  return html.replace(/\s*<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g, "");
}

function write(file: string, html: string, page: "landing" | "privacy" | "terms", markup: string, data = "") {
  const finished = html
    .replace(/<title>.*<\/title>/, () => documentHead(page, assets))
    .replace(EMPTY_ROOT, () => rootWith(markup) + data);
  if (finished.includes(EMPTY_ROOT)) throw new Error(`${file} was not filled.`);
  writeFileSync(join(client, file), finished);
}
