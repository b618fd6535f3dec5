import { expect, it } from "vitest";
import { faultsOf, goodAnswer } from "../unit/explanation/narrator/plans.ts";
import { completeText, type Reply, stubModel } from "../unit/explanation/narrator/stub-model.ts";
import { sampleBrief } from "../unit/explanation/sample-briefs.ts";

const brief = await sampleBrief("AAPL");
const answer = JSON.stringify(goodAnswer(brief.facts));
const after = (seconds: number, text: string): Reply => {
  return (response) => void setTimeout(() => completeText(response, text), 1_000 * seconds);
};

/** Uses the narrator's time limit of production instead of a test's. */
it.each<[string, Reply[], string]>([
  ["never answers", [() => undefined], "rules"],
  ["answers prose after eight seconds, and again", [after(8, "It will beat.")], "rules"],
  [
    "answers prose at once and its plan after eight seconds",
    ["It will beat.", after(8, answer)],
    "openai_compatible",
  ],
])("has a true text within twelve seconds from a model that %s", async (_, replies, kind) => {
  await using stub = await stubModel(replies);
  const startedAt = Date.now();
  const narrative = await stub.narrator().write(brief, new Date("2026-03-10T15:00:00Z"));
  expect(Date.now() - startedAt).toBeLessThan(12_000);
  expect(narrative.author.kind).toBe(kind);
  expect(faultsOf(narrative, brief.facts)).toEqual([]);
});
