import type { Operation } from "#worker/http/operation.ts";
import { analyzeOperations } from "./analyze.ts";
import { authOperations } from "./auth.ts";
import { dashboardOperations } from "./dashboard.ts";
import { healthOperations } from "./health.ts";
import { ledgerOperations } from "./ledger.ts";
import { marketOperations } from "./market.ts";
import { subscriptionOperations } from "./subscription.ts";

/** Every call of the API. A test audits that each declares who may make it. */
export const operations: readonly Operation[] = [
  ...analyzeOperations,
  ...authOperations,
  ...dashboardOperations,
  ...healthOperations,
  ...ledgerOperations,
  ...marketOperations,
  ...subscriptionOperations,
];
