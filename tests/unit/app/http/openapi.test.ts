import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, it } from "vitest";

type Described = {
  security: object[];
  summary: string;
  responses: Record<string, { "x-error-codes"?: string[] }>;
  "x-access": string;
  "x-rate-limit"?: { per: string; capacity: number; perSeconds: number };
};
type Document = { openapi: string; paths: Record<string, Record<string, Described>> };

let document: Document;
const calls = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ name: `${method} ${path}`, method, ...call })),
  );

beforeAll(() => {
  const script = resolve(import.meta.dirname, "../../../../scripts/openapi/write.ts");
  document = JSON.parse(
    execFileSync(process.execPath, [script, "--print"], { encoding: "utf8", maxBuffer: 8 * 1024 * 1024 }),
  );
});

/**
 * Lists the texts and lists without a maximum by their position in the document. Files and streams have no maximum.
 */
function unbounded(node: unknown, at = ""): string[] {
  if (typeof node !== "object" || node === null) return [];
  const below = Object.entries(node).flatMap(([key, value]) => unbounded(value, `${at}/${key}`));
  if (!("type" in node)) return below;
  const hasBound = ["maxLength", "enum", "const", "pattern"].some((key) => key in node);
  const isOpenText =
    node.type === "string" && !hasBound && !/\/content\/(?!application\/json\/schema\/)/.test(at);
  const isOpenList = node.type === "array" && !("maxItems" in node);
  return isOpenText || isOpenList ? [at, ...below] : below;
}

describe("the OpenAPI document", () => {
  it("is a valid one of version 3.1", async () => {
    expect(document.openapi).toBe("3.1.0");
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  });

  it("describes the calls of a reader, of a user and of machines, and how each is refused", () => {
    expect(calls().length).toBeGreaterThan(65);
    for (const { name, summary, security, responses, ...call } of calls()) {
      expect(summary, name).toMatch(/^[A-Z].{8,}[^.]$/);
      const isClosed = ["user", "operator", "key"].includes(call["x-access"]);
      expect(security.length > 0, name).toBe(isClosed);
      expect(responses["401"] !== undefined, name).toBe(isClosed || responses["401"] !== undefined);
      expect(responses["429"] !== undefined || !call["x-rate-limit"], name).toBe(true);
      expect(
        Object.keys(responses).some((status) => status < "400"),
        name,
      ).toBe(true);
      expect(responses["500"]?.["x-error-codes"], name).toEqual(["internal"]);
    }
  });

  it("says the rate of a call, and whose calls it counts together", () => {
    expect(document.paths["/api/subscription/create-checkout"]?.post?.["x-rate-limit"]).toMatchObject({
      per: "network",
      capacity: 60,
      perSeconds: 60,
    });
    expect(document.paths["/api/account/export"]?.post?.["x-rate-limit"]).toMatchObject({
      per: "person",
      capacity: 10,
      perSeconds: 600,
    });
  });

  it("bounds every text and list that is sent or answered", () => {
    expect(unbounded(document)).toEqual([]);
    const planted = {
      schema: { type: "object", properties: { a: { type: "string" }, b: { type: "array" } } },
    };
    expect(unbounded(planted)).toEqual(["/schema/properties/a", "/schema/properties/b"]);
  });
});
