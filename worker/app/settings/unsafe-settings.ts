import { type PriceSetting, priceSettings } from "#contract/plans.ts";
import { isPublicHost } from "#contract/public-url.ts";

type Text = string | undefined;

type CheckedSettings = {
  APP_URL?: Text;
  AUTH_SECRET: readonly string[];
  VAPID_PRIVATE_KEY?: Text;
  LEDGER_SIGNING_KEY?: Text;
  MAIL_FROM?: Text;
  RESEND_API_KEY?: Text;
  MARKET_DATA: string;
  MARKET_CLOCK?: Text;
  FMP_API_KEY?: Text;
  FMP_BASE_URL: string;
  YAHOO_BASE_URL: string;
  STOCKTWITS_BASE_URL?: Text;
  POLYMARKET_LIST_BASE_URL: string;
  POLYMARKET_PRICE_BASE_URL: string;
  EDGAR_DATA_BASE_URL: string;
  EDGAR_ARCHIVE_BASE_URL: string;
  LEDGER_LOG_WITNESSES?: readonly { url: string }[];
  LLM_BASE_URL?: Text;
  SIGN_IN_OIDC_ISSUER?: Text;
  STRIPE_SECRET_KEY?: Text;
  STRIPE_WEBHOOK_SECRET?: string[] | undefined;
  STRIPE_API_BASE?: Text;
} & { [Name in PriceSetting]?: Text };

/** `reason` says why a setting's value is refused. It never contains the value. */
type Refusal = { setting: keyof CheckedSettings; reason: string };

const STRIPE_API = "https://api.stripe.com";

const sourceSettings = [
  "YAHOO_BASE_URL",
  "FMP_BASE_URL",
  "STOCKTWITS_BASE_URL",
  "POLYMARKET_LIST_BASE_URL",
  "POLYMARKET_PRICE_BASE_URL",
  "EDGAR_DATA_BASE_URL",
  "EDGAR_ARCHIVE_BASE_URL",
  "LLM_BASE_URL",
  "SIGN_IN_OIDC_ISSUER",
  "STRIPE_API_BASE",
] as const;

/** Returns settings that would open a development server to the world or move real money. */
export function unsafeInDevelopment(settings: CheckedSettings): Refusal[] {
  const refusals: Refusal[] = [];
  if (settings.APP_URL && isPublicHost(new URL(settings.APP_URL).hostname))
    refusals.push({
      setting: "APP_URL",
      reason:
        "is a public address, and a development run shows every mail to everyone; set APP_ENV=production",
    });
  if (/^(sk|rk)_live_/.test(settings.STRIPE_SECRET_KEY ?? ""))
    refusals.push({
      setting: "STRIPE_SECRET_KEY",
      reason: "is a live key, and a development run must not move money; use a test key",
    });
  return refusals;
}

/**
 * Returns the settings that are missing or unsafe in production. `hasMailBinding` says whether Cloudflare's
 * `send_email` is bound.
 */
export function unsafeInProduction(settings: CheckedSettings, hasMailBinding: boolean): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (setting: Refusal["setting"], reason: string) => refusals.push({ setting, reason });

  if (!settings.APP_URL) refuse("APP_URL", "is required in production: mailed links lead there");
  else if (!settings.APP_URL.startsWith("https://"))
    refuse("APP_URL", "must be https in production: sessions travel over it");
  else if (!isPublicHost(new URL(settings.APP_URL).hostname))
    refuse("APP_URL", "must be a public host name in production, not this machine or a private network");

  for (const secret of settings.AUTH_SECRET) {
    const weakness = weaknessOf(secret) ?? (isOfOpenssl(secret) ? null : "is not 256 random bits as text");
    if (weakness) refuse("AUTH_SECRET", `${weakness}; take one that \`openssl rand -hex 32\` prints`);
  }
  for (const [setting, key, made] of [
    ["VAPID_PRIVATE_KEY", settings.VAPID_PRIVATE_KEY, "push-keys"],
    ["LEDGER_SIGNING_KEY", settings.LEDGER_SIGNING_KEY?.split("+").slice(4).join("+"), "ledger-key"],
  ] as const) {
    const weakness = key === undefined ? null : weaknessOf(key);
    if (weakness) refuse(setting, `${weakness}; take one that \`npm run -s tool -- ${made}\` prints`);
  }

  if (!settings.MAIL_FROM)
    refuse(
      "MAIL_FROM",
      "is required in production: without a sender nobody can confirm an address or reset a password",
    );
  if (!settings.RESEND_API_KEY && !hasMailBinding)
    refuse(
      "RESEND_API_KEY",
      "is required in production where no send_email binding is: there is no way to send mail",
    );

  if (settings.MARKET_DATA === "sample")
    refuse("MARKET_DATA", "simulated market data is never served in production");
  if (settings.MARKET_DATA === "auto" && !settings.FMP_API_KEY)
    refuse(
      "MARKET_DATA",
      "production takes a licensed source (FMP_API_KEY), or Yahoo, whose addresses are unofficial and for personal use, where it is set by name",
    );
  if (settings.MARKET_CLOCK) refuse("MARKET_CLOCK", "the market clock can be set in development only");
  for (const name of sourceSettings)
    if (settings[name]?.startsWith("http://"))
      refuse(name, "must be https in production: what it answers could be changed on its way");

  // Time-stamping authorities may use plain HTTP, as most do, because their answers are signed and repeat our
  // nonce.
  if (settings.LEDGER_LOG_WITNESSES?.some(({ url }) => url.startsWith("http://")))
    refuse(
      "LEDGER_LOG_WITNESSES",
      "must be https in production: what it answers could be changed on its way",
    );

  return settings.STRIPE_SECRET_KEY ? [...refusals, ...unsafePayments(settings)] : refusals;
}

