import { describe, expect, it } from "vitest";
import { parseRelease } from "#season/release/parse-release.ts";
import { readByRules } from "#season/release/read-release.ts";
import { smallCases } from "./small-cases.ts";
import { unseenForms } from "./unseen-forms.ts";

describe("what is read", () => {
  it.each([...smallCases, ...unseenForms])(
    "of $kind: $html",
    ({ html, filed = "2025-07-24", reported, guidance, growth }) => {
      const read = readByRules(parseRelease(html), { filed });
      if (reported)
        expect(
          Object.fromEntries(read.reported.map(({ metric, basis, value }) => [basis ?? metric, value])),
        ).toEqual(reported);
      const items = { guidance, growth };
      for (const kind of ["guidance", "growth"] as const)
        if (items[kind])
          expect(
            read[kind]
              .map(({ metric, basis, periodKind, low, high }) => [
                `${basis ?? metric} ${periodKind}`,
                low,
                high,
              ])
              .toSorted(),
          ).toEqual(items[kind].toSorted());
    },
  );
});
