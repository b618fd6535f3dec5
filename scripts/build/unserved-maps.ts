// Runs after `vite build`: takes the page's source maps out of what is served, to dist/page-maps, where whoever reads an error
// of the page finds them. The Worker's map lies beside it and is uploaded with it.
import { globSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const dist = new URL("../../dist", import.meta.url).pathname;
const [served, apart] = [join(dist, "client"), join(dist, "page-maps")];

rmSync(apart, { recursive: true, force: true });
for (const file of globSync("**/*.map", { cwd: served })) {
  mkdirSync(dirname(join(apart, file)), { recursive: true });
  renameSync(join(served, file), join(apart, file));
}
