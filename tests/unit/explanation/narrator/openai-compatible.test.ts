import { describe, expect, it } from "vitest";
import { openAiCompatible } from "#explanation/narrator/openai-compatible.ts";

const completion = {
  messages: [{ role: "user", content: "?" } as const],
  schema: { type: "object" },
  maxTokens: 100,
  temperature: 0.2,
  signal: new AbortController().signal,
};

/** A model whose server answers this body, in pieces of these bytes. */
function modelOf(body: string, { status = 200, pieceBytes = 7 } = {}) {
  const asked: { url: string; body: Record<string, unknown> }[] = [];
  const bytes = new TextEncoder().encode(body);
  const model = openAiCompatible(
    { baseUrl: "http://model.example/v1/", model: "stub-1", apiKey: undefined, price: null },
    async (url, init) => {
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
  );
  return { model, asked };
}

describe("a call of an OpenAI-compatible server", () => {
  it("asks for the shape by a strict JSON schema, and reads text and tokens", async () => {
    const { model, asked } = modelOf(
      JSON.stringify({
        choices: [{ message: { content: "çé 🔑" } }],
        usage: { prompt_tokens: 3, completion_tokens: 4 },
      }),
    );
    expect(await model.complete(completion)).toEqual({ text: "çé 🔑", use: { input: 3, output: 4 } });
    expect(asked).toEqual([
      {
        url: "http://model.example/v1/chat/completions",
        body: {
          model: "stub-1",
          messages: completion.messages,
          max_tokens: 100,
          temperature: 0.2,
          response_format: {
            type: "json_schema",
            json_schema: { name: "argument_plan", schema: { type: "object" }, strict: true },
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
    ["more than 256 kilobytes", "x".repeat(256 * 1024 + 1), 200],
  ])("throws on %s", async (_, body, status) => {
    const { model } = modelOf(body, { status, pieceBytes: 65_536 });
    await expect(model.complete(completion)).rejects.toThrow();
  });
});
