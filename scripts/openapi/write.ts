import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { openApiDocument } from "#app/openapi/document.ts";
import { declaredOperations } from "../declared-operations.ts";

const root = resolve(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));
const document = openApiDocument(await declaredOperations(), {
  title: "Beatcast",
  version,
  description:
    "Every call of the product. Programs use those under `/api/v1`, which alone are promised to stay. Writes that rest " +
    "on the cookie must come from Beatcast's own pages.",
  server: "https://beatcast.example",
  contract: await contractModules(),
});
const text = `${JSON.stringify(document, null, 2)}\n`;

if (process.argv.includes("--print")) process.stdout.write(text);
else {
  const file = resolve(root, "dist/openapi.json");
  mkdirSync(resolve(root, "dist"), { recursive: true });
  writeFileSync(file, text);
  console.log(`${file}: ${text.length} characters`);
}

async function contractModules(): Promise<Record<string, unknown>[]> {
  const folder = resolve(root, "worker/contract");
  const files = globSync("*.ts", { cwd: folder }).toSorted();
  return Promise.all(files.map((file) => import(resolve(folder, basename(file)))));
}
