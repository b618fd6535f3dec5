import { env } from "cloudflare:test";
import { vi } from "vitest";
import type { SessionResponse, User } from "#contract/account.ts";
import { call, fetchWorker, origin } from "../api.ts";

export type Refusal = { code: string; message: string };

export const anAddress = () => `guest-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** A browser that keeps the cookies of answers and sends them along. */
export class Browser {
  readonly cookies = new Map<string, string>();

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async call<Body = Record<string, unknown>>(method: string, path: string, body?: unknown, token?: string) {
    const headers = { cookie: this.header };
    const answer = await call<Body>(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(token ? { token } : {}),
      headers,
    });
    this.keep(answer.headers);
    return answer;
  }

  keep(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (cookie.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  /** Begins a checkout without signing in, and returns its id. */
  async begin(planId = "premium"): Promise<string> {
    const { body } = await this.call<{ url: string }>("POST", "/api/subscription/create-checkout", {
      planId,
    });
    return new URL(body.url).pathname.split("/").at(-1) ?? "";
  }

  confirm(checkoutId: string, token?: string) {
    return this.call<{
      success: boolean;
      error: string | null;
      user: { email: string } | null;
      isLinked: boolean;
      offer: { obstacle: string | null } | null;
    }>("GET", `/api/subscription/checkout-success/${checkoutId}`, undefined, token);
  }

  setUp(email: string, password = "correct horse battery", extra: Record<string, unknown> = {}) {
    return this.call<SessionResponse & Refusal>("POST", "/api/auth/setup-password", {
      email,
      password,
      ...extra,
    });
  }

  accept(token: string, checkoutId: string, secret?: string) {
    const body = secret === undefined ? { checkoutId } : { checkoutId, secret };
    return this.call<Refusal>("POST", "/api/subscription/offers/accept", body, token);
  }
}

/** Pays a checkout on the sandbox's page, as anybody who has its address may. */
export async function pay(checkoutId: string, email: string): Promise<void> {
  await fetchWorker(`${origin}/sandbox/checkout/${checkoutId}`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
    body: new URLSearchParams({ outcome: "succeed", email, name: "Ada Lovelace" }).toString(),
  });
}

/** Returns a guest's browser, back from a checkout that was paid with this address. */
export async function aPaidGuest(email = anAddress(), planId = "premium") {
  const browser = new Browser();
  const checkoutId = await browser.begin(planId);
  await pay(checkoutId, email);
  await browser.confirm(checkoutId);
  return { browser, checkoutId, email };
}

/** Returns the secret in the latest set-up link that was mailed to an address. */
export async function mailedSecret(email: string): Promise<string> {
  return vi.waitFor(async () => {
    const text = await env.DB.prepare(
      "SELECT text FROM outbox WHERE recipient = ? AND subject = ? ORDER BY created_at DESC LIMIT 1",
    )
      .bind(email, "Your Beatcast subscription is paid")
      .first<string>("text");
    const secret = /\/auth\/set-up#([\w-]{43})/.exec(text ?? "")?.[1];
    if (!secret) throw new Error("The link has not been mailed yet.");
    return secret;
  });
}

export const confirmAddress = (email: string) =>
  env.DB.prepare("UPDATE users SET email_verified = 1 WHERE email = ?").bind(email).run();

export const userOf = async (token: string) =>
  (await call<{ user: User }>("GET", "/api/auth/profile", { token })).body.user;

export const offersTo = async (token: string) =>
  (
    await call<{ offers: { checkoutId: string; obstacle: string | null }[] }>(
      "GET",
      "/api/subscription/offers",
      { token },
    )
  ).body.offers;
