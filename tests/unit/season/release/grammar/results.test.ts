import { describe, expect, it } from "vitest";
import { filled, names, readIn } from "./words.ts";

const sentences = `{N} was {A}.
{N} totaled {A}, compared to {B} in the prior-year quarter.
{N} for {P} was {A}, up 12% from {B} a year ago.
{N} for {P} increased 12% to {A}.
{N} in {P} rose 12% year over year to {A} (2025: {B}).
For {P}, {N} came in at {A} versus {B} in the second quarter of 2025.
In {P}, {N} amounted to {A}, an increase of 12% year over year.
During {P}, the Company's {N} reached a record {A}.
{P} {N} was {A}, compared with {B} for the same period last year.
{N} declined by 5% to {A} for {P}, against {B} a year earlier.
{N} grew 12 percent to {A} in {P}, driven by strong demand across all segments.
{N} was up 12% at {A} during {P}.
The Company reported {N} of {A} for {P}, compared to {B}.
We generated {N} of {A} in {P}, a 12% increase over the prior-year period.
For {P}, the Company posted {N} of {A}, up 12% year-over-year and 4% sequentially.
We achieved record {N} of {A} in {P}, exceeding our guidance of $115 million to $118 million.
• {P} {N} of {A}, a new record
• {P} {N}: {A} (Q2 2025: {B})
Driven by strong demand, {N} climbed to {A} for {P} vs. {B} in Q2 2025.
{P} was strong, with {N} of {A}.
We ended {P} with {N} of {A}.`.split("\n");
const quarters =
  "the second quarter|the second quarter of 2026|Q2|Q2 2026|the quarter|the three months ended June 30, 2026|the quarter ended June 30, 2026|the second quarter of fiscal 2026|the fiscal second quarter|2Q26|the 13 weeks ended June 27, 2026|the June quarter|the current quarter".split(
    "|",
  );
const otherPeriods =
  "the first six months of 2026|the first six months|the six months ended June 30, 2026|the first half of 2026|the first half|the half year|the year to date|the first half of the year|the six-month period ended June 30, 2026|the past six months|the trailing twelve months|the last twelve months|the twelve months ended June 30, 2026|the first two quarters of 2026|the last four quarters|each of the last three quarters|the 26 weeks ended June 27, 2026|the first 26 weeks|the month of June|fiscal 2025|full year 2025|the year ended December 31, 2025|the first quarter of 2026|the first quarter|the second quarter of 2025|the prior-year quarter|the same quarter last year|H1 2026".split(
    "|",
  );
const figures = {
  "revenue ": { A: "$120.4 million", B: "$107.2 million", value: 120.4e6 },
  "eps gaap": { A: "$1.34", B: "$1.21", value: 1.34 },
  "eps adjusted": { A: "$1.34", B: "$1.21", value: 1.34 },
} as const;

/** Returns what is read from the sentence with each metric's name and each period, and the value that it states. */
const readings = (sentence: string, periods: readonly string[]) =>
  names.flatMap(({ words, key }, i) =>
    periods.map((_, j) => {
      const { value, A, B } = figures[key];
      const text = filled(sentence, { N: words, P: periods[(i + j) % periods.length] ?? "", A, B });
      return { text, value: `${key} ${value}`, reported: readIn(`<p>${text}</p>`).reported };
    }),
  );

describe("a sentence about the quarter states the quarter's figure", () => {
  it.each(sentences)("%s", (sentence) => {
    const wrong = readings(sentence, sentence.includes("{P}") ? quarters : [""]).filter(
      ({ reported, value }) => reported.length !== 1 || reported[0] !== value,
    );
    expect(wrong).toEqual([]);
  });
});

describe("no quarter's figure is read from a sentence about another period", () => {
  it.each(sentences.filter((sentence) => sentence.includes("{P}")))("%s", (sentence) => {
    expect(readings(sentence, otherPeriods).filter(({ reported }) => reported.length > 0)).toEqual([]);
  });
});

describe("no figure of another metric is read as revenue or EPS", () => {
  it.each(
    `U.S. revenue was $120.4 million
sales of our new pump were $120.4 million
acquired revenue totaled $120.4 million
sales commissions were $120.4 million
deferred revenue increased 12% to $120.4 million
software revenue was a record $120.4 million
cost of revenue was $120.4 million
revenue per share was $1.34
net investment income per share was $1.34
pre-provision earnings per share were $1.34
book value per share increased to $1.34
FFO per diluted share was $1.34
free cash flow per share grew to $1.34
dividends per share totaled $1.34
net income increased due to a gain of $12.3 million, or $1.34 per diluted share
diluted earnings per share included a gain on the sale of a business of $12.3 million, or $1.34 per share
adjusted earnings exclude restructuring costs of $12.3 million ($1.34 per diluted share)
net income includes a tax benefit of $1.34 per diluted share`.split("\n"),
  )("in %s", (words) => {
    for (const lead of ["", "In the second quarter, ", "During the quarter, our "])
      expect(readIn(`<p>${filled(`${lead}${words}.`, {})}</p>`).reported).toEqual([]);
  });
});
