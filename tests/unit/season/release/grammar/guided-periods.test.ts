import { describe, expect, it } from "vitest";
import { filled, readIn } from "./words.ts";

const sentences = `For {P}, the Company expects net sales of {A}.
The Company expects adjusted EPS of {E} for {P}.
We expect revenue in the range of {A} in {P}.
Diluted EPS for {P} is expected to be {E}.
The Company expects {P} net sales of {A}.
Our outlook for {P} is adjusted EPS of {E}.
We are guiding to total revenue of {A} for {P}.
In {P}, net sales should reach {A}.`.split("\n");
const nextQuarter =
  "the third quarter|Q3 2026|the next quarter|the current quarter|the following quarter|the upcoming quarter|the ongoing quarter|the three months ending September 30, 2026|the third quarter of fiscal 2026";
const fullYear =
  "the full year 2026|fiscal 2026|2026|FY2026|the current year|the current fiscal year|this year|next year|the twelve months ending December 31, 2026|2027";
const other =
  "the second half|the back half of 2026|the second half of the year|the remainder of the year|the next two quarters|the last two quarters of the year|the last six months of 2026|the fourth quarter|the third quarter of 2027|the next twelve months|the first half of 2027|fiscal 2028|the year 2030|the half year";

describe("the kind of the guided period is", () => {
  it.each([
    ["next_quarter", nextQuarter],
    ["full_year", fullYear],
  ])("%s", (kind, periods) => {
    const kinds = readings(periods).filter(({ guidance }) => guidance[0]?.split(" ")[2] !== kind);
    expect(kinds).toEqual([]);
  });

  it("neither for a period of another length, or a later one", () => {
    const wrong = readings(other).filter(({ guidance }) => /next_quarter|full_year/.test(guidance.join()));
    expect(wrong).toEqual([]);
  });
});

/** Returns the guidance in each sentence for each of the periods. */
function readings(periods: string): { text: string; guidance: string[] }[] {
  return sentences.flatMap((sentence) =>
    periods.split("|").map((P) => {
      const text = filled(sentence, { P, A: "$165 million to $180 million", E: "$1.65 to $1.80" });
      return { text, guidance: readIn(`<p>${text}</p>`).guidance };
    }),
  );
}
