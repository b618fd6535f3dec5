import { AppError } from "#worker/errors.ts";
import type { PaymentGateway } from "./gateway.ts";

/** A production deployment without Stripe's settings: everything works but paying, and that says why. */
export const closedGateway: PaymentGateway = {
  createCustomer: refuse,
  openCheckout: refuse,
  expireCheckout: refuse,
  checkout: refuse,
  subscriptionsOf: refuse,
  upgrade: refuse,
  downgrade: refuse,
  undoDowngrade: refuse,
  cancelAtPeriodEnd: refuse,
  reactivate: refuse,
  cancelNow: refuse,
  refund: refuse,
  deleteCustomer: refuse,
  portalUrl: refuse,
  invoicesOf: refuse,
  readEvent: refuse,
};

async function refuse(): Promise<never> {
  throw new AppError("not_available", "Payments are not set up on this deployment yet.");
}
