import { describe, expect, it } from "vitest";
import { filled, readIn } from "./words.ts";

const introductions = `For {P}, the Company expects:
For {P}, we expect the following:
The Company expects the following for {P}:
The Company is providing the following guidance for {P}:
Based on information available as of today, the Company's expectations for {P} are as follows:
The following is the Company's guidance for {P}:
The Company's outlook for {P} is as follows:
We are providing the following guidance for {P}:
As of July 29, 2026, we expect for {P}:
Our current outlook for {P} includes:
{P} Outlook
{P} Financial Guidance
Guidance for {P}
Business Outlook|{P}:
Financial Guidance|For {P}:`.split("\n");
const items = `{N} of {A}
{N}: {A}
{N} is expected to be {A}
{N} is anticipated to be {A}.
{N} {A}
{N} – {A}
{N} will be {A}
{N} of {A}, representing growth of 5% to 8%
We expect {N} of {A}`.split("\n");
const shapes: readonly ((lines: readonly string[]) => string)[] = [
  (lines) => `<ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`,
  (lines) => lines.map((line) => `<p>• ${line}</p>`).join(""),
  (lines) => lines.map((line) => `<p>- ${line}</p>`).join(""),
  (lines) => lines.map((line) => `<p>${line}</p>`).join(""),
  (lines) => `<table>${lines.map((line) => `<tr><td>•</td><td>${line}</td></tr>`).join("")}</table>`,
  (lines) => `<div>${lines.map((line) => `· ${line}<br>`).join("")}</div>`,
];

describe("a list of guidance is read", () => {
  it.each(introductions)("below %s", (introduction) => {
    const unread = items.flatMap((item, turn) => {
      const isQuarter = turn % 2 === 0;
      const period = isQuarter ? "the third quarter of 2026" : "fiscal 2026";
      const titles = introduction.split("|").map((words) => `<p>${filled(words, { P: period })}</p>`);
      const lines = [
        filled(item, { N: "net sales", A: "$165 million to $180 million" }),
        "Gross margin of 42% to 43%",
        filled(item, { N: "adjusted diluted EPS", A: "$1.65 to $1.80" }),
      ];
      const html = titles.join("") + (shapes[turn % shapes.length]?.(lines) ?? "");
      const { guidance, growth } = readIn(html);
      const kind = isQuarter ? "next_quarter" : "full_year";
      const expected = [`eps adjusted ${kind} 1.65..1.8`, `revenue  ${kind} 165000000..180000000`];
      const isRead = growth.length === 0 && guidance.length === 2;
      return isRead && expected.every((start, i) => guidance[i]?.startsWith(start))
        ? []
        : [{ html, guidance }];
    });
    expect(unread).toEqual([]);
  });
});
