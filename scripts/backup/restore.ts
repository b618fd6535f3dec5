// npm run -s tool -- restore --from FOLDER [--local STATE] restores into an empty database and store. See
// docs/RUNBOOK.md.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Listed, openPlace } from "./place.ts";

const { values } = parseArgs({ options: { from: { type: "string" }, local: { type: "string" } } });
if (!values.from) {
  console.error("usage: npm run -s tool -- restore --from FOLDER [--local STATE]");
  process.exit(1);
}
const folder = values.from;
const { files, d1, close } = await openPlace(values.local);
try {
  const found = await files.list({ limit: 1 });
  if (found.objects.length > 0) throw new Error("The store of files is not empty: nothing was written.");
  const listed: Listed[] = JSON.parse(readFileSync(join(folder, "files.json"), "utf8"));
  for (const { key, name, http, custom } of listed)
    await files.put(key, readFileSync(join(folder, "files", name)), {
      httpMetadata: http,
      customMetadata: custom,
    });
  d1("migrations apply");
  d1("execute", "--file", resolve(folder, "database.sql"));
  console.log(`database and ${listed.length} files from ${folder}`);
} finally {
  await close();
}
