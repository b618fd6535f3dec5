import { accountData, securityData } from "./personal-data/account.ts";
import { billingData } from "./personal-data/billing.ts";
import { browserData } from "./personal-data/browser.ts";
import type { DataGroup } from "./personal-data/datum.ts";
import { mailData, useData } from "./personal-data/use-and-mail.ts";

/**
 * Everything we store on people. The privacy policy's tables are drawn from it; tests/structure/personal-data-list.test.ts
 * compares it with the schema, the Durable Objects, the file store, the cookies and what the page stores.
 */
export const personalData: readonly DataGroup[] = [
  accountData,
  securityData,
  useData,
  mailData,
  billingData,
  browserData,
];
