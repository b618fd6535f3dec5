import { describe, expect, it } from "vitest";
import { readingOn } from "../reading.ts";
import { readIn } from "./words.ts";

const { read } = readingOn("2026-07-29");

const gaap = (value: number) => `eps gaap ${value}`;
const adjusted = (value: number) => `eps adjusted ${value}`;
/** Each entry has the figures that the sentence states, then the sentence. {per} is replaced by each phrase for "per share". */
const sentences: readonly (readonly [stated: string, sentence: string])[] = [
  [
    gaap(-0.45),
    "Net loss was $12.3 million, or $0.45 {per}, compared to net income of $3 million, or $0.10 {per}.",
  ],
  [
    gaap(-0.45),
    "The Company reported a net loss of $12.3 million, or $(0.45) {per}, versus ($0.55) {per} a year ago.",
  ],
  [gaap(-0.45), "GAAP net loss of $12.3 million, or -$0.45 {per}"],
  [
    gaap(-0.45),
    "Net loss narrowed to $12.3 million, or 45 cents {per}, from $15 million, or 55 cents {per}.",
  ],
  [
    gaap(0.45),
    "Net income was $12.3 million, or $0.45 {per}, compared to a net loss of $3 million, or $0.10 {per}.",
  ],
  [
    gaap(0.45),
    "Net earnings rose 12% to $12.3 million, or 45 cents {per}, from $11 million, or 40 cents {per}.",
  ],
  [gaap(0.45), "Profit of $12.3 million ($0.45 {per}) versus $11 million ($0.40 {per})"],
  [
    adjusted(0.45),
    "Adjusted net income was $12.3 million, or $0.45 {per}, compared to $11 million, or $0.40 {per}.",
  ],
  [adjusted(0.45), "On an adjusted basis, net income was $12.3 million, or $0.45 {per}."],
  [adjusted(0.45), "Excluding special items, net earnings were $12.3 million, or $0.45 {per}."],
  [
    `${adjusted(0.55)}, ${gaap(0.45)}`,
    "Net income was $12.3 million, or $0.45 {per}. Adjusted net income was $15 million, or $0.55 {per}.",
  ],
  [
    `${adjusted(0.55)}, ${gaap(0.45)}`,
    "GAAP net income of $0.45 {per} and non-GAAP net income of $0.55 {per}",
  ],
];
const perShare =
  "per share|per diluted share|per common share|per diluted common share|per fully diluted share|per share, diluted|per share on a diluted basis".split(
    "|",
  );
const statements = `eps adjusted 0.55, eps gaap 0.45 | GAAP {EPS} was $0.45; non-GAAP {EPS} was $0.55.
eps adjusted 0.55, eps gaap 0.45 | {EPS} of $0.45 ($0.55 on an adjusted basis)
eps adjusted 0.55, eps gaap 0.45 | {EPS} was $0.45, or $0.55 on an adjusted basis.
eps adjusted 0.55, eps gaap 0.45 | {EPS} was $0.45. Excluding one-time items, {EPS} was $0.55.
eps adjusted 0.55, eps gaap 0.45 | Adjusted {EPS} was $0.55, compared to $0.50. GAAP {EPS} was $0.45, compared to $0.48.
eps gaap 0.45 | {EPS} of $0.45 ($0.40 a year ago)
eps gaap -0.45 | {EPS} was a loss of $0.45 versus a profit of $0.10 last year.
eps gaap -0.45 | {EPS} was ($0.45) compared with $0.10
eps gaap -0.45 | {EPS} was negative $0.45.
eps gaap 0.45 | {EPS} declined to $0.45 from $0.55.
eps gaap 0.45 | {EPS} increased by $0.05, or 12%, to $0.45.
eps gaap 0.45 | {EPS} increased from $0.40 to $0.45.
eps gaap 0.45 | {EPS} were $.45 compared to $.40.
eps gaap 0.45 | {EPS} were 45 cents compared to 40 cents.`.split("\n");

describe("EPS is read with its sign and its basis", () => {
  it.each(sentences)("%s: %s", (stated, sentence) => {
    for (const per of perShare) {
      const text = sentence.replaceAll("{per}", per);
      expect({ text, reported: readIn(`<p>${text}</p>`).reported.join(", ") }).toEqual({
        text,
        reported: stated,
      });
    }
  });

  it.each(statements)("%s", (statement) => {
    const [stated, sentence = ""] = statement.split(" | ");
    for (const name of ["EPS", "Diluted EPS", "Earnings per share", "Diluted earnings per share"]) {
      const text = sentence.replaceAll("{EPS}", name);
      expect({ text, reported: readIn(`<p>${text}</p>`).reported.join(", ") }).toEqual({
        text,
        reported: stated,
      });
    }
  });

  it("as guidance that is negative in words too", () => {
    for (const range of ["negative $0.10 to negative $0.05", "minus 10 to minus 5 cents", "-$0.10 to -$0.05"])
      expect(readIn(`<p>For the third quarter, we expect EPS of ${range}.</p>`).guidance).toEqual([
        "eps gaap next_quarter -0.1..-0.05 null",
      ]);
  });
});

describe("revenue is read in every currency and unit", () => {
  it.each([
    ["$120.4 million", 120.4e6, "USD"],
    ["$120.4MM", 120.4e6, "USD"],
    ["$120.4 mln", 120.4e6, "USD"],
    ["$120.4-million", 120.4e6, "USD"],
    ["$120,412 thousand", 120.412e6, "USD"],
    ["120.4 million U.S. dollars", 120.4e6, "USD"],
    ["€ 120.4m", 120.4e6, "EUR"],
    ["NOK 1,204m", 1.204e9, "NOK"],
    ["RMB 1,204.5 million (US$172.0 million)", 1204.5e6, "CNY"],
    ["₹1,204 million", 1.204e9, "INR"],
    ["Rs. 1,204 million", 1.204e9, "INR"],
    ["KRW 1.2 trillion", 1.2e12, "KRW"],
  ])("as %s", (written, value, currency) => {
    for (const sentence of [
      "Revenue was {A} in the second quarter of 2026.",
      "Second quarter revenue of {A}",
    ]) {
      const [figure] = read(
        `<p>Norwell Second Quarter 2026 Results</p><p>${sentence.replace("{A}", written)}</p>`,
      ).reported;
      expect(figure).toMatchObject({ metric: "revenue", value, currency });
    }
  });
});
