// Runs after `vite build`: turns the built index.html into finished documents for /, /privacy and /terms, and puts the
// style sheet into the shells. Those of calendar and dashboard also name the scripts of their page.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";
import { listPlans } from "#contract/subscription.ts";
import { policyGroups } from "#platform/personal-data/list.ts";
import { documentHead, fontPreloads, landingData } from "./head.ts";

/** Documents that name the scripts of their page beside the shell's, which would ask for them only once they run. */
const pagesOfShell = ["calendar", "dashboard"];
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
const [landing, privacy, terms] = [
  pages.landingMarkup(plans),
  pages.privacyMarkup(policyGroups()),
  pages.termsMarkup(),
];
await vite.close();

const assets = readdirSync(join(client, "assets"));
const template = withStyles("index.html");
const withoutScripts = withoutModules(template);

const shell = withStyles("shell.html");
writeFileSync(join(client, "shell.html"), shell);
for (const name of pagesOfShell)
  writeFileSync(join(client, `${name}.html`), shellOf(`src/features/${name}/page.tsx`));
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

/** The shell of one page, which asks at once for that page's scripts. */
function shellOf(page: string): string {
  return shell
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, "")
    .replace("</title>", `</title>\n    ${scriptPreloads("shell.html", page).join("\n    ")}`);
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
