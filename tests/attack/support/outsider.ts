import { request } from "node:http";
import { Readable } from "node:stream";
import { expect } from "vitest";

export const PASSWORD = "correct horse battery";

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };
export type Mail = { recipient: string; subject: string; text: string };

/** A person at the other end of the network, with an IP address and a browser's cookies of their own. */
export class Outsider {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  network = anAddress();
  token = "";

  constructor(url: string) {
    this.#url = url;
  }

  /** Sends one request over HTTP and keeps cookies as a browser does. Redirects are not followed. */
  async send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await sendOnce(method, this.#url + path, body, {
      "cf-connecting-ip": this.network,
      ...(cookie ? { cookie, origin: this.#url } : {}),
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      ...headers,
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value && !/max-age=0/i.test(line)) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    return answer;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const sent = method === "GET" ? undefined : JSON.stringify(body ?? {});
    const type: Record<string, string> = method === "GET" ? {} : { "content-type": "application/json" };
    const answer = await this.send(method, path, sent, { ...type, ...headers });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text.startsWith("{") ? JSON.parse(text) : { text },
      headers: answer.headers,
    };
  }

  /** Signs up and uses the new token from then on. */
  async signUp(email = anEmail()): Promise<string> {
    const { status, body } = await this.call("POST", "/api/auth/signup", {
      email,
      password: PASSWORD,
      fullName: "Ada",
    });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    this.token = String(body.token);
    return email;
  }

  signIn(email: string, password = PASSWORD): Promise<Answer> {
    return this.call("POST", "/api/auth/signin", { email, password });
  }

  /** Opens the link that confirms this address. */
  async confirm(email: string): Promise<void> {
    const { text } = await this.mailTo(email, /confirm your email/i);
    const token = /#([\w.-]+)/.exec(text)?.[1];
    expect((await this.call("POST", "/api/auth/confirm-email", { token })).status).toBe(200);
  }

  analyze(symbol: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call("POST", `/api/analyze/${symbol}`, {}, headers);
  }

  async profile(): Promise<Record<string, unknown>> {
    const { body } = await this.call("GET", "/api/auth/profile");
    return body.user as Record<string, unknown>;
  }

  async callsUsed(): Promise<number> {
    return Number((await this.profile()).apiCallsUsed);
  }

  /** Begins a checkout and returns its path on the sandbox's page. */
  async openCheckout(planId: string): Promise<string> {
    const { status, body } = await this.call("POST", "/api/subscription/create-checkout", { planId });
    expect(status, JSON.stringify(body)).toBe(200);
    return new URL(String(body.url)).pathname;
  }

  /** Pays on the sandbox's page and returns the checkout's id. */
  async pay(path: string, email: string, more: Record<string, string> = {}): Promise<string> {
    const form = new URLSearchParams({ outcome: "succeed", email, name: "Ada", ...more });
    const type = { "content-type": "application/x-www-form-urlencoded", origin: this.#url };
    const answer = await this.send("POST", path, form.toString(), type);
    expect(answer.status, await answer.text()).toBe(303);
    return path.split("/").at(-1) ?? "";
  }

  /** Runs the hourly jobs to their end. */
  async jobs(): Promise<void> {
    expect((await this.call("POST", "/api/dev/jobs", { cron: "17 * * * *" })).status).toBe(200);
  }

  async mails(email: string): Promise<Mail[]> {
    const { body } = await new Outsider(this.#url).call("GET", "/api/dev/outbox");
    return (body.mails as Mail[]).filter(({ recipient }) => recipient === email);
  }

  /** Waits for the newest mail with this subject. */
  async mailTo(email: string, subject: RegExp): Promise<Mail> {
    for (let tries = 0; tries < 100; tries++) {
      const mail = (await this.mails(email)).find((one) => subject.test(one.subject));
      if (mail) return mail;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`No mail ${subject} came for ${email}.`);
  }
}

/**
 * Sends one request on a connection of its own. The local runtime closes idle connections by a clock that stops
 * while it is busy; another test covers kept-alive connections.
 */
function sendOnce(method: string, url: string, body: string | undefined, headers: Record<string, string>) {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise<Response>((resolve, reject) => {
    const call = request(url, { method, agent: false, headers: { ...headers, ...length } }, (message) => {
      const answered = new Headers();
      for (const [name, values] of Object.entries(message.headersDistinct))
        for (const value of values ?? []) answered.append(name, value);
      const content = Readable.toWeb(message) as ReadableStream<Uint8Array>;
      resolve(new Response(content, { status: message.statusCode ?? 0, headers: answered }));
    });
    call.on("error", reject);
    call.end(body);
  });
}

/** Returns an address that nobody has. */
export function anEmail(): string {
  return `attack-${crypto.randomUUID().slice(0, 12)}@example.com`;
}

/** Returns a new network's address. The local runtime accepts the header that Cloudflare's edge would overwrite. */
export function anAddress(): string {
  const [a, b] = crypto.getRandomValues(new Uint8Array(2));
  return `10.${a}.${b}.${1 + ((a ?? 0) % 250)}`;
}
