import { describe, expect, it } from "vitest";
import { openAiCompatible } from "#narrate/openai-compatible.ts";

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

const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

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
            json_schema: { name: "narrative", schema: { type: "object" }, strict: true },
          },
        },
      },
    ]);
  });

  it("hears a stream grow, whatever the bytes it comes in, and the tokens at its end", async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 6 };
    const body = `: hello\n\n${piece("a")}${piece("ç🔑")}data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;
    for (const pieceBytes of [1, 2, 3, 1000]) {
      const { model, asked } = modelOf(body, { pieceBytes });
      const heard: string[] = [];
      const { text, use } = await model.complete({ ...completion, onText: (all) => heard.push(all) > 0 });
      expect([heard, text, use]).toEqual([["a", "aç🔑"], "aç🔑", { input: 5, output: 6 }]);
      expect(asked[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    }
  });

  it("reads no further than its listener wants", async () => {
    const { model } = modelOf(piece("x").repeat(1000));
    const { text } = await model.complete({ ...completion, onText: (all) => all.length < 5 });
    expect(text).toBe("xxxxx");
  });

  it.each([
    ["a failure", "{}", 500],
    ["a redirect", "", 302],
    ["an answer without a choice", '{"choices":[]}', 200],
    ["another shape", '{"choices":"many"}', 200],
    ["no JSON", "<h1>Hello</h1>", 200],
    ["more than two megabytes", "x".repeat(2 * 1024 * 1024 + 1), 200],
  ])("throws on %s", async (_, body, status) => {
    const { model } = modelOf(body, { status, pieceBytes: 65_536 });
    await expect(model.complete(completion)).rejects.toThrow();
  });

  it.each([
    ["an error in the stream", `${piece("a")}data: {"error":{"message":"overloaded"}}\n\n`],
    ["a broken event", "data: {\n\n"],
  ])("throws on %s", async (_, body) => {
    const { model } = modelOf(body);
    await expect(model.complete({ ...completion, onText: () => true })).rejects.toThrow();
  });
});
