// After `vite build`: moves the page's source maps to dist/page-maps, out of what is served. The Worker's map is
// uploaded with it.
import { globSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const dist = new URL("../../dist", import.meta.url).pathname;
const [served, apart] = [join(dist, "client"), join(dist, "page-maps")];

rmSync(apart, { recursive: true, force: true });
for (const file of globSync("**/*.map", { cwd: served })) {
  mkdirSync(dirname(join(apart, file)), { recursive: true });
  renameSync(join(served, file), join(apart, file));
}
