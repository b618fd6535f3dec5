import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { strayFiles } from "../../../scripts/build/served.ts";

const folder = mkdtempSync(join(tmpdir(), "served-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("a build is what is meant to be served; manifests, maps, dot files and others are found", () => {
  const meant = ["index.html", "sw.js", "_headers", "assets/app-4fK2_x-9.js", "assets/style-Ab12Cd34.css"];
  const left = [
    ".dev.vars",
    ".env",
    ".vite/manifest.json",
    "assets/app-4fK2_x-9.js.map",
    "assets/app.js",
    "notes.txt",
    "stats.html",
  ];
  for (const file of [...meant, ...left]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "x");
  }
  expect(strayFiles(folder)).toEqual(left);
});

it("a deployment has one door", () => {
  const config = readFileSync(new URL("../../../wrangler.toml", import.meta.url), "utf8");
  expect(config.match(/^(workers_dev|preview_urls) = .*$/gm)).toEqual([
    "workers_dev = false",
    "preview_urls = false",
  ]);
});
