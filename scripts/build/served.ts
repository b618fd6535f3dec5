import { globSync, statSync } from "node:fs";
import { join } from "node:path";

/** The platform reads the first two files and serves neither. */
const served = [
  /^\.assetsignore$/,
  /^_headers$/,
  /^assets\/[\w.~-]+-[\w-]{8}\.(js|css|woff2)$/,
  /^(index|shell|public-page|privacy|terms|offline)\.html$/,
  /^(apple-touch-icon|icon-(192|512|maskable-512)|og-image)\.png$/,
  /^(favicon\.ico|icon\.svg|manifest\.webmanifest|robots\.txt|sw\.js)$/,
  /^(ledger-verifier\.mjs|check-record\.py|public-page\.js|embed\.js)$/,
];

/** Finds source maps, manifests, and whatever an editor or a plug-in left. */
export function strayFiles(folder: string): string[] {
  return globSync(["**/*", "**/.*", "**/.*/**"], { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile() && !served.some((form) => form.test(file)))
    .toSorted();
}
