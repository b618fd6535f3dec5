import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidJsonError, parseStrictJson } from "#app/http/body.ts";

describe("strict JSON", () => {
  it("takes what JSON.stringify writes, unchanged", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value);
        if (text.includes("__proto__")) return;
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a":1,"a":2}', 'has the key "a" twice'],
    ['{"a":1,"\\u0061":2}', 'has the key "a" twice'],
    ['{"x":{"__proto__":{"admin":true}}}', "a key that is not allowed"],
    ['{"a":', "not valid JSON"],
    ["[".repeat(17) + "]".repeat(17), "nested too deeply"],
  ])("refuses %s", (text, reason) => {
    expect(() => parseStrictJson(text)).toThrow(InvalidJsonError);
    expect(() => parseStrictJson(text)).toThrow(reason);
  });

  it("lets the same key stand in different objects, and keys look like values", () => {
    expect(parseStrictJson('{"a":{"b":"a"},"b":["a","b"]}')).toEqual({ a: { b: "a" }, b: ["a", "b"] });
  });
});
