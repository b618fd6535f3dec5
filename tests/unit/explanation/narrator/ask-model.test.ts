import { describe, expect, it } from "vitest";
import { modelSelectionJsonSchema, statementOptionsOf } from "#explanation/narrator/answer.ts";
import { askModel } from "#explanation/narrator/ask-model.ts";
import { INSTRUCTIONS } from "#explanation/narrator/prompt.ts";
import { sampleBrief } from "../sample-briefs.ts";
import { goodAnswer } from "./plans.ts";

const { facts } = await sampleBrief("AAPL");
const { options } = statementOptionsOf(facts);
const plan = goodAnswer(facts);
const signal = new AbortController().signal;
const messages = [{ role: "user", content: "?" } as const];

/** Asks a server that sends this body in pieces of this many bytes. */
async function askServer(body: string, { status = 200, pieceBytes = 7 } = {}) {
  const asked: { url: string; body: Record<string, unknown> }[] = [];
  const bytes = new TextEncoder().encode(body);
  const reply = await askModel({
    writer: {
      kind: "openai_compatible",
      name: "stub-1",
      baseUrl: "http://model.example/v1/",
      apiKey: undefined,
      request: async (url, init) => {
        asked.push({ url: String(url), body: JSON.parse(String(init?.body)) });
        let at = 0;
        const pieces = new ReadableStream<Uint8Array>({
          pull(controller) {
            if (at >= bytes.length) return controller.close();
            controller.enqueue(bytes.slice(at, at + pieceBytes));
            at += pieceBytes;
          },
        });
        return new Response(pieces, { status });
      },
    },
    messages: [...messages],
    options,
    signal,
  });
  return { reply, asked };
}

function askBinding(answer: unknown) {
  const binding = { run: async () => answer } as never;
  return askModel({
    writer: { kind: "workers_ai", name: "@cf/any", binding },
    messages: [...messages],
    options,
    signal,
  });
}

describe("a call of an OpenAI-compatible server", () => {
  it("asks for the shape by a strict JSON schema, and reads text and tokens", async () => {
    const { reply, asked } = await askServer(
      JSON.stringify({
        choices: [{ message: { content: "çé 🔑" } }],
        usage: { prompt_tokens: 3, completion_tokens: 4 },
      }),
    );
    expect(reply).toMatchObject({ text: "çé 🔑", use: { input: 3, output: 4 } });
    expect(asked).toEqual([
      {
        url: "http://model.example/v1/chat/completions",
        body: {
          model: "stub-1",
          messages: [{ role: "system", content: INSTRUCTIONS }, ...messages],
          max_tokens: 1000,
          temperature: 0.2,
          response_format: {
            type: "json_schema",
            json_schema: { name: "argument_plan", schema: modelSelectionJsonSchema(options), strict: true },
          },
        },
      },
    ]);
  });

  it.each([
    ["a failure", "{}", 500],
    ["a redirect", "", 302],
    ["an answer without a choice", '{"choices":[]}', 200],
    ["another shape", '{"choices":"many"}', 200],
    ["no JSON", "<h1>Hello</h1>", 200],
    [
      "more than 256 kilobytes",
      JSON.stringify({ choices: [{ message: { content: "x".repeat(256 * 1024) } }] }),
      200,
    ],
  ])("fails on %s, and asks once", async (_, body, status) => {
    const { reply, asked } = await askServer(body, { status, pieceBytes: 65_536 });
    expect(reply).toMatchObject({
      answer: null,
      text: "",
      failure: "The language model could not be reached.",
    });
    expect(asked).toHaveLength(1);
  });
});

describe("a call of Workers AI", () => {
  const usage = { prompt_tokens: 3, completion_tokens: 4 };

  it.each<[string, unknown]>([
    ["a text", { response: JSON.stringify(plan), usage }],
    ["the object itself", { response: plan, usage }],
    ["OpenAI's shape", { choices: [{ message: { content: JSON.stringify(plan) } }], usage }],
  ])("reads a plan that comes as %s", async (_, answer) => {
    expect(await askBinding(answer)).toMatchObject({ answer: plan, use: { input: 3, output: 4 } });
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a number", 7],
    ["an empty object", {}],
    ["a list of choices that is none", { choices: "many" }],
    ["a call of a tool", { tool_calls: [{ name: "sell", arguments: {} }] }],
  ])("fails on %s", async (_, answer) => {
    expect(await askBinding(answer)).toMatchObject({ answer: null });
  });
});
