import type { Operation } from "../http/operation.ts";
import { accountOperations } from "./account.ts";
import { analyzeOperations } from "./analyze.ts";
import { authOperations } from "./auth.ts";
import { calendarOperations, compareOperations } from "./calendar.ts";
import { connectedAppOperations } from "./connected-apps.ts";
import { dashboardOperations } from "./dashboard.ts";
import { devOperations } from "./dev.ts";
import { guestSubscriptionOperations, setUpOperations } from "./guest-subscriptions.ts";
import { marketOperations } from "./market.ts";
import { newsletterOperations } from "./newsletter.ts";
import { receiptOperations } from "./receipts.ts";
import { reviewOperations } from "./review.ts";
import { apiKeyOperations, securityOperations } from "./security.ts";
import { passkeyOperations, providerOperations } from "./sign-in-methods.ts";
import { subscriptionOperations, webhookOperations } from "./subscription.ts";
import { supportOperations } from "./support.ts";
import { trackRecordOperations } from "./track-record.ts";
import { userForecastOperations } from "./user-forecasts.ts";
import { openApiOperations, v1Operations } from "./v1.ts";
import { alertOperations, calendarFeedOperations, watchlistOperations } from "./watchlist.ts";
import { webhookEndpointOperations } from "./webhook-endpoints.ts";

export const operations: readonly Operation[] = [
  ...accountOperations,
  ...alertOperations,
  ...analyzeOperations,
  ...apiKeyOperations,
  ...authOperations,
  ...calendarFeedOperations,
  ...calendarOperations,
  ...compareOperations,
  ...connectedAppOperations,
  ...dashboardOperations,
  ...devOperations,
  ...marketOperations,
  ...newsletterOperations,
  ...userForecastOperations,
  ...passkeyOperations,
  ...providerOperations,
  ...receiptOperations,
  ...openApiOperations,
  ...reviewOperations,
  ...securityOperations,
  ...setUpOperations,
  ...subscriptionOperations,
  ...guestSubscriptionOperations,
  ...supportOperations,
  ...trackRecordOperations,
  ...v1Operations,
  ...watchlistOperations,
  ...webhookEndpointOperations,
  ...webhookOperations,
];
