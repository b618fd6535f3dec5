import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "#app/http/operation.ts";
import { operations } from "#app/routes/operations.ts";
import type { ErrorCode } from "#contract/error.ts";
import { aPerson, fetchWorker, origin } from "../../api.ts";
import { aKeyOwner } from "./an-api-key.ts";

let person = { token: "" };
let reader = { key: "" };
beforeAll(async () => {
  person = await aPerson();
  reader = await aKeyOwner("institutional", ["read"]);
});

/** Input that no call accepts, for every part of a request. */
const hostile = ['{"a":', "[".repeat(5_000), '{"__proto__":{"isAdmin":true}}', "x".repeat(60_000)];
const query = `?from=yesterday&limit=-1&page=a&q=${"x".repeat(900)}&symbols=%00&token=x`;
const addressed = (path: string) => path.replace(/:\w+/g, "%F0%9F%98%80").replace(/\*$/, "x".repeat(3_000));

async function answersTo({ method, path }: Operation, proof: string): Promise<string[]> {
  const answers = await Promise.all(
    (method === "GET" ? [undefined] : hostile).map((body) =>
      fetchWorker(origin + addressed(path) + query, {
        method,
        headers: {
          "content-type": "application/json",
          ...(proof ? { authorization: `Bearer ${proof}` } : {}),
        },
        ...(body === undefined ? {} : { body }),
      }),
    ),
  );
  const bodies = await Promise.all(answers.map((answer) => answer.json<{ code: ErrorCode }>()));
  return [...new Set(bodies.map(({ code }) => code))];
}

const having = (access: Operation["access"]) => operations.filter((one) => one.access === access);

describe("who may call comes before what was sent", () => {
  it.each([...having("user"), ...having("operator"), ...having("key")])(
    "for a visitor: $method $path",
    async (operation) => {
      expect(await answersTo(operation, "")).toEqual(["unauthenticated"]);
    },
  );

  it.each(having("operator"))("for anyone but operators: $method $path", async (operation) => {
    expect(await answersTo(operation, person.token)).toEqual(["not_found"]);
  });

  it.each(having("key").filter(({ scope }) => scope === "analyze"))(
    "for a key without the scope: $method $path",
    async (operation) => {
      expect(await answersTo(operation, reader.key)).toEqual(["forbidden"]);
    },
  );
});
