import { expect } from "vitest";
import { parseRelease } from "#season/release/parse-release.ts";
import { readByRules } from "#season/release/read-release.ts";

/** Returns functions that read releases filed on an ISO day. Each quote has to stand at its offset in the text. */
export function readingOn(filed: string) {
  const read = (source: string) => {
    const document = parseRelease(source);
    const items = readByRules(document, { filed });
    for (const { quote, offset } of [...items.guidance, ...items.reported, ...items.outlook])
      expect(document.text.slice(offset, offset + quote.length)).toBe(quote);
    return items;
  };
  return {
    read,
    guided: (source: string) =>
      read(source).guidance.map(({ metric, basis, periodKind, low, high, action }) => [
        [metric, basis, periodKind].join(" "),
        low,
        high,
        action,
      ]),
    /** The reported values by their basis, and revenue under its name. */
    reported: (source: string) =>
      Object.fromEntries(read(source).reported.map(({ metric, basis, value }) => [basis ?? metric, value])),
  };
}
