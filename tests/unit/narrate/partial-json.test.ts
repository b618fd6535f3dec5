import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partialJson } from "#narrate/ask-model.ts";

describe("JSON that is still being written", () => {
  it.each([
    ["", undefined],
    ['{"reasoning":[{"text":"One', undefined],
    ['{"reasoning":[{"text":"One"}', { reasoning: [{ text: "One" }] }],
    ['{"reasoning":[{"text":"One"},{"te', { reasoning: [{ text: "One" }] }],
    ['```json\n{"a":{"b":1}', { a: { b: 1 } }],
    ['{"a":[{"b":"a } in \\"words\\" ]"},{"b":"}', { a: [{ b: 'a } in "words" ]' }] }],
    ['{"a":{}} and more }', { a: {} }],
    ['{"a":]}', undefined],
    ["}{", undefined],
  ])("of %j is its complete part", (text, value) => {
    expect(partialJson(text)).toEqual(value);
  });

  it("never throws, and is the whole once it is whole", () => {
    const claims = fc.array(fc.record({ text: fc.string(), ids: fc.array(fc.string()) }));
    fc.assert(
      fc.property(fc.record({ reasoning: claims }), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        partialJson(text.slice(0, at % text.length));
        expect(partialJson(text)).toEqual(value);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void partialJson(text)));
  });
});
