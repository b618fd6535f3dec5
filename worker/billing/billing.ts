import type { Database } from "#platform/db/client.ts";
import type { PaymentGateway } from "./gateway.ts";

export type Billing = {
  db: Database;
  gateway: PaymentGateway;
  now: () => Date;
  /** Our public origin: every address the provider sends people back to is built from it. */
  origin: string;
  callsUsed: (userId: string, periodId: string) => Promise<number>;
  /** Mails a paid guest the link to set up the account; goes on after the answer. */
  mailSetUp: (to: string, url: string) => void;
};
