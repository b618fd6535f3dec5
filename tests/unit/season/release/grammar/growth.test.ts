import { describe, expect, it } from "vitest";
import { filled, names, quarters, readIn, years } from "./words.ts";

type Growth = readonly [words: string, low: number | null, high: number | null];
const sizes: readonly Growth[] = [
  ["5%", 5, 5],
  ["5% to 7%", 5, 7],
  ["5-7%", 5, 7],
  ["between 5% and 7%", 5, 7],
  ["approximately 5%", 5, 5],
  ["about 5 percent", 5, 5],
  ["5.5% to 7.5%", 5.5, 7.5],
  ["5 to 7 percent", 5, 7],
];
const changes: readonly Growth[] = [
  ["flat to up 3%", 0, 3],
  ["flat to down 2%", -2, 0],
  ["down 2% to up 1%", -2, 1],
  ["down 2% to flat", -2, 0],
  ["up 1% to 3%", 1, 3],
  ["down 2% to 4%", -4, -2],
  ["flat", 0, 0],
  ["(2%) to 1%", -2, 1],
  ["-2% to +1%", -2, 1],
];
const increases = `For {P}, the Company expects {N} growth of {A}.
The Company anticipates {P} {N} growth of {A}.
The Company now expects {N} to grow {A} in {P}.
The Company expects {N} to increase in {P} by {A}.
For {P}, {N} is expected to increase {A}.
The Company expects {N} for {P} to increase {A} compared to the prior year.
The Company continues to expect {N} to be up {A} in {P}.
{N} growth for {P} is now expected to be {A}.
Our guidance for {P} is {N} growth of {A}.
The Company projects year-over-year {N} growth of {A} in {P}.
For {P}, the Company expects an increase in {N} of {A}.
The Company expects {N} to grow {A} year-over-year in {P}.
For {P}, the Company expects {N} to be {A} higher than the prior year.`.split("\n");
const decreases = `The Company expects {N} to decline {A} in {P}.
The Company expects {N} to be down {A} for {P}.
For {P}, {N} is expected to decrease {A} compared to 2025.
The Company expects a {N} decline of {A} for {P}.
The Company expects {N} to decrease by {A} in {P}.`.split("\n");
const signedOrFlat = `The Company expects {N} to be {A} in {P}.
For {P}, {N} is expected to be {A} compared to the prior year.
For {P}, the Company expects {N} to be {A} versus 2025.
{N} for {P} is expected to be {A}.`.split("\n");
const inWords = `For {P}, the Company expects {N} growth in the mid-single digits.
The Company expects {N} to grow in the low double digits in {P}.
For {P}, the Company expects high-single-digit {N} growth.`.split("\n");

/** Returns the texts, with names and periods in turn, whose only item is not the expected growth. */
function unreadIn(sentence: string, sizes: readonly Growth[], sign: 1 | -1) {
  const periods = [...quarters.slice(0, 3), ...years.slice(0, 5)];
  return sizes.flatMap(([size, low, high], turn) => {
    const [name, period] = [names[(turn * 5) % names.length], periods[(turn * 3) % periods.length]];
    const text = filled(sentence, { N: name?.words ?? "", P: period?.words ?? "", A: size }).replace(
      /\ba (?=[aeiou])/,
      "an ",
    );
    const { guidance, growth } = readIn(`<p>${text}</p>`);
    const [from, to] = sign === 1 ? [low, high] : [-(high ?? 0), -(low ?? 0)];
    const isRead = guidance.length === 0 && growth.length === 1;
    const item = `${name?.key} ${period?.kind} ${from}..${to}`;
    return isRead && growth[0]?.startsWith(item) ? [] : [{ text, guidance, growth }];
  });
}

describe("growth is read", () => {
  it.each(increases)("in %s", (sentence) => expect(unreadIn(sentence, sizes, 1)).toEqual([]));
  it.each(decreases)("in %s", (sentence) => expect(unreadIn(sentence, sizes, -1)).toEqual([]));
  it.each(signedOrFlat)("in %s", (sentence) => expect(unreadIn(sentence, changes, 1)).toEqual([]));
  it.each(inWords)("in %s", (sentence) => expect(unreadIn(sentence, [["", null, null]], 1)).toEqual([]));
});
