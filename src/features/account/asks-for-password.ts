import { RequestError } from "#lib/request.ts";

/** Whether the server refused because it wants the password as well. */
export function asksForPassword(failure: unknown): boolean {
  return failure instanceof RequestError && failure.body?.fields?.password !== undefined;
}
