import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Beatcast } from "../../../clients/typescript/src/client.ts";
import { API_VERSION } from "../../../worker/contract/api-changes.ts";

const root = join(import.meta.dirname, "../../..");
const textOf = (file: string) => readFileSync(join(root, "clients", file), "utf8");
/** Every operation has one method, because the generated queries carry the names of the document. */
let operations: string[] = [];

beforeAll(() => {
  operations = [
    ...textOf("typescript/src/types.gen.ts").matchAll(/^export type (\w+)Data = \{\n {4}body/gm),
  ].map(([, name = ""]) => (name[0]?.toLowerCase() ?? "") + name.slice(1));
});

describe("the clients' generated types", () => {
  it("are what the API says now", () => {
    const check = () =>
      execFileSync(process.execPath, [join(root, "scripts/clients/generate.ts"), "--check"], {
        encoding: "utf8",
        stdio: "pipe",
      });
    expect(check).not.toThrow();
  });

  it("name fourteen calls, and both clients have a method of each", () => {
    expect(operations).toHaveLength(14);
    for (const name of operations) {
      expect(Beatcast.prototype, name).toHaveProperty(name);
      const inPython = name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
      for (const file of ["client", "async_client"])
        expect(textOf(`python/src/beatcast/${file}.py`), name).toContain(`def ${inPython}(`);
    }
  });

  it("belong to packages of the API's version", () => {
    expect(JSON.parse(textOf("typescript/package.json")).version).toBe(API_VERSION);
    expect(textOf("python/pyproject.toml")).toContain(`version = "${API_VERSION}"\n`);
  });
});
