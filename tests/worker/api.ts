import { env, SELF } from "cloudflare:test";
import type { SessionResponse } from "#contract/account.ts";
import { checkAnswer } from "./answers.ts";

export const origin = "https://beatcast.test";

export type Answer<Body> = { status: number; body: Body; headers: Headers };

/** Fetches from the Worker, and compares the answer with the declaration of the call. */
export async function fetchWorker(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await SELF.fetch(url, init);
  await checkAnswer(init.method ?? "GET", url, response);
  return response;
}

/** Calls the Worker as the page does: JSON, with a bearer token if there is one. */
export async function call<Body = Record<string, unknown>>(
  method: string,
  path: string,
  { body, token, headers = {} }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Answer<Body>> {
  const response = await fetchWorker(origin + path, {
    method,
    headers: {
      ...(method === "GET" ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body, headers: response.headers };
}

let people = 0;

/** Creates a person who has just signed up with an address of their own. */
export async function aPerson(
  overrides: Partial<{ email: string; password: string; fullName: string }> = {},
) {
  people += 1;
  const sent = {
    email: `person-${people}-${crypto.randomUUID().slice(0, 8)}@example.com`,
    password: "correct horse battery",
    fullName: "Ada Lovelace",
    ...overrides,
  };
  const { body, headers } = await call<SessionResponse>("POST", "/api/auth/signup", { body: sent });
  return {
    ...sent,
    token: body.token,
    user: body.user,
    cookie: (headers.get("set-cookie") ?? "").split(";")[0] ?? "",
  };
}

/** Creates a person whose address is confirmed. */
export async function aConfirmedPerson(overrides: Parameters<typeof aPerson>[0] = {}) {
  const person = await aPerson(overrides);
  await env.DB.prepare("UPDATE users SET email_verified = 1 WHERE id = ?").bind(person.user.id).run();
  return { ...person, user: { ...person.user, isEmailVerified: true } };
}
