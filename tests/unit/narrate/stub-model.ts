import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { languageModelNarrator, type NarrativeLog } from "#narrate/language-model.ts";
import { openAiCompatible } from "#narrate/openai-compatible.ts";

/** What the stub does with one request: says a text as a model would, or answers the connection in its own way. */
export type Reply = string | ((response: ServerResponse) => void);

type Asked = { stream?: boolean; messages: { role: string; content: string }[] };

/** An OpenAI-compatible language model on loopback that gives these replies in turn, the last one again and again. */
export async function stubModel(replies: readonly Reply[]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const question = JSON.parse(body) as Asked;
    const reply = replies[Math.min(asked.length, replies.length - 1)] ?? "";
    asked.push(question);
    if (typeof reply === "function") reply(response);
    else if (question.stream) streamText(response, reply);
    else completeText(response, reply);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const log: NarrativeLog[] = [];
  const writer = openAiCompatible({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: "stub-1",
    apiKey: "a key that must not show",
    price: { inputUsd: 1, outputUsd: 2 },
  });
  return {
    asked,
    log,
    narrator: (timeoutMs?: number) => languageModelNarrator(writer, (entry) => log.push(entry), timeoutMs),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const usage = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };

function completeText(response: ServerResponse, text: string): void {
  const message = { role: "assistant", content: text };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id: "1", created: 0, model: "stub-1", choices, usage }));
}

function streamText(response: ServerResponse, text: string): void {
  response.setHeader("content-type", "text/event-stream");
  const send = (choices: unknown[], more = {}) =>
    response.write(`data: ${JSON.stringify({ id: "1", created: 0, model: "stub-1", choices, ...more })}\n\n`);
  for (const content of text.match(/[\s\S]{1,40}/g) ?? [])
    send([{ index: 0, delta: { content }, finish_reason: null }]);
  send([{ index: 0, delta: {}, finish_reason: "stop" }]);
  send([], { usage });
  response.end("data: [DONE]\n\n");
}
