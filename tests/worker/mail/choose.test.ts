import { describe, expect, it } from "vitest";
import { accountDeletedLetter } from "#mail/account-letters.ts";
import { chooseMailer, type MailWays } from "#mail/choose.ts";
import { newsletterWelcomeLetter } from "#mail/newsletter-letters.ts";

const mail = accountDeletedLetter("ada@example.com");
const wayOut = { label: "Unsubscribe", pageUrl: "https://a.test/u", oneClickUrl: "https://a.test/api/u" };
const from = "Beatcast <hello@example.com>";

/** Ways to send that write down what they were given. */
function recorded(status = 200) {
  const [requests, messages]: [[string, RequestInit][], unknown[]] = [[], []];
  const ways = {
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
  } as unknown as MailWays;
  return { ways, requests, messages };
}

describe("how a deployment sends mail", () => {
  it("is Resend where there is a key", async () => {
    const { ways, requests } = recorded();
    const settings = { APP_ENV: "production", MAIL_FROM: from, RESEND_API_KEY: "re_1" } as const;
    await chooseMailer(settings, ways)?.send(mail);
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
    const { ways, requests } = recorded(409);
    const mailer = chooseMailer({ APP_ENV: "production", MAIL_FROM: from, RESEND_API_KEY: "re_1" }, ways);
    await mailer?.send({ ...mail, key: "sub_1 2026-11-23" });
    expect(new Headers(requests[0]?.[1].headers).get("idempotency-key")).toBe("sub_1 2026-11-23");
    await expect(mailer?.send(mail)).rejects.toThrow(/^Resend answered 409\.$/);
  });

  it("fails by its status alone when Resend refuses", async () => {
    const { ways } = recorded(422);
    const settings = { APP_ENV: "production", MAIL_FROM: from, RESEND_API_KEY: "re_1" } as const;
    await expect(chooseMailer(settings, ways)?.send(mail)).rejects.toThrow(/^Resend answered 422\.$/);
  });

  it("is Cloudflare's binding in production otherwise, with the way out of a newsletter", async () => {
    const { ways, messages } = recorded();
    const letter = newsletterWelcomeLetter("ada@example.com", wayOut);
    await chooseMailer({ APP_ENV: "production", MAIL_FROM: from }, ways)?.send(letter);
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
    expect(chooseMailer({ APP_ENV: "production" }, recorded().ways)).toBeNull();
  });
});

describe("a mail", () => {
  it("escapes what stands in it", () => {
    const { html } = newsletterWelcomeLetter("a@example.com", {
      ...wayOut,
      pageUrl: 'https://a.test/?"><script>',
    });
    expect(html).not.toContain("<script>");
    expect(html).toContain("&quot;&gt;&lt;script&gt;");
  });
});
