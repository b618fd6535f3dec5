import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseSettings } from "#app/settings/env.ts";
import { safeProduction, safeStripe } from "./safe-settings.ts";

const production = { ...safeProduction, ...safeStripe };
const development = { APP_ENV: "development", AUTH_SECRET: safeProduction.AUTH_SECRET };
const without = (name: string) => ({ ...production, [name]: undefined });
const sourceOverHttp = "must be https in production: what it answers could be changed on its way";
const privateAddress = "must be a public host name in production, not this machine or a private network";

describe("attack: production with unsafe settings", () => {
  it("is what a deployment without APP_ENV is", () => {
    expect(parseSettings({ ...production, APP_ENV: undefined }).APP_ENV).toBe("production");
    expect(parseSettings({ ...production, APP_ENV: "" }).APP_ENV).toBe("production");
    expect(() => parseSettings({ AUTH_SECRET: safeProduction.AUTH_SECRET })).toThrow("APP_URL");
  });

  it("is not refused with safe ones, nor without Stripe, nor with Cloudflare's mail", () => {
    expect(parseSettings(production)).toMatchObject({ APP_ENV: "production" });
    expect(parseSettings(safeProduction)).toMatchObject({ APP_ENV: "production" });
    const { RESEND_API_KEY: _, ...unsent } = production;
    expect(parseSettings({ ...unsent, MAIL: { send: () => undefined } })).toMatchObject({
      APP_ENV: "production",
    });
    expect(parseSettings({ ...production, STRIPE_API_BASE: "https://api.stripe.com/" })).toBeTruthy();
    const rotated = `${safeStripe.STRIPE_WEBHOOK_SECRET}, whsec_anotherOne0123456789abcdef`;
    expect(
      parseSettings({ ...production, STRIPE_WEBHOOK_SECRET: rotated }).STRIPE_WEBHOOK_SECRET,
    ).toHaveLength(2);
  });

  it.each([
    ["APP_ENV", { ...production, APP_ENV: "staging" }, 'expected one of "development"|"production"'],
    [
      "SIGN_IN_OIDC_ISSUER",
      {
        ...production,
        SIGN_IN_OIDC_ISSUER: "http://issuer.example",
        SIGN_IN_OIDC_NAME: "Example",
        SIGN_IN_OIDC_CLIENT_ID: "us",
        SIGN_IN_OIDC_CLIENT_SECRET: "a secret",
      },
      sourceOverHttp,
    ],
    [
      "SIGN_IN_GOOGLE_CLIENT_SECRET",
      { ...production, SIGN_IN_GOOGLE_CLIENT_ID: "us" },
      "SIGN_IN_GOOGLE_CLIENT_ID, SIGN_IN_GOOGLE_CLIENT_SECRET are needed together",
    ],
    ["APP_URL", without("APP_URL"), "is required in production: mailed links lead there"],
    ["APP_URL", { ...production, APP_URL: "http://beatcast.example" }, "must be https in production"],
    ...[
      "https://localhost",
      "https://localhost:5173",
      "https://127.0.0.1",
      "https://10.0.0.7",
      "https://[::1]",
      "https://beatcast.local",
      "https://beatcast.internal",
      "https://beatcast",
    ].map((APP_URL) => ["APP_URL", { ...production, APP_URL }, privateAddress] as const),
    ["MAIL_FROM", without("MAIL_FROM"), "is required with RESEND_API_KEY"],
    [
      "MAIL_FROM",
      { ...without("MAIL_FROM"), RESEND_API_KEY: undefined, MAIL: {} },
      "without a sender nobody can confirm an address or reset a password",
    ],
    ["MAIL_FROM", { ...production, MAIL_FROM: "Beatcast" }, "needs an address"],
    ["RESEND_API_KEY", without("RESEND_API_KEY"), "there is no way to send mail"],
    ["YAHOO_BASE_URL", { ...production, YAHOO_BASE_URL: "http://source.example" }, sourceOverHttp],
    ["FMP_BASE_URL", { ...production, FMP_BASE_URL: "http://source.example" }, sourceOverHttp],
    ["EDGAR_DATA_BASE_URL", { ...production, EDGAR_DATA_BASE_URL: "http://source.example" }, sourceOverHttp],
    ["STOCKTWITS_BASE_URL", { ...production, STOCKTWITS_BASE_URL: "http://source.example" }, sourceOverHttp],
    [
      "LLM_BASE_URL",
      { ...production, LLM_BASE_URL: "http://127.0.0.1:11434/v1", LLM_MODEL: "m" },
      sourceOverHttp,
    ],
    ["STRIPE_API_BASE", { ...production, STRIPE_API_BASE: "http://api.stripe.com" }, sourceOverHttp],
    [
      "STRIPE_API_BASE",
      { ...production, STRIPE_API_BASE: "https://stripe.example" },
      "another host would say who has paid",
    ],
    [
      "STRIPE_API_BASE",
      { ...production, STRIPE_API_BASE: "https://api.stripe.com@x.example" },
      "another host would say",
    ],
    [
      "STRIPE_SECRET_KEY",
      { ...production, STRIPE_SECRET_KEY: "sk_test_51MadeUpForTests00" },
      "a test key sells for nothing",
    ],
    [
      "STRIPE_SECRET_KEY",
      { ...production, STRIPE_SECRET_KEY: "rk_test_51MadeUpForTests00" },
      "a test key sells for nothing",
    ],
    ["STRIPE_SECRET_KEY", { ...production, STRIPE_SECRET_KEY: "something else" }, "must be a live key"],
    [
      "STRIPE_PRICE_BASIC",
      { ...production, STRIPE_PRICE_BASIC: "price_test_1234567890" },
      "must be the id of a live price",
    ],
    [
      "STRIPE_PRICE_PREMIUM",
      { ...production, STRIPE_PRICE_PREMIUM: "29.00" },
      "must be the id of a live price",
    ],
    [
      "STRIPE_PRICE_BASIC",
      { ...production, STRIPE_PRICE_BASIC: safeStripe.STRIPE_PRICE_INSTITUTIONAL },
      "the price ids of two plans are equal: one would be sold for the other",
    ],
    ["STRIPE_WEBHOOK_SECRET", without("STRIPE_WEBHOOK_SECRET"), "is required beside STRIPE_SECRET_KEY"],
    ["STRIPE_WEBHOOK_SECRET", { ...production, STRIPE_WEBHOOK_SECRET: "," }, "has an empty secret in it"],
    [
      "STRIPE_WEBHOOK_SECRET",
      { ...production, STRIPE_WEBHOOK_SECRET: `${safeStripe.STRIPE_WEBHOOK_SECRET},` },
      "has an empty secret in it",
    ],
    [
      "STRIPE_WEBHOOK_SECRET",
      { ...production, STRIPE_WEBHOOK_SECRET: "whsec_1" },
      "a short one can be guessed",
    ],
    [
      "STRIPE_WEBHOOK_SECRET",
      { ...production, STRIPE_WEBHOOK_SECRET: "0123456789abcdef0123456789abcdef" },
      "(whsec_…)",
    ],
    ["MARKET_DATA", { ...production, MARKET_DATA: "sample" }, "simulated market data is never served"],
    ["MARKET_CLOCK", { ...production, MARKET_CLOCK: "2025-02-25T15:00:00Z" }, "in development only"],
  ] as const)("%s: %j is refused", (setting, environment, sentence) => {
    const message = messageOf(environment);
    expect(message).toContain(`${setting}: `);
    expect(message).toContain(sentence);
  });

  it("says every reason at once, and no value", () => {
    const message = messageOf({
      ...production,
      APP_URL: "http://value-one.example",
      STRIPE_SECRET_KEY: "sk_test_valueTwo1234567",
      AUTH_SECRET: "valuethree".repeat(5),
    });
    expect(message.split("\n")).toHaveLength(4);
    expect(message).not.toMatch(/value/i);
  });
});

