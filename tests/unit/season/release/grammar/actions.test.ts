import { describe, expect, it } from "vitest";
import { filled, readIn } from "./words.ts";

type Change = readonly [now: string, prior: string, action: "raised" | "lowered" | "maintained" | "narrowed"];
const revenues: readonly Change[] = [
  ["$165 million to $180 million", "$160 million to $175 million", "raised"],
  ["$165 million to $180 million", "$170 million to $185 million", "lowered"],
  ["$165 million to $180 million", "$165 million to $180 million", "maintained"],
  ["$165 million to $180 million", "$160 million to $185 million", "narrowed"],
  ["$1.05 billion to $1.10 billion", "$980 million to $1.02 billion", "raised"],
  ["approximately $170 million", "approximately $160 million", "raised"],
];
const earnings: readonly Change[] = [
  ["$1.65 to $1.80", "$1.55 to $1.70", "raised"],
  ["$1.65 to $1.80", "$1.75 to $1.90", "lowered"],
  ["$1.65 to $1.80", "$1.65 to $1.80", "maintained"],
  ["$1.65 to $1.80", "$1.60 to $1.85", "narrowed"],
  ["at least $1.70", "at least $1.60", "raised"],
];
/** In these sentences and in `statements`, a bar separates a paragraph from the list item below it. */
const comparisons = `For {P}, the Company now expects {N} of {A}, compared to its prior guidance of {B}.
The Company now expects {P} {N} of {A}, versus prior guidance of {B}.
{N} for {P} is now expected to be {A} (previously {B}).
The Company now expects {P} {N} of {A}. Previously, the Company expected {B}.
For {P}, {N} is expected to be {A}, compared to the prior outlook of {B}.
The Company now expects {P} {N} of {A}, from the prior expectation of {B}.
For {P}, we now expect {N} of {A} vs. prior outlook of {B}.
{N} guidance for {P} is now {A}, compared with the {B} we provided in April.
The Company now anticipates {P} {N} of {A}, compared to the previously announced {B}.
For {P}, the Company expects:|{N} of {A} (prior: {B})
For {P}, the Company expects:|{N} of {A}, previously {B}
For {P}, the Company expects:|{N} of {A} versus previous guidance of {B}`.split("\n");
const statements = {
  raised: `The Company is raising its {P} {N} guidance to {A}.
Norwell has upgraded its {P} {N} outlook and now anticipates {A}.
The Company has revised its {P} {N} guidance upward to {A}.
The Company increased its {P} guidance for {N} to {A}.
The Company now expects {P} {N} of {A}, an increase from its prior guidance.
We are raising our outlook and now expect {P} {N} of {A}.
The Company is raising its guidance for {P}. The Company now expects {N} of {A}.
The Company is raising its guidance for {P} as follows:|{N} of {A}
The Company is increasing its full-year outlook. For {P}, the Company now expects:|{N} of {A}
Raised {P} Outlook|{N} of {A}`,
  lowered: `We are lowering our {P} {N} guidance to {A}.
The Company has revised its {P} {N} guidance downward to {A}.
The Company reduced its {P} {N} outlook to {A}.
We are reducing our {P} guidance and now expect {N} of {A}.
The Company is lowering its {P} guidance to reflect current conditions:|{N} of {A}`,
  maintained: `The Company is reaffirming its {P} {N} guidance of {A}.
The Company is keeping its {P} {N} guidance of {A}.
Our outlook remains strong and we affirm our {P} guidance:|{N} of {A}
The Company stands by its {P} {N} guidance of {A}.
The Company continues to expect {P} {N} of {A}.
Norwell reaffirmed its {P} outlook, including {N} of {A}.
The Company is reaffirming its guidance for {P}. The Company expects {N} of {A}.
The Company reiterates its {P} outlook:|{N} of {A}
Reaffirmed {P} Guidance|{N} of {A}
Our {P} {N} guidance of {A} remains unchanged.
There is no change to our {P} {N} guidance of {A}.`,
  narrowed: `The Company is narrowing its {P} {N} guidance to {A}.
The Company narrowed its {P} {N} range to {A}.
The Company is tightening its {P} {N} guidance to {A}.`,
  initiated: `The Company is initiating {P} {N} guidance of {A}.
The Company is introducing {P} guidance, including {N} of {A}.`,
  null: `The Company expects {P} {N} of {A}.
The Company is providing {P} {N} guidance of {A}.
The Company is updating its {P} guidance as follows:|{N} of {A}
For {P}, the Company now expects:|{N} of {A}`,
};

/** Returns the sentences, with each change in turn, whose only item does not have the expected action. */
function unreadIn(sentence: string, changes: readonly (readonly [string, string, string])[]) {
  return changes.flatMap(([now, prior, action], turn) => {
    const isRevenue = /million|billion/.test(now);
    const period = ["full year 2026", "fiscal 2026", "2026"][turn % 3] ?? "";
    const places = { P: period, N: isRevenue ? "net sales" : "adjusted EPS", A: now, B: prior };
    const [text = "", item] = sentence.split("|").map((words) => filled(words, places));
    const { guidance, growth } = readIn(
      item === undefined ? `<p>${text}</p>` : `<p>${text}</p><ul><li>${item}</li></ul>`,
    );
    const isRead = guidance.length === 1 && growth.length === 0 && guidance[0]?.endsWith(` ${action}`);
    return isRead ? [] : [{ text, item, action, guidance }];
  });
}

describe("what became of guidance is read", () => {
  it.each(comparisons)("in %s", (sentence) =>
    expect(unreadIn(sentence, [...revenues, ...earnings])).toEqual([]),
  );
  it.each(
    Object.entries(statements).flatMap(([action, text]) =>
      text.split("\n").map((sentence) => ({ action, sentence })),
    ),
  )("as $action in $sentence", ({ action, sentence }) => {
    const figures = ["$165 million to $180 million", "$1.65 to $1.80"].map(
      (now) => [now, "", action] as const,
    );
    expect(unreadIn(sentence, figures)).toEqual([]);
  });
});