function unsafePayments(settings: CheckedSettings): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (setting: Refusal["setting"], reason: string) => refusals.push({ setting, reason });
  if (!/^(sk|rk)_live_\w{10,}$/.test(settings.STRIPE_SECRET_KEY ?? ""))
    refuse(
      "STRIPE_SECRET_KEY",
      "must be a live key in production (sk_live_… or rk_live_…): a test key sells for nothing",
    );
  if (settings.STRIPE_API_BASE && new URL(settings.STRIPE_API_BASE).href !== `${STRIPE_API}/`)
    refuse(
      "STRIPE_API_BASE",
      `must be ${STRIPE_API} or unset in production: another host would say who has paid`,
    );
  for (const name of priceSettings)
    if (!/^price_(?!test)\w{8,}$/.test(settings[name] ?? ""))
      refuse(
        name,
        "must be the id of a live price in production, as `npm run -s tool -- stripe-setup` prints it",
      );
  if (settings.STRIPE_WEBHOOK_SECRET?.some((secret) => !/^whsec_\S{20,}$/.test(secret)))
    refuse(
      "STRIPE_WEBHOOK_SECRET",
      "must be Stripe's signing secret (whsec_…) in production: a short one can be guessed",
    );
  return refusals;
}

const MIN_DISTINCT_CHARACTERS = 10;

/**
 * Texts that mark a secret as copied from an example or typed in a hurry. The runs of digits have eight digits,
 * because random hexadecimal contains runs of six too often.
 */
const placeholders = [
  "changeme",
  "changethis",
  "replace",
  "placeholder",
  "insert",
  "example",
  "default",
  "secret",
  "password",
  "passphrase",
  "production",
  "development",
  "beatcast",
  "letmein",
  "qwerty",
  "asdfgh",
  "abcdefgh",
  "01234567",
  "12345678",
  "98765432",
];

/** Returns why a secret is too weak, or null if it looks random. The reason never contains the secret. */
function weaknessOf(secret: string): string | null {
  if (repeats(secret)) return "repeats itself";
  if (new Set(secret).size < MIN_DISTINCT_CHARACTERS)
    return `has fewer than ${MIN_DISTINCT_CHARACTERS} different characters`;
  if (isMadeOfWords(secret)) return "is made of words";
  if (isAscending(secret)) return "counts up or down";
  const plain = secret.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (placeholders.some((word) => plain.includes(word))) return "looks like a placeholder";
  return null;
}

/**
 * Whether the text repeats a shorter one at least twice. It uses the text's longest border, so it also detects
 * a repetition that is cut off at the end.
 */
function repeats(text: string): boolean {
  const borders = [0];
  for (let i = 1; i < text.length; i++) {
    let border = borders[i - 1] ?? 0;
    while (border > 0 && text[i] !== text[border]) border = borders[border - 1] ?? 0;
    borders.push(text[i] === text[border] ? border + 1 : 0);
  }
  const period = text.length - (borders.at(-1) ?? 0);
  return period <= text.length / 2;
}

/**
 * Whether the text encodes at least 32 bytes in hexadecimal or base64, as `openssl rand` prints them. Decimal
 * digits and UUIDs are not accepted, because they have fewer random bits.
 */
function isOfOpenssl(text: string): boolean {
  const form = /^[0-9a-f]+$/.test(text) ? "hex" : "base64";
  const bytes = Buffer.from(text, form);
  return bytes.length >= 32 && bytes.toString(form) === text && !/^\d+$/.test(text);
}

/**
 * Whether the text looks like words, which have little entropy: it contains white space, or more than three
 * quarters of it are letters of the same case. That happens to 43 random base64 characters about once in a
 * million.
 */
function isMadeOfWords(text: string): boolean {
  const ofCase = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) > text.length * 0.75;
  return /\s/.test(text) || ofCase(/[a-z]/g) || ofCase(/[A-Z]/g);
}

function isAscending(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, i) => Math.abs(code - (codes[i] ?? 0)) <= 1);
  return steps.length > text.length / 2;
}