describe("attack: a secret that can be guessed", () => {
  it.each([
    ["a".repeat(64), "repeats itself"],
    ["abc1".repeat(10), "repeats itself"],
    ["Xk9$".repeat(9).slice(0, 34), "repeats itself"],
    [`${"aaaaaaaaaaaaaaaab".repeat(2)}cccddeeff`, "has fewer than 10 different characters"],
    ["changeme-changethis-0000-4829-qpwo-ruty", "looks like a placeholder"],
    ["Your-Secret-Key-Goes-Here-2026-11-21", "looks like a placeholder"],
    ["correct-horse-battery-staple-lamp-tree", "is made of words"],
    ["a sentence of the tests, long enough to sign with", "is made of words"],
    ["abcdefghijklmnopqrstuvwxyz0123456789", "counts up or down"],
    ["98765432109876543210zyxwvutsrqponmlk", "counts up or down"],
    ["CorrectHorseBatteryStapleLampTreeQuietRiverX", "is made of words"],
    ["MYDOGREXATEALLOFTHENICEBREADONMONDAYEVENINGX", "is made of words"],
    ["7f3c9a52-4e1b-4d8a-9c6f-2b5e8d1a0743", "is not 256 random bits as text"],
    ["7f3c9a524e1b4d8a9c6f2b5e8d1a0743", "is not 256 random bits as text"],
    [
      "7f3c9a52-4e1b-4d8a-9c6f-2b5e8d1a0743-c0d1e2b3-5a69-4788-96a5-b4c3d2e1f097",
      "is not 256 random bits as text",
    ],
    ["3141592653589793238462643383279502884197169399375105820974944592", "is not 256 random bits as text"],
    [randomBytes(31).toString("base64"), "is not 256 random bits as text"],
    [randomBytes(31).toString("hex"), "is not 256 random bits as text"],
    [randomBytes(32).toString("base64").replace(/=$/, ""), "is not 256 random bits as text"],
  ])("is refused in production: %s", (AUTH_SECRET, reason) => {
    expect(messageOf({ ...safeProduction, AUTH_SECRET })).toContain(`AUTH_SECRET: ${reason}`);
  });

  it("is refused beside a strong one too, and so are two that are equal, a fourth, and one that is short", () => {
    const [strong, other, third, fourth] = Array.from({ length: 4 }, () =>
      randomBytes(32).toString("base64"),
    );
    const refusal = (AUTH_SECRET: string) => messageOf({ ...safeProduction, AUTH_SECRET });
    const weak = "abcdefghijklmnopqrstuvwxyz0123456789";
    for (const both of [`${strong},${weak}`, `${weak},${strong}`])
      expect(refusal(both)).toContain("AUTH_SECRET: counts up or down");
    const wrongList = "AUTH_SECRET takes up to 3 different secrets, the new one first";
    expect(refusal(`${strong},${strong}`)).toContain(wrongList);
    expect(refusal(`${strong},${other},${third},${fourth}`)).toContain(wrongList);
    for (const short of [`${strong},`, `,${strong}`, `${strong},short`])
      expect(refusal(short)).toContain("AUTH_SECRET needs at least 32 characters, in each of its secrets");
    expect(refusal(`${strong}, ${other}`)).toContain("AUTH_SECRET: is made of words");
    const parsed = parseSettings({ ...safeProduction, AUTH_SECRET: `${strong},${other},${third}` });
    expect(parsed.AUTH_SECRET).toEqual([strong, other, third]);
  });

  it("is not a random one, however it is written", () => {
    for (let i = 0; i < 500; i++)
      for (const [bytes, form] of [
        [32, "base64"],
        [32, "hex"],
        [33, "base64"],
        [48, "hex"],
      ] as const) {
        const AUTH_SECRET = randomBytes(bytes).toString(form);
        expect(() => parseSettings({ ...safeProduction, AUTH_SECRET })).not.toThrow();
      }
  });
});

