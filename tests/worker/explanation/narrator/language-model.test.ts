import { describe, expect, it } from "vitest";
import { chooseNarrator } from "#explanation/narrator/language-model.ts";
import { rulesNarrator } from "#explanation/narrator/narrator.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { gatherMarketSnapshot } from "#research/gather.ts";
import { faultsOf, goodAnswer } from "../../../unit/explanation/narrator/plans.ts";
import { describeAlone } from "../../../unit/explanation/sample-briefs.ts";

const now = new Date("2026-03-10T15:00:00Z");
const gathered = await gatherMarketSnapshot(sampleMarket(), "AAPL", now);
const { brief } = await describeAlone(gathered);
const plan = goodAnswer(brief.facts);

describe("a language model in the Workers runtime", () => {
  it("is asked over a server's own address with the key, and never follows it elsewhere", async () => {
    const reply: Request[] = [];
    const settings = { LLM_BASE_URL: "http://model.example/v1", LLM_MODEL: "stub-1", LLM_API_KEY: "the key" };
    const narrator = chooseNarrator(
      settings,
      undefined,
      () => undefined,
      undefined,
      async (input, init) => {
        const request = new Request(input, init);
        reply.push(request);
        const message = { role: "assistant", content: JSON.stringify(plan) };
        return Response.json({
          id: "1",
          created: 0,
          model: "stub-1",
          choices: [{ index: 0, message, finish_reason: "stop" }],
        });
      },
    );
    const narrative = await narrator.write(brief, now);
    expect(narrative.author.kind).toBe("openai_compatible");
    expect(faultsOf(narrative, brief.facts)).toEqual([]);
    expect(reply.map(({ url, redirect, headers }) => [url, redirect, headers.get("authorization")])).toEqual([
      ["http://model.example/v1/chat/completions", "manual", "Bearer the key"],
    ]);
  });

  it("is Workers AI where that is bound, asked for JSON", async () => {
    const reply: unknown[] = [];
    const binding = {
      run: async (model: string, inputs: { response_format?: { type: string } }) => {
        reply.push([model, inputs.response_format?.type]);
        return { response: JSON.stringify(plan), usage: { prompt_tokens: 9000, completion_tokens: 500 } };
      },
    } as unknown as Ai;
    const log: unknown[] = [];
    const narrator = chooseNarrator({}, binding, (entry) => log.push(entry));
    const narrative = await narrator.write(brief, now);
    expect(narrative.author).toMatchObject({
      kind: "workers_ai",
      model: "@cf/meta/llama-3.3-70b-instruct-fp8-fast",
      fallbackReason: null,
    });
    expect(reply).toEqual([["@cf/meta/llama-3.3-70b-instruct-fp8-fast", "json_schema"]]);
    expect(log).toMatchObject([{ inputTokens: 9000, outputTokens: 500, costUsd: null }]);
  });

  it("that never answers through the binding is waited for no longer than it is given", async () => {
    const binding = { run: () => new Promise(() => undefined) } as unknown as Ai;
    const narrator = chooseNarrator({}, binding, () => undefined, 200);
    const { author } = await narrator.write(brief, now);
    expect(author).toMatchObject({
      kind: "rules",
      fallbackReason: "The language model did not answer in time.",
    });
  });

  it("is not there without settings and binding: the rules arrange", () => {
    expect(chooseNarrator({}, undefined, () => undefined)).toBe(rulesNarrator);
    expect(chooseNarrator({ LLM_MODEL: "stub-1" }, undefined, () => undefined)).toBe(rulesNarrator);
  });
});
