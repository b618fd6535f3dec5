// Checks the sizes of the first visit's JavaScript (gzip), of the fonts and of the Worker.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

type Chunk = {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
  css?: string[];
};
type Budget = {
  name: string;
  entries: string[];
  maxKilobytes: number;
  /** Each script costs a slow phone time. */
  maxScripts: number;
  foreign: string[];
};

const KILOBYTE = 1000;
const client = new URL("../dist/client/", import.meta.url).pathname;
const pageMaps = new URL("../dist/page-maps/", import.meta.url).pathname;
const worker = new URL("../dist/beatcast/", import.meta.url).pathname;
const manifestFile = new URL("../dist/page-manifest/.vite/manifest.json", import.meta.url);
const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Record<string, Chunk>;

const landing = ["index.html", "src/landing-hydration.tsx"];
const foreignToViews = ["src/landing.tsx", "src/landing-hydration.tsx"];
const budgets: Budget[] = [
  {
    name: "landing",
    entries: landing,
    maxKilobytes: 112,
    maxScripts: 12,
    foreign: ["src/features/dashboard/", "src/app/", "node_modules/zod", "node_modules/@ark-ui"],
  },
  {
    name: "sign-in",
    entries: ["shell.html", "src/features/auth/page.tsx"],
    maxKilobytes: 180,
    maxScripts: 18,
    foreign: foreignToViews,
  },
  {
    name: "dashboard",
    entries: ["shell.html", "src/features/dashboard/page.tsx"],
    maxKilobytes: 191,
    maxScripts: 14,
    foreign: foreignToViews,
  },
  {
    name: "calendar",
    entries: ["shell.html", "src/features/calendar/page.tsx"],
    maxKilobytes: 194,
    maxScripts: 12,
    foreign: foreignToViews,
  },
];
const MAX_FONT_FILES = 2;
/** Compressed. Cloudflare allows 3 MB on the free plan and 10 MB on the paid one. */
const MAX_WORKER_KILOBYTES = 1_300;
let hasFailed = false;
for (const { name, entries, maxKilobytes, maxScripts, foreign } of budgets) {
  const files = filesOf(entries);
  const kilobytes =
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file))).length, 0) / KILOBYTE;
  report(
    `${name}: ${kilobytes.toFixed(1)} kB of JavaScript, at most ${maxKilobytes} kB`,
    kilobytes <= maxKilobytes,
  );
  report(`${name}: ${files.length} scripts, at most ${maxScripts}`, files.length <= maxScripts);
  const sources = files.flatMap(sourcesOf);
  for (const part of foreign)
    report(`${name}: nothing of ${part}`, !sources.some((source) => source.includes(part)));
}

// The settings come first, because zod otherwise evaluates text, which pages forbid.
const withZod = filesOf(["shell.html"])
  .map(sourcesOf)
  .find((sources) => sources.some((source) => source.includes("node_modules/zod/")));
const [settingsAt = -1, schemaAt = -1] = ["src/lib/schemas-without-eval.ts", "worker/contract/"].map((part) =>
  withZod?.findIndex((source) => source.includes(part)),
);
report("zod's settings stand before the first schema", settingsAt >= 0 && settingsAt < schemaAt);

const fonts = readdirSync(join(client, "assets")).filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
report(`fonts: ${fonts.length} files, at most ${MAX_FONT_FILES}`, fonts.length <= MAX_FONT_FILES);

const workerScripts = readdirSync(worker, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".js"),
);
const workerBytes = Buffer.concat(workerScripts.map((file) => readFileSync(join(worker, file))));
const workerKilobytes = gzipSync(workerBytes, { level: 9 }).length / KILOBYTE;
report(
  `Worker: ${workerKilobytes.toFixed(1)} kB, at most ${MAX_WORKER_KILOBYTES} kB`,
  workerKilobytes <= MAX_WORKER_KILOBYTES,
);

process.exit(hasFailed ? 1 : 0);

function filesOf(entries: string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}.`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...seen].filter((file) => file.endsWith(".js"));
}

/** Returns an empty list for the bundler's own modules. */
function sourcesOf(file: string): string[] {
  const path = join(pageMaps, `${file}.map`);
  if (!existsSync(path)) return [];
  const map = JSON.parse(readFileSync(path, "utf8")) as { sources: string[] };
  return map.sources;
}

function report(line: string, isGood: boolean) {
  console.log(`${isGood ? "ok  " : "OVER"} ${line}`);
  if (!isGood) hasFailed = true;
}
