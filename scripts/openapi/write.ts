import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { declaredOperations } from "../declared-operations.ts";
import { openApiDocument } from "./document.ts";

const root = resolve(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));
const text = `${JSON.stringify(await openApiDocument(await declaredOperations(), version), null, 2)}\n`;

if (process.argv.includes("--print")) process.stdout.write(text);
else {
  const file = resolve(root, "dist/openapi.json");
  mkdirSync(resolve(root, "dist"), { recursive: true });
  writeFileSync(file, text);
  console.log(`${file}: ${text.length} characters`);
}
