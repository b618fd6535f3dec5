import type { Database } from "#platform/db/client.ts";
import type { PaymentGateway } from "./gateway.ts";

export type Billing = {
  db: Database;
  gateway: PaymentGateway;
  now: () => Date;
  /** The provider sends people back to it. */
  origin: string;
  callsUsed: (userId: string, periodId: string) => Promise<number>;
  /** Goes on after the answer. */
  mailSetUp: (to: string, url: string) => void;
};
