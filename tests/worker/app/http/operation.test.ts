import { describe, expect, it } from "vitest";
import { z } from "zod";
import { impliedErrors, operation } from "#app/http/operation.ts";
import { checkAnswer } from "../../answers.ts";
import { fetchWorker, origin } from "../../api.ts";

const head = { method: "GET", path: "/api/health", access: "public", summary: "An example" } as const;
const response = z.object({ ok: z.literal(true), names: z.array(z.string()) });

describe("a declared call", () => {
  it("compiles with the answer that it declares, and with no other", () => {
    operation({ ...head, response, handle: () => ({ ok: true, names: ["a"] }) });
    operation({ ...head, response, raw: [{ status: 303 }], handle: async ({ c }) => c.redirect("/") });
    // @ts-expect-error: a key is missing
    operation({ ...head, response, handle: () => ({ ok: true }) });
    // @ts-expect-error: of another kind
    operation({ ...head, response, handle: async () => ({ ok: true, names: [1] }) });
    // @ts-expect-error: no file is declared
    operation({ ...head, response, handle: () => new Response("a file") });
    // @ts-expect-error: no JSON is declared
    operation({ ...head, raw: [{ status: 303 }], handle: () => ({ ok: true }) });
    // @ts-expect-error: nobody is signed in
    operation({ ...head, response, handle: ({ who }) => ({ ok: true, names: [who.userId] }) });
    // @ts-expect-error: no body is declared
    operation({ ...head, response, handle: ({ body }) => ({ ok: true, names: [body.name] }) });
  });

  it("says by itself how it may be refused", () => {
    const codes = impliedErrors(
      operation({
        ...head,
        method: "POST",
        access: "user",
        rate: "search",
        body: response,
        response,
        handle: ({ body }) => body,
      }),
    );
    expect([...codes].toSorted()).toEqual([
      "foreign_origin",
      "internal",
      "invalid_request",
      "not_available",
      "payload_too_large",
      "rate_limited",
      "unauthenticated",
      "unsupported_media_type",
    ]);
  });

  it("names the methods of its path to whoever asks by another", async () => {
    const answer = await fetchWorker(`${origin}/api/account/sessions`, { method: "PUT" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, DELETE"]);
    expect(await answer.json()).toMatchObject({
      code: "method_not_allowed",
      message: "PUT is not possible here.",
    });
  });
});

describe("the comparison of every answer with its declaration", () => {
  const url = `${origin}/api/auth/signout`;
  const error = { error: "Not found", message: "There is nothing.", code: "not_found" };

  it("passes what is declared", () => checkAnswer("POST", url, Response.json({ success: true })));

  it.each([
    ["a key too many", Response.json({ success: true, password: "x" })],
    ["a key too few", Response.json({})],
    ["another status", Response.json({ success: true }, { status: 201 })],
    ["an error code that is not declared", Response.json(error, { status: 404 })],
    ["another media type", new Response("ok", { headers: { "content-type": "text/plain" } })],
  ])("fails for %s", async (_, answer) => {
    await expect(checkAnswer("POST", url, answer)).rejects.toThrow();
  });
});