describe("attack: another key of ours that can be guessed", () => {
  const pushKeys = { VAPID_PUBLIC_KEY: `B${"x".repeat(86)}`, VAPID_SUBJECT: "mailto:hello@beatcast.example" };
  const ledgerKey = (seed: Buffer) =>
    `PRIVATE+KEY+beatcast.example/ledger+0123abcd+${Buffer.concat([Buffer.of(1), seed]).toString("base64")}`;

  it.each([
    [
      "VAPID_PRIVATE_KEY",
      { ...pushKeys, VAPID_PRIVATE_KEY: `${"A".repeat(42)}E` },
      "has fewer than 10 different characters",
    ],
    [
      "VAPID_PRIVATE_KEY",
      { ...pushKeys, VAPID_PRIVATE_KEY: "thequickbrownfoxjumpsoverthelazydogandthecat".slice(0, 43) },
      "is made of words",
    ],
    [
      "LEDGER_SIGNING_KEY",
      { LEDGER_SIGNING_KEY: ledgerKey(Buffer.alloc(32, 7)) },
      "has fewer than 10 different characters",
    ],
  ])("%s is refused: %j", (setting, given, reason) => {
    expect(messageOf({ ...safeProduction, ...given })).toContain(`${setting}: ${reason}`);
  });

  it("is none that our tools make", () => {
    for (let i = 0; i < 200; i++)
      expect(() =>
        parseSettings({
          ...safeProduction,
          ...pushKeys,
          VAPID_PRIVATE_KEY: randomBytes(32).toString("base64url"),
          LEDGER_SIGNING_KEY: ledgerKey(randomBytes(32)),
        }),
      ).not.toThrow();
  });
});

describe("attack: a development run in public", () => {
  it("needs no setting but the secret, and runs at addresses of this machine and its network", () => {
    for (const APP_URL of [undefined, "http://localhost:5173", "http://192.168.1.7:5173", "http://box.local"])
      expect(parseSettings({ ...development, APP_URL })).toMatchObject({ APP_ENV: "development" });
  });

  it.each(["https://beatcast.example", "http://beatcast.example", "https://beatcast.workers.dev"])(
    "is refused at %s",
    (APP_URL) => {
      expect(messageOf({ ...development, APP_URL })).toContain("APP_URL: is a public address");
    },
  );

  it.each(["sk", "rk"])("is refused with a live key (%s)", (kind) => {
    const STRIPE_SECRET_KEY = [kind, "live", "51MadeUpForTests00"].join("_");
    const message = messageOf({ ...development, ...safeStripe, STRIPE_SECRET_KEY });
    expect(message).toContain("STRIPE_SECRET_KEY: is a live key");
  });
});

function messageOf(environment: object): string {
  try {
    parseSettings(environment);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "nothing was refused";
}
