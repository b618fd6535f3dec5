// npm run tool -- clients [--check] writes the types of both clients. With --check, it fails when they are out of
// date.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { documentForClients } from "./public-document.ts";
import { pythonTypes } from "./python-types.ts";
import { typescriptTypes } from "./typescript-types.ts";

const root = resolve(import.meta.dirname, "../..");
const document = await documentForClients();
const files = {
  [resolve(root, "clients/typescript/src/types.gen.ts")]: await typescriptTypes(document),
  [resolve(root, "clients/python/src/beatcast/types_gen.py")]: pythonTypes(document),
};

if (process.argv.includes("--check")) {
  const stale = Object.entries(files).filter(([file, text]) => stored(file) !== text);
  for (const [file] of stale)
    console.error(`${relative(root, file)} is not what the API says now. Run: npm run tool -- clients`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(relative(root, file));
  }

function stored(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
