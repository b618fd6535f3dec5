import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** Breaks of the rule that only an api.ts and src/lib know addresses and send requests, and only actions catch them. */
function breaches(file: string, text: string): string[] {
  const found: string[] = [];
  if (!/(^|\/)api\.ts$/.test(file) && !/^src\/lib\/[\w-]+\.ts$/.test(file)) {
    if (/["'`]\/api\/\w/.test(text)) found.push(`${file} names an address of the API`);
    if (/\b(send|fetch|apiFetch|apiQuery)\(/.test(text)) found.push(`${file} sends a request`);
    if (/\buseMutation\b/.test(text)) found.push(`${file} writes without useAction`);
  }
  if (file.endsWith(".tsx") && /\}\s*catch\b/.test(text)) found.push(`${file} catches by hand`);
  return found;
}

it("the page writes in one way: calls are named in api.ts, and useAction knows their end", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root });
  expect(files.length).toBeGreaterThan(150);
  expect(files.flatMap((file) => breaches(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
});

it.each([
  ["src/features/one/card.tsx", 'const path = "/api/account";', "names an address of the API"],
  ["src/features/one/card.tsx", "const answer = await send(path);", "sends a request"],
  ["src/ui/domain/card.tsx", "await apiFetch(schema, path);", "sends a request"],
  ["src/features/one/use-it.ts", "const it = useMutation({});", "writes without useAction"],
  ["src/lib/session.tsx", "try { await signIn(); } catch { setFailed(true); }", "catches by hand"],
])("a planted breach in %s is seen: %s", (file, text, breach) => {
  expect(breaches(file, text)).toEqual([`${file} ${breach}`]);
});
