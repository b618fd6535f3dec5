import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const sentences = fileURLToPath(new URL("../../../../shared/sentiment/phrasebank-3200.csv", import.meta.url));
const script = fileURLToPath(new URL("../../../scripts/sentiment-evaluate.ts", import.meta.url));

describe.skipIf(!existsSync(sentences))("the tone of labeled financial sentences", () => {
  it("is told apart with a macro-F1 of 0.75 and more, where a bare lexicon reaches 0.56", () => {
    const said = JSON.parse(execFileSync(process.execPath, [script, sentences], { encoding: "utf8" }));
    expect(said).toMatchObject({ n: 3200, accuracy: expect.any(Number) });
    expect(said.macroF1).toBeGreaterThan(0.75);
  });
});
