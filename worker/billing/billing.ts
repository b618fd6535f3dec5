import type { Database } from "#platform/db/client.ts";
import type { PaymentGateway } from "./gateway.ts";

export type BillingDeps = {
  db: Database;
  gateway: PaymentGateway;
  now: () => Date;
  /** The site's origin, to which the payment provider sends people back. */
  origin: string;
  callsUsed: (userId: string, periodId: string) => Promise<number>;
  /**
   * Emails the link that sets up an account after a guest's payment. It sends after the response, so the
   * request does not wait for it.
   */
  mailSetUp: (to: string, url: string) => void;
};
