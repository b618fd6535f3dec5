import { expect, it } from "vitest";
import { z } from "zod";
import { operations } from "#app/routes/operations.ts";

const HOSTILE = "Nightly\u202e run\u0000 <b>x</b>";

/** The handler compares, hashes or parses these fields, and shows them to nobody as they were sent. */
const neverShown = new Set([
  ...["password", "confirmPassword", "currentPassword", "newPassword", "confirmation"],
  ...[
    "token",
    "secret",
    "code",
    "ticket",
    "checkoutId",
    "endpoint",
    "cron",
    "query",
    "email",
    "POST /api/auth/signup fullName",
  ],
]);

const objectsOf = (body: unknown): readonly z.ZodObject[] =>
  body instanceof z.ZodObject
    ? [body]
    : body instanceof z.ZodDiscriminatedUnion
      ? body.options.flatMap(objectsOf)
      : [];

it("attack: no call takes a name, a note or a reason with control, direction or markup characters in it", () => {
  const taken = operations.flatMap(({ method, path, body }) =>
    objectsOf(body).flatMap(({ shape }) =>
      Object.entries(shape)
        .filter(([, field]) => /[\p{Cc}\p{Cf}<]/u.test(String((field as z.ZodType).safeParse(HOSTILE).data)))
        .map(([name]) => ({ name, call: `${method} ${path} ${name}` })),
    ),
  );
  expect(taken.filter(({ name, call }) => !neverShown.has(name) && !neverShown.has(call))).toEqual([]);
});
