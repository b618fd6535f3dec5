import { type RequestOptions, send } from "./request.ts";
import { storedToken } from "./token.ts";

/**
 * What the dashboard's document asks for while its scripts are still read: an entry of its own, so that it needs few others.
 * Each answer is for the token that asked.
 */
const answers = new Map<string, { token: string; answer: Promise<Response> }>();

// Prerendering has no address.
if (globalThis.location?.pathname === "/dashboard") {
  ask("/api/auth/verify", { method: "POST", body: {} });
  ask("/api/dashboard");
}

/** The answer to the document's own call, once, and only while the same token is stored; else null. */
export function takeFirstAnswer(path: string): Promise<Response> | null {
  const first = answers.get(path);
  answers.delete(path);
  return first && first.token === storedToken() ? first.answer : null;
}

function ask(path: string, options?: RequestOptions): void {
  const token = storedToken();
  if (token === null) return;
  const answer = send(path, options);
  // A failure shows where the answer is used.
  answer.catch(() => undefined);
  answers.set(path, { token, answer });
}
