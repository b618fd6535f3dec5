import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type Json, sha256 } from "#contract/ledger-format.ts";
import { merkleRoot } from "#record/ledger/merkle.ts";

describe("canonical JSON", () => {
  it("sorts keys by UTF-16 code units and writes numbers as RFC 8785 has them", () => {
    expect(canonicalJson({ b: [1e21, 0.002, -0, 1e-7], a: "é\n", "€": null, "\r": true })).toBe(
      String.raw`{"\r":true,"a":"é\n","b":[1e+21,0.002,0,1e-7],"€":null}`,
    );
  });

  it("gives the same text whatever the order in which keys were set", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(turned as Json)).toBe(canonicalJson(value as Json));
      }),
    );
  });

  it("survives a round trip through JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(JSON.parse(canonicalJson(value as Json)))).toBe(canonicalJson(value as Json));
      }),
    );
  });

  it.each([[undefined], [Number.NaN], [Number.POSITIVE_INFINITY], [() => 1]])("refuses %s", (value) => {
    expect(() => canonicalJson(value as unknown as Json)).toThrow(TypeError);
  });
});

describe("hashes", () => {
  it("are SHA-256 of UTF-8", async () => {
    expect(await sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it("of three leaves join the first two, then the third as it is", async () => {
    const [a, b, c] = await Promise.all(["x", "y", "z"].map((hash) => sha256(`leaf:${hash}`)));
    const left = await sha256(`node:${a}:${b}`);
    const digest = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(merkleRoot(["x", "y", "z"], digest)).toBe(await sha256(`node:${left}:${c}`));
  });
});
