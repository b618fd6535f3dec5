import { z } from "zod";
import { stripeTaxes } from "#billing/gateway.ts";
import { type PriceSetting, planIds, priceSettingOf, priceSettings } from "#contract/plans.ts";
import { SIGNING_KEY_FORM } from "#record/ledger/signed-note.ts";
import { parseAuthorities, parseLogWitnesses } from "#record/receipts/witnesses.ts";
import { unsafeInDevelopment, unsafeInProduction } from "./unsafe-settings.ts";

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/(?<!\/)\/+$/, ""));
const optionalUrl = z
  .string()
  .trim()
  .max(2000)
  .optional()
  .transform((text) => text || undefined)
  .pipe(url.optional());

const listOf = <Item>(parse: (text: string) => Item[] | null, form: string) =>
  z
    .string()
    .max(4000)
    .default("")
    .transform((text, context): Item[] => {
      const items = parse(text);
      if (items === null) context.addIssue({ code: "custom", message: `is a list as: ${form}` });
      return items ?? [];
    });

const clientText = z.string().trim().min(1).max(500).optional();

/**
 * The settings that each sign-in provider needs together. An incomplete group is refused, because it would
 * offer a sign-in that cannot work.
 */
const signInSettings = [
  ["SIGN_IN_GOOGLE_CLIENT_ID", "SIGN_IN_GOOGLE_CLIENT_SECRET"],
  ["SIGN_IN_GITHUB_CLIENT_ID", "SIGN_IN_GITHUB_CLIENT_SECRET"],
  ["SIGN_IN_OIDC_ISSUER", "SIGN_IN_OIDC_NAME", "SIGN_IN_OIDC_CLIENT_ID", "SIGN_IN_OIDC_CLIENT_SECRET"],
] as const;

const usdPerMillion = z.coerce.number().nonnegative().max(10_000).optional();

const MIN_SECRET_LENGTH = 32;
/** The current secret, the previous one, and an older one whose emailed links must still work. */
const MAX_SECRETS = 3;
const authSecret = z
  .string()
  .min(
    MIN_SECRET_LENGTH,
    `AUTH_SECRET needs at least ${MIN_SECRET_LENGTH} characters, in each of its secrets`,
  );

/**
 * The settings that are required beside STRIPE_SECRET_KEY. Without them, Stripe would take payments that we
 * never learn about.
 */
const stripeSettings = ["STRIPE_WEBHOOK_SECRET", ...priceSettings] as const;

const priceId = z.string().max(255).optional();
const priceShape = Object.fromEntries(priceSettings.map((name) => [name, priceId])) as Record<
  PriceSetting,
  typeof priceId
>;

