import { describe, expect, it } from "vitest";
import { parseSettings } from "#app/settings/env.ts";
import { openPayments } from "#app/wiring/external-services.ts";
import { priceSettings } from "#contract/plans.ts";
import { safeProduction } from "../../unit/app/settings/safe-settings.ts";

const base = { APP_ENV: "development", AUTH_SECRET: "a secret of the tests, long enough to sign with" };
const stripe = {
  STRIPE_SECRET_KEY: "sk_test_123",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  ...Object.fromEntries(priceSettings.map((name) => [name, `price_${name}`])),
};
const open = (environment: Record<string, string>) =>
  openPayments(parseSettings(environment), {
    // No gateway reads the database before its first call.
    db: {} as never,
    origin: "https://beatcast.example",
    now: () => new Date(),
    callsUsed: async () => 0,
    mailSetUp: () => undefined,
    deliver: null,
  });

describe("the choice of the payment gateway", () => {
  it("is the sandbox in development", () => {
    expect(open(base).paymentSandbox).not.toBeNull();
  });

  it("is never the sandbox in production: without Stripe nobody can pay", async () => {
    const { paymentSandbox, billing } = open(safeProduction);
    expect(paymentSandbox).toBeNull();
    const paying = billing.gateway.openCheckout(
      { planId: "basic", customer: null, successUrl: "", cancelUrl: "" },
      "key",
    );
    await expect(paying).rejects.toMatchObject({ code: "not_available" });
  });

  it("is Stripe with a key, in development too", () => {
    expect(open({ ...base, ...stripe }).paymentSandbox).toBeNull();
  });

  it.each(Object.keys(stripe).filter((name) => name !== "STRIPE_SECRET_KEY"))(
    "is refused with a key but without %s",
    (missing) => {
      expect(() => open({ ...base, ...stripe, [missing]: "" })).toThrow(
        `${missing}: ${missing} is required beside STRIPE_SECRET_KEY`,
      );
    },
  );
});
