import { describe, expect, it } from "vitest";
import { type NumberOptions, usNumber } from "#lib/us-numbers.ts";

const formats: NumberOptions[] = [
  ...[0, 1, 2].map((maximumFractionDigits) => ({ maximumFractionDigits })),
  ...[0, 1, 2].flatMap((digits) => [
    { minimumFractionDigits: digits, maximumFractionDigits: digits },
    { style: "percent" as const, minimumFractionDigits: digits, maximumFractionDigits: digits },
  ]),
  { style: "currency", currency: "USD" },
  { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 2 },
];

/** The same in each run: a test that fails only now and then says little. */
function* numbers(): Generator<number> {
  let seed = 1;
  for (let i = 0; i < 4_000; i++) {
    seed = (seed * 48_271) % 2_147_483_647;
    const size = 10 ** (i % 12) / 1_000;
    yield ((seed / 2_147_483_647) * 2 - 1) * size;
    yield Math.round((seed % 20_000) - 10_000) / 1_000;
  }
}
const ties = [
  1.005, 0.285, 2.5, 0.125, 0.005, 0.995, 1_234.565, 999.995, 8.345, 0.07, 0.145, 1e-6, 999_999_999,
];
const odd = [0, -0, -0.001, 999_999.999, 1e9, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY];

describe("a number of the United States", () => {
  it.each(formats)("reads as Intl writes it with %o", (options) => {
    const intl = new Intl.NumberFormat("en-US", options);
    const others = [...numbers(), ...ties, ...ties.map((tie) => -tie), ...odd].flatMap((value) => {
      const text = usNumber(value, options);
      return text === null || text === intl.format(value) ? [] : [[value, text, intl.format(value)]];
    });
    expect(others).toEqual([]);
  });

  it("is left to Intl in other currencies, in short, and where it is written with an exponent", () => {
    expect(usNumber(1.5, { style: "currency", currency: "EUR" })).toBeNull();
    expect(usNumber(1_500, { notation: "compact" })).toBeNull();
    expect([1e9, 1e-7, Number.NaN, Number.NEGATIVE_INFINITY].map((value) => usNumber(value, {}))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(usNumber(-1_234.5, { style: "currency", currency: "USD" })).toBe("-$1,234.50");
  });
});
