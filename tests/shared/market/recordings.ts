import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The recorded answers, where they lie beside the repository. */
const folder = fileURLToPath(new URL("../../../../shared/recordings/", import.meta.url));

export const areThere = existsSync(folder);

export type Recording = { status: number; body: unknown };

/** The path of a file under the folder. */
export function recordedPath(file: string): string {
  return `${folder}${file}`;
}

/** A JSON file under the folder, or null. */
export function recordedFile(file: string): unknown {
  const path = `${folder}${file}`;
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

/** A recorded answer by its file's name under the folder, or null. */
export function recording(file: string): Recording | null {
  return recordedFile(file) as Recording | null;
}

/** The tickers whose answers by Yahoo are recorded. */
export const recordedSymbols = areThere
  ? readdirSync(`${folder}yahoo`).filter((name) => !name.startsWith("_"))
  : [];

/** What lies at a path inside an answer, whatever its type; undefined where nothing does. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);
}

/** The rows of a list inside an answer. */
export function rowsAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const rows = at(value, ...path);
  return Array.isArray(rows) ? rows : [];
}

/** A figure of Yahoo's, plain or as `{ raw, fmt }`; null where there is none. */
export function figure(value: unknown): number | null {
  const raw = typeof value === "object" && value !== null ? at(value, "raw") : value;
  return typeof raw === "number" ? raw : null;
}