const settingsSchema = z
  .object({
    /** The default is production, because a forgotten setting must not open a deployment to everyone. */
    APP_ENV: z.enum(["development", "production"]).default("production"),
    APP_URL: optionalUrl,
    /**
     * One to three secrets, separated by commas. The first is the current one, which signs and encrypts; all of
     * them verify and decrypt.
     */
    AUTH_SECRET: z
      .string()
      .max(1000)
      .transform((text) => text.split(/,(?!\s)/))
      .pipe(
        z
          .tuple([authSecret], authSecret)
          .refine(
            (secrets) => secrets.length <= MAX_SECRETS && new Set(secrets).size === secrets.length,
            `AUTH_SECRET takes up to ${MAX_SECRETS} different secrets, the new one first`,
          ),
      ),
    MAIL_FROM: z
      .string()
      .trim()
      .max(200)
      .regex(
        /^([^<>]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        "MAIL_FROM needs an address, as Beatcast <hello@example.com>",
      )
      .optional(),
    RESEND_API_KEY: z.string().trim().min(1).max(200).optional(),
    /** base64url keys from `npm run tool -- push-keys`. Without them, push notifications are not offered. */
    VAPID_PUBLIC_KEY: z
      .string()
      .regex(/^B[\w-]{86}$/, "VAPID_PUBLIC_KEY is an uncompressed P-256 point in base64url")
      .optional(),
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, "VAPID_PRIVATE_KEY is 32 bytes in base64url")
      .optional(),
    /** The contact for push services that have questions about our messages. */
    VAPID_SUBJECT: z
      .string()
      .max(200)
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "VAPID_SUBJECT is a mailto: or https: address")
      .optional(),
    /**
     * Email addresses of the operators, who decide reviews and answer support requests. Only a confirmed
     * address counts.
     */
    OPERATORS: z
      .string()
      .max(2000)
      .default("")
      .transform((text) =>
        text
          .toLowerCase()
          .split(",")
          .map((address) => address.trim())
          .filter(Boolean),
      )
      .refine(
        (addresses) => addresses.every((address) => /^[^\s@<>]+@[^\s@<>]+$/.test(address)),
        "OPERATORS is a list of email addresses, separated by commas",
      ),
    /** Sign-in at Google and GitHub. A provider is offered only if its id and secret are set. */
    SIGN_IN_GOOGLE_CLIENT_ID: clientText,
    SIGN_IN_GOOGLE_CLIENT_SECRET: clientText,
    SIGN_IN_GITHUB_CLIENT_ID: clientText,
    SIGN_IN_GITHUB_CLIENT_SECRET: clientText,
    /** Sign-in at any other OpenID Connect provider, with the name that people see. */
    SIGN_IN_OIDC_ISSUER: optionalUrl,
    SIGN_IN_OIDC_NAME: z.string().trim().min(1).max(40).optional(),
    SIGN_IN_OIDC_CLIENT_ID: clientText,
    SIGN_IN_OIDC_CLIENT_SECRET: clientText,
    MARKET_DATA: z.enum(["auto", "yahoo", "fmp", "sample"]).default("auto"),
    YAHOO_BASE_URL: url.default("https://query2.finance.yahoo.com"),
    FMP_BASE_URL: url.default("https://financialmodelingprep.com"),
    FMP_API_KEY: z.string().trim().min(1).max(200).optional(),
    /**
     * A company's name and email address, as SEC EDGAR requires. Without it, SEC filings are not read, so
     * reported figures have no second source.
     */
    EDGAR_USER_AGENT: z
      .string()
      .trim()
      .max(200)
      .regex(
        /^[A-Za-z0-9][\w .,&'-]* [^\s@()<>/]+@[^\s@()<>/]+\.[a-z]{2,}$/i,
        "EDGAR_USER_AGENT is a company's name and an email address, as: Example Research hello@example.com",
      )
      .optional(),
    EDGAR_DATA_BASE_URL: url.default("https://data.sec.gov"),
    EDGAR_ARCHIVE_BASE_URL: url.default("https://www.sec.gov"),
    /** Social messages are analyzed only when this address is set. */
    STOCKTWITS_BASE_URL: optionalUrl,
    /** The venue whose questions about earnings are read, recorded and scored against our number. */
    PREDICTION_MARKETS: z.enum(["off", "polymarket"]).default("off"),
    /** `hidden` hides prices of prediction markets where showing them is not lawful. They are still recorded. */
    PREDICTION_MARKET_PRICES: z.enum(["shown", "hidden"]).default("shown"),
    POLYMARKET_LIST_BASE_URL: url.default("https://gamma-api.polymarket.com"),
    POLYMARKET_PRICE_BASE_URL: url.default("https://clob.polymarket.com"),
    SAMPLE_COMPANIES: z.coerce.number().int().min(1).max(5_000).default(600),
    /** The first day of the past reports that are read. */
    SEASON_FROM: z.iso.date().default("2015-01-01"),
    /** The key from `npm run -s tool -- ledger-key`. Without it, no checkpoint is signed. */
    LEDGER_SIGNING_KEY: z
      .string()
      .regex(SIGNING_KEY_FORM, "LEDGER_SIGNING_KEY is a key as npm run -s tool -- ledger-key prints it")
      .optional(),
    /**
     * Time-stamping authorities (RFC 3161) that attest the ledger's checkpoints. Without LEDGER_SIGNING_KEY,
     * there are no checkpoints to attest.
     */
    LEDGER_TIMESTAMP_AUTHORITIES: listOf(
      parseAuthorities,
      "https://tsa.example/tsr certificate=<SHA-256> policy=1.2.3, https://…",
    ),
    LEDGER_LOG_WITNESSES: listOf(
      parseLogWitnesses,
      "https://witness.example witness.example/w1+id+key, https://…",
    ),
    OPEN_DATA_SOURCE_COLUMNS: z.enum(["on", "off"]).default("off"),
    /**
     * Turns edge caching on in development, where it is off by default so that changes show at once. In
     * production it is always on.
     */
    EDGE_CACHE: z.enum(["on", "off"]).default("off"),
    /** Only for development: the time at which the market clock starts instead of the real time. */
    MARKET_CLOCK: z.iso.datetime({ offset: true }).optional(),
    /** The real time at which MARKET_CLOCK was set, so that all isolates agree on the market clock's time. */
    MARKET_CLOCK_SET_AT: z.iso.datetime({ offset: true }).optional(),
    LLM_BASE_URL: optionalUrl,
    /**
     * The model at LLM_BASE_URL. Without that setting, it is a model of Workers AI that replaces the default
     * one.
     */
    LLM_MODEL: z.string().trim().max(120).optional(),
    LLM_API_KEY: z.string().trim().max(500).optional(),
    LLM_INPUT_USD_PER_MILLION: usdPerMillion,
    LLM_OUTPUT_USD_PER_MILLION: usdPerMillion,
    /** Without it, payments go to the sandbox in development and are refused in production. */
    STRIPE_SECRET_KEY: z.string().max(300).optional(),
    /** The signing secret of Stripe's webhook, or two secrets separated by a comma during a rotation. */
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .max(1000)
      .transform((text) => text.split(",").map((secret) => secret.trim()))
      .refine((secrets) => !secrets.includes(""), "STRIPE_WEBHOOK_SECRET has an empty secret in it")
      .optional(),
    STRIPE_API_BASE: optionalUrl,
    STRIPE_TAX: z.enum(stripeTaxes).default("none"),
    ...priceShape,
  })
  .superRefine((settings, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (settings.RESEND_API_KEY && !settings.MAIL_FROM)
      refuse("MAIL_FROM", "MAIL_FROM is required with RESEND_API_KEY");
    if (Boolean(settings.VAPID_PUBLIC_KEY) !== Boolean(settings.VAPID_PRIVATE_KEY))
      refuse("VAPID_PRIVATE_KEY", "VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together");
    for (const names of signInSettings)
      for (const name of names.some((setting) => settings[setting]) ? names : [])
        if (!settings[name]) refuse(name, `${names.join(", ")} are needed together`);
    if (settings.LLM_BASE_URL && !settings.LLM_MODEL)
      refuse("LLM_MODEL", "LLM_MODEL must name the model of the server at LLM_BASE_URL");
    if (settings.MARKET_DATA === "fmp" && !settings.FMP_API_KEY)
      refuse("FMP_API_KEY", "MARKET_DATA=fmp needs a key");
    for (const name of settings.STRIPE_SECRET_KEY ? stripeSettings : [])
      if (!settings[name]) refuse(name, `${name} is required beside STRIPE_SECRET_KEY`);
    const prices = priceSettings.map((name) => settings[name]).filter(Boolean);
    if (new Set(prices).size < prices.length)
      refuse(
        priceSettingOf(planIds[0]),
        "the price ids of two plans are equal: one would be sold for the other",
      );
  });

