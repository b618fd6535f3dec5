import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { chooseNarrator, type NarrativeLog } from "#explanation/narrator/language-model.ts";

/** What the stub does with one request: it sends a text as a model would, or handles the response itself. */
export type Reply = string | ((response: ServerResponse) => void);

type Asked = {
  messages: { role: string; content: string }[];
  response_format: { type: string; json_schema: { schema: unknown; strict: boolean } };
};

/**
 * Starts an OpenAI-compatible language model on loopback that gives these replies in turn and then repeats the last
 * one.
 */
export async function stubModel(replies: readonly Reply[]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const reply = replies[Math.min(asked.length, replies.length - 1)] ?? "";
    asked.push(JSON.parse(body) as Asked);
    if (typeof reply === "function") reply(response);
    else completeText(response, reply);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const log: NarrativeLog[] = [];
  const settings = {
    LLM_BASE_URL: `http://127.0.0.1:${port}/v1`,
    LLM_MODEL: "stub-1",
    LLM_API_KEY: "a key that must not show",
    LLM_INPUT_USD_PER_MILLION: 1,
    LLM_OUTPUT_USD_PER_MILLION: 2,
  };
  return {
    asked,
    log,
    narrator: (timeoutMs?: number) =>
      chooseNarrator(settings, undefined, (entry) => log.push(entry), timeoutMs),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const usage = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };

/** Answers as a model that says this text. */
export function completeText(response: ServerResponse, text: string): void {
  const message = { role: "assistant", content: text };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id: "1", created: 0, model: "stub-1", choices, usage }));
}
