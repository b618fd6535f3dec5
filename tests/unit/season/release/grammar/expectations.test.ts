import { describe, expect, it } from "vitest";
import { combinations, filled, quarters, readIn, years } from "./words.ts";

const sentences = `For {P}, the Company expects {N} of {A}.
For {P}, we expect {N} to be {A}.
For {P}, {N} is expected to be {A}.
The Company expects {N} of {A} for {P}.
We expect {N} for {P} to be {A}.
We currently expect {N} for {P} of {A}.
We now expect {N} to be {A} for {P}.
{N} for {P} is expected to be {A}.
{N} for {P} is projected to be {A}.
The Company anticipates {N} of {A} in {P}.
We anticipate that {N} for {P} will be {A}.
The Company is forecasting {N} of {A} for {P}.
We project {N} of {A} for {P}.
Our guidance for {P} is {N} of {A}.
The Company’s guidance for {P} calls for {N} of {A}.
The Company's outlook for {P} includes {N} of {A}.
The Company estimates {N} for {P} will be {A}.
{N} for {P} should be {A}.
We are targeting {N} of {A} for {P}.
The Company is providing guidance for {P} of {N} of {A}.
Management expects {P} {N} of {A}.
Looking ahead to {P}, we see {N} of {A}.
The company believes {N} for {P} will be {A}.
{N} is anticipated to be {A} for {P}.
The Company continues to expect {P} {N} of {A}.
We expect to generate {N} of {A} in {P}.
We are guiding to {N} of {A} for {P}.
We are introducing guidance for {P}, with {N} expected to be {A}.
The Company reiterates its guidance for {P} of {N} of {A}.
The Company is raising its {P} {N} guidance to {A}.
We expect {N} to come in at {A} for {P}.
{N} will be {A} for {P}.
{N} guidance for {P} is {A}.
{P} {N} guidance: {A}.
Based on current business trends, the Company expects {N} of {A} for {P}.
Our expectation for {P} is for {N} of {A}.
We expect {N} for {P} to total {A}.
We look for {N} of {A} for {P}.
The Company has set {P} guidance with {N} of {A}.
We remain on track to deliver {N} of {A} for {P}.
The Company remains confident in its {P} {N} outlook of {A}.
We plan to deliver {N} of {A} in {P}.
The Company issued guidance for {P} of {N} of {A}.
The Company provided an initial outlook for {P}, including {N} of {A}.`.split("\n");

describe("an expectation is read", () => {
  it.each(sentences.map((sentence, start) => ({ sentence, start })))(
    "in $sentence",
    ({ sentence, start }) => {
      const unread = combinations(start, [...quarters, ...years]).flatMap(({ name, figure, period }) => {
        const text = filled(sentence, { N: name.words, P: period.words, A: figure.words });
        const { guidance } = readIn(`<p>Revenue was $150.2 million.</p><p>${text}</p>`);
        const item = `${name.key} ${period.kind} ${figure.low}..${figure.high}`;
        return guidance.length === 1 && guidance[0]?.startsWith(item) ? [] : [{ text, guidance }];
      });
      expect(unread).toEqual([]);
    },
  );

  it("of two metrics before one period", () => {
    const { guidance } = readIn(
      "<p>We expect revenue of $165M–$180M and non-GAAP diluted earnings per share of approximately $1.70 for 2026.</p>",
    );
    expect(guidance).toEqual([
      "eps adjusted full_year 1.7..1.7 null",
      "revenue  full_year 165000000..180000000 null",
    ]);
  });

  it("after a dash, which is no sign", () => {
    const { guidance } = readIn("<p>For the full year, we expect:</p><p>• Adjusted EPS – $1.65 to $1.80</p>");
    expect(guidance).toEqual(["eps adjusted full_year 1.65..1.8 null"]);
  });
});