export type Settings = z.infer<typeof settingsSchema>;

/** Returns which columns that are not ours the open data may have. */
export function publishedPartsOf({
  OPEN_DATA_SOURCE_COLUMNS,
  PREDICTION_MARKET_PRICES,
}: Pick<Settings, "OPEN_DATA_SOURCE_COLUMNS" | "PREDICTION_MARKET_PRICES">) {
  return {
    hasSources: OPEN_DATA_SOURCE_COLUMNS === "on",
    hasTraders: PREDICTION_MARKET_PRICES === "shown",
  };
}

/** Whether responses and analyses are cached at the edge, which is always true in production. */
export function isEdgeCacheEnabled({
  APP_ENV,
  EDGE_CACHE,
}: Pick<Settings, "APP_ENV" | "EDGE_CACHE">): boolean {
  return APP_ENV === "production" || EDGE_CACHE === "on";
}

/** The message names each wrong setting with the reason and never its value. It is meant only for the log. */
export class InvalidSettingsError extends Error {
  override readonly name = "InvalidSettingsError";
}

export function parseSettings(env: object): Settings {
  const knownSettings = Object.fromEntries(
    Object.keys(settingsSchema.shape).flatMap((name) => {
      const value: unknown = Reflect.get(env, name);
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  );
  const parsed = settingsSchema.safeParse(knownSettings);
  if (!parsed.success)
    throw wrong(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  const settings = parsed.data;
  const refusals =
    settings.APP_ENV === "production"
      ? unsafeInProduction(settings, Reflect.get(env, "MAIL") !== undefined)
      : unsafeInDevelopment(settings);
  if (refusals.length > 0) throw wrong(refusals.map(({ setting, reason }) => `${setting}: ${reason}`));
  return settings;
}

const parsedSettings = new WeakMap<object, Settings>();

/**
 * Returns the parsed settings. They are parsed once, because the environment is the same object in every
 * request. Throws InvalidSettingsError.
 */
export function settingsOf(env: object): Settings {
  const settings = parsedSettings.get(env) ?? parseSettings(env);
  parsedSettings.set(env, settings);
  return settings;
}

function wrong(lines: string[]): InvalidSettingsError {
  return new InvalidSettingsError(`Settings are wrong:\n${lines.join("\n")}`);
}
