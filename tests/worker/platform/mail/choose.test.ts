import { describe, expect, it, vi } from "vitest";
import { accountDeletedMail } from "#accounts/mail/account-mails.ts";
import { newsletterWelcomeMail } from "#notifications/newsletter-subscription.ts";
import { chooseMailer, type MailTransports } from "#platform/mail/choose.ts";
import { MailProviderBusyError } from "#platform/mail/port.ts";
import { CircuitOpenError } from "#platform/upstream/guarded-fetch.ts";

const mail = accountDeletedMail("ada@example.com");
const unsubscribe = {
  label: "Unsubscribe",
  pageUrl: "https://a.test/u",
  oneClickUrl: "https://a.test/api/u",
};
const from = "Beatcast <hello@example.com>";

/** Makes ways to send that record what they were given. */
function recorded(status = 200) {
  const [requests, messages]: [[string, RequestInit][], unknown[]] = [[], []];
  const transports = {
    origin: "https://beatcast.test",
    now: () => new Date(),
    binding: {
      send: async (message: unknown) => {
        messages.push(message);
        return { messageId: "1" };
      },
    },
    request: async (url: string, init: RequestInit) => {
      requests.push([url, init]);
      return new Response("{}", { status });
    },
  } as unknown as MailTransports;
  return { transports, requests, messages };
}

const answered = async (status: number, headers = {}) => new Response("{}", { status, headers });
const paused = new CircuitOpenError("api.resend.com", 40);

describe("how a deployment sends mail", () => {
  it("is Resend where there is a key", async () => {
    const { transports, requests } = recorded();
    const settings = { APP_ENV: "production", MAIL_FROM: from, RESEND_API_KEY: "re_1" } as const;
    await chooseMailer(settings, transports)?.send(mail);
    const [[url, init] = ["", {}]] = requests;
    expect(url).toBe("https://api.resend.com/emails");
    expect(new Headers(init.headers).get("authorization")).toBe("Bearer re_1");
    expect(JSON.parse(String(init.body))).toMatchObject({
      from,
      to: ["ada@example.com"],
      subject: "Your Beatcast account has been deleted",
    });
  });

  it("hands a delivery's key to Resend, and takes its refusal to take the same twice as delivered", async () => {
    const { transports, requests } = recorded(409);
    const mailer = chooseMailer(
      { APP_ENV: "production", MAIL_FROM: from, RESEND_API_KEY: "re_1" },
      transports,
    );
    await mailer?.send({ ...mail, key: "sub_1 2026-11-23" });
    expect(new Headers(requests[0]?.[1].headers).get("idempotency-key")).toBe("sub_1 2026-11-23");
    await expect(mailer?.send(mail)).rejects.toThrow(/^Resend answered 409\.$/);
  });

  it("fails by its status alone when Resend refuses", async () => {
    const { transports } = recorded(422);
    const settings = { APP_ENV: "production", MAIL_FROM: from, RESEND_API_KEY: "re_1" } as const;
    await expect(chooseMailer(settings, transports)?.send(mail)).rejects.toThrow(/^Resend answered 422\.$/);
  });

  it("tries a mail that no job repeats three times under one key while Resend is down, and a job's only once", async () => {
    const settings = { APP_ENV: "production", MAIL_FROM: from, RESEND_API_KEY: "re_1" } as const;
    const answers: (number | null)[] = [null, 503, 200];
    const [keys, pauses]: [(string | null)[], number[]] = [[], []];
    const transports = {
      ...recorded().transports,
      request: async (_: string, init: RequestInit) => {
        keys.push(new Headers(init.headers).get("idempotency-key"));
        const status = answers.shift() ?? null;
        if (status === null) throw new TypeError("no connection");
        return new Response("{}", { status });
      },
      wait: async (ms: number) => void pauses.push(ms),
    };
    const mailer = chooseMailer(settings, transports);
    await mailer?.send(mail);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(pauses.map((ms) => Math.floor(ms / 1_000))).toEqual([
      1,
      expect.toSatisfy((s: number) => s >= 4 && s <= 6),
    ]);
    // The first attempt had arrived, and its answer was lost.
    answers.push(null, 409);
    await mailer?.send(mail);
    answers.push(503, 503, 503);
    await expect(mailer?.send(mail)).rejects.toThrow(/^Resend answered 503\.$/);
    answers.push(503, 200);
    await expect(mailer?.send({ ...mail, key: "sub_1 2026-11-23" })).rejects.toThrow(
      /^Resend answered 503\.$/,
    );
    expect(keys).toHaveLength(9);
  });

  it.each([
    { title: "asks to wait", answer: () => answered(429, { "retry-after": "17" }), seconds: 17 },
    { title: "does not say how long to wait", answer: () => answered(429), seconds: 30 },
    { title: "asks to wait for no time", answer: () => answered(429, { "retry-after": "0" }), seconds: 30 },
    { title: "is left alone", answer: () => Promise.reject(paused), seconds: 40 },
  ])("has a job's mail wait, once tried, where Resend $title", async ({ answer, seconds }) => {
    const settings = { APP_ENV: "production", MAIL_FROM: from, RESEND_API_KEY: "re_1" } as const;
    const request = vi.fn(answer);
    const mailer = chooseMailer(settings, { ...recorded().transports, request });
    const failure = await mailer?.send({ ...mail, key: "usr_1 alb_1" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MailProviderBusyError);
    expect(failure).toMatchObject({
      retryAfterSeconds: seconds,
      message: `Sending is to wait ${seconds} s.`,
    });
    expect(request).toHaveBeenCalledTimes(1);
  });

  it("tries a mail that no job repeats again after a 429, and gives up as any failure", async () => {
    const settings = { APP_ENV: "production", MAIL_FROM: from, RESEND_API_KEY: "re_1" } as const;
    const request = vi.fn(() => answered(429, { "retry-after": "17" }));
    const mailer = chooseMailer(settings, { ...recorded().transports, request, wait: async () => undefined });
    await expect(mailer?.send(mail)).rejects.toThrow(/^Resend answered 429\.$/);
    expect(request).toHaveBeenCalledTimes(3);
  });

  it("is Cloudflare's binding in production otherwise, with the unsubscribe headers of a newsletter", async () => {
    const { transports, messages } = recorded();
    const mail = newsletterWelcomeMail("ada@example.com", unsubscribe);
    await chooseMailer({ APP_ENV: "production", MAIL_FROM: from }, transports)?.send(mail);
    expect(messages).toMatchObject([
      {
        from,
        to: "ada@example.com",
        headers: {
          "List-Unsubscribe": "<https://a.test/api/u>",
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
      },
    ]);
  });

  it("is nothing in production where no sender is set", () => {
    expect(chooseMailer({ APP_ENV: "production" }, recorded().transports)).toBeNull();
  });
});

describe("a mail", () => {
  it("escapes what stands in it", () => {
    const { html } = newsletterWelcomeMail("a@example.com", {
      ...unsubscribe,
      pageUrl: 'https://a.test/?"><script>',
    });
    expect(html).not.toContain("<script>");
    expect(html).toContain("&quot;&gt;&lt;script&gt;");
  });
});
