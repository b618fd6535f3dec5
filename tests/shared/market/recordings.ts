import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of recorded answers beside the repository. */
const folder = fileURLToPath(new URL("../../../../shared/recordings/", import.meta.url));

export const areThere = existsSync(folder);

export type Recording = { status: number; body: unknown };

/** Returns the path of a file in the folder. */
export function recordedPath(file: string): string {
  return `${folder}${file}`;
}

/** Returns a JSON file in the folder, or null. */
export function recordedFile(file: string): unknown {
  const path = `${folder}${file}`;
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

/** Returns a recorded answer by the name of its file in the folder, or null. */
export function recording(file: string): Recording | null {
  return recordedFile(file) as Recording | null;
}

/** The tickers whose answers from Yahoo are recorded. */
export const recordedSymbols = areThere
  ? readdirSync(`${folder}yahoo`).filter((name) => !name.startsWith("_"))
  : [];

/** Returns what is at a path inside an answer, whatever its type, or undefined. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);
}

/** Returns the rows of a list inside an answer. */
export function rowsAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const rows = at(value, ...path);
  return Array.isArray(rows) ? rows : [];
}

/** Returns a figure of Yahoo's, plain or as `{ raw, fmt }`, or null. */
export function figure(value: unknown): number | null {
  const raw = typeof value === "object" && value !== null ? at(value, "raw") : value;
  return typeof raw === "number" ? raw : null;
}
