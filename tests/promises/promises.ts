/**
 * What plans, prices and policies promise: the sentence as shown, the file with its rule, and the test that would
 * fail.
 */
export const promises = [
  // Plans and prices
  ["$29 per month", "worker/contract/plans.ts", "tests/unit/billing/plans.test.ts"],
  ["$49 per month", "worker/contract/plans.ts", "tests/unit/billing/plans.test.ts"],
  ["$199 per month", "worker/contract/plans.ts", "tests/unit/billing/plans.test.ts"],
  ["100 predictions per month", "worker/contract/plans.ts", "tests/unit/billing/plans.test.ts"],
  ["500 predictions per month", "worker/contract/plans.ts", "tests/unit/billing/plans.test.ts"],
  [
    "A free account has 10 API calls a month, counted once for each mailbox; after two of them it asks you to confirm your email address.",
    "worker/platform/limits/quota-counter.ts",
    "tests/worker-long/analysis-attacks.test.ts",
  ],
  [
    "An analysis counts as one call as soon as its answer begins to reach you; a failed one does not count.",
    "worker/platform/limits/quota-counter.ts",
    "tests/worker/research/analyze.test.ts",
  ],
  [
    "Unused calls do not carry over.",
    "worker/platform/limits/quota-counter.ts",
    "tests/worker/platform/limits/quota-counter.test.ts",
  ],
  [
    "Unlimited means no monthly limit; protection against abuse still applies.",
    "worker/platform/limits/rate-limiter.ts",
    "tests/worker/platform/limits/rate-limiter.test.ts",
  ],
  [
    "API access comes with the Institutional plan, and one key to try it with the Premium plan.",
    "worker/contract/plans.ts",
    "tests/worker/accounts/api-keys.test.ts",
  ],
  [
    "Keys stop while a plan has none and work again with one that does.",
    "worker/accounts/api-keys/api-keys.ts",
    "tests/worker/app/http/v1.test.ts",
  ],
  [
    "on Free within 5 working days, on Basic within 3 working days, on Premium within 2 working days, on Institutional within 1 working day",
    "worker/contract/plans.ts",
    "tests/unit/billing/plans.test.ts",
  ],
  [
    "Requests on the Institutional plan come first.",
    "worker/accounts/support.ts",
    "tests/worker/accounts/support.test.ts",
  ],
  // Payment
  [
    "When a payment fails we tell you and may, after a period of grace, return the account to the free limits.",
    "worker/contract/rules.ts",
    "tests/worker/billing/subscription-state.test.ts",
  ],
  [
    "You can cancel in the Billing tab at any time; your plan stays until the end of the paid month and then does not renew.",
    "worker/contract/subscription.ts",
    "tests/e2e/billing.spec.ts",
  ],
  [
    "Prices in US dollars, any tax included; fees are non-refundable.",
    "scripts/stripe/catalog.ts",
    "tests/unit/billing/plans.test.ts",
  ],
  // The research
  [
    "Within three points of it we say so: no edge.",
    "worker/contract/rules.ts",
    "tests/unit/model/forecast.test.ts",
  ],
  [
    "Every sentence is computed from the facts it cites.",
    "worker/explanation/plan.ts",
    "tests/worker/research/analyze.test.ts",
  ],
  [
    "The same ticker at the same time gives every reader the same answer.",
    "worker/model/predict.ts",
    "tests/worker/research/analyze.test.ts",
  ],
  [
    "Where a language model arranges the explanation, it receives market facts only.",
    ".dependency-cruiser.cjs",
    "tests/structure/import-rules.test.ts",
  ],
  // The record
  [
    "Predictions of record are locked before the report, settled by a published rule and shown to everyone, wrong ones included.",
    "worker/record/settlement-rule.ts",
    "tests/unit/record/settlement-rule.test.ts",
  ],
  [
    "Save the ledger's latest hash, and you can detect any later change.",
    "public/ledger-verifier.mjs",
    "tests/worker/record/ledger.test.ts",
  ],
  [
    "Outside services that attest the public ledger receive its size and hashes, which name nobody.",
    "worker/record/receipts",
    "tests/unit/record/receipts/what-is-sent.test.ts",
  ],
  // Privacy
  [
    "You can export or delete everything yourself.",
    "worker/accounts/privacy",
    "tests/worker/accounts/privacy.test.ts",
  ],
  [
    "They are drawn from the list that our own tests compare with the database.",
    "worker/platform/schema",
    "tests/structure/personal-data-list.test.ts",
  ],
  [
    "An hourly job deletes what has reached the end of its period.",
    "worker/contract/retention.ts",
    "tests/worker/accounts/delete-expired.test.ts",
  ],
  [
    "Predictions already in the public track record stay there without any link to you.",
    "worker/record/ledger.ts",
    "tests/worker/record/track-record.test.ts",
  ],
  [
    "It is used to deliver pages and to limit abuse; it is stored with no account and no session.",
    "worker/platform/limits/rate-limiter.ts",
    "tests/worker/accounts/devices.test.ts",
  ],
  [
    "We use no advertising or tracking cookies, and load nothing from other sites.",
    "worker/app/http",
    "tests/unit/app/http/page-policy.test.ts",
  ],
  [
    "Passwords and tokens are stored on our side as hashes only.",
    "worker/accounts/password",
    "tests/worker/accounts/sign-in.test.ts",
  ],
  // Security
  [
    "Your password is stored as a salted scrypt hash (N = 32768, r = 8, p = 3), never as text.",
    "worker/accounts/password/hash.ts",
    "tests/unit/accounts/password.test.ts",
  ],
  [
    "Session tokens, API keys, emailed links that confirm or reset, and the address of your calendar feed have 256 random bits; only their SHA-256 is stored, so that a copy of the database opens no account.",
    "worker/accounts/sessions/token.ts",
    "tests/worker/accounts/what-is-stored.test.ts",
  ],
  [
    "Authenticator keys and the signing secrets of webhooks are encrypted with XChaCha20-Poly1305, under a secret that is not in the database.",
    "worker/accounts/two-factor/stored-key.ts",
    "tests/worker/accounts/what-is-stored.test.ts",
  ],
  [
    "Recovery codes are stored as keyed hashes (HMAC-SHA-256), and each works once.",
    "worker/accounts/two-factor/code.ts",
    "tests/worker/accounts/two-factor.test.ts",
  ],
  [
    "Of a passkey we store the public key, which signs in nowhere; each of its answers is accepted once.",
    "worker/accounts/passkeys/use-passkey.ts",
    "tests/worker/accounts/passkeys.test.ts",
  ],
  [
    "Card numbers never reach us: the payment provider's own page takes them.",
    "worker/billing/gateway.ts",
    "tests/worker/billing/payments.test.ts",
  ],
  [
    "Every call has a rate limit, by account, key or network.",
    "worker/app/http/operation.ts",
    "tests/worker/app/http/rates.test.ts",
  ],
  [
    "Wrong passwords are slowed down by account and network together, and two-factor authentication adds a code or a passkey to each sign-in.",
    "worker/accounts/sign-in/sign-in.ts",
    "tests/worker-long/guessing.test.ts",
  ],
  [
    "Creating an API key asks for your password again unless you signed in within the last few minutes, and you get an email about it.",
    "worker/accounts/password/credential.ts",
    "tests/worker/accounts/api-keys.test.ts",
  ],
  [
    "Pages run scripts of this site alone, and none but the track record's badge and the card for blogs can be shown inside another site.",
    "worker/app/http/security-headers.ts",
    "tests/worker/app/pages/embed.test.ts",
  ],
] as const;
