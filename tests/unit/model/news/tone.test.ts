import { describe, expect, it } from "vitest";
import { headlineToneOf, toneScore } from "#model/news/tone.ts";

const toneOfText = (text: string) => headlineToneOf(toneScore(text));

describe("the tone of a sentence", () => {
  it.each([
    ["Operating profit rose to $4.2 million", "positive"],
    ["Operating profit fell to $4.2 million", "negative"],
    ["The net loss narrowed", "positive"],
    ["The net loss widened", "negative"],
    ["Costs decreased in the quarter", "positive"],
    ["Costs increased in the quarter", "negative"],
    ["Unemployment rose again", "negative"],
    ["Sales did not fall", "positive"],
    ["Pretax profit was EUR 7.8 mn compared to EUR 11.2 mn a year earlier", "negative"],
    ["The margin was 11.8 % against 8.3 % a year earlier", "positive"],
    ["The company made a profit of $4.9 mn from a loss of $1.8 mn", "positive"],
    ["The company swung to a net loss", "negative"],
    ["The company won a contract for 40 trains", "positive"],
    ["The bank cut its rating from buy", "negative"],
    ["The maker issued a profit warning", "negative"],
    ["Results came in above analysts' expectations", "positive"],
    ["The annual meeting takes place on 3 March", "neutral"],
    ["The share capital rose by 40,000 shares subscribed for with stock options", "neutral"],
    ["The net loss from continuing operations narrowed to $1.8 mn", "positive"],
    ["Operating profit excluding restructuring costs grew to $44.5 million", "positive"],
    ["Pretax profit came to EUR 46.4 mn from EUR 35.8 mn", "positive"],
    ["Cash flow was a negative EUR 3.1 mn, compared to EUR 23.3 mn a year earlier", "negative"],
    ["The shares were up 3 percent", "positive"],
    ["The firm set up an office in Ghana", "neutral"],
    ["The deal is subject to approval by the authorities", "neutral"],
    ["Talks concern all staff groups of the plant", "neutral"],
    ["The tower is 40 metres high and was built in 1990", "neutral"],
  ])("%j is %s", (text, tone) => {
    expect(toneOfText(text)).toBe(tone);
  });

  it("stays between -100 and 100 whatever the text", () => {
    const scores = [
      "profit rose ".repeat(500),
      "loss widened fraud ".repeat(500),
      "",
      "🚀".repeat(100),
      "the constructor",
    ].map(toneScore);
    for (const score of scores) expect(Math.abs(score)).toBeLessThanOrEqual(100);
  });
});
