import type { Operation } from "#worker/http/operation.ts";
import { accountOperations } from "./account.ts";
import { analyzeOperations } from "./analyze.ts";
import { authOperations } from "./auth.ts";
import { avatarOperations } from "./avatar.ts";
import { dashboardOperations } from "./dashboard.ts";
import { devOperations } from "./dev.ts";
import { guestSubscriptionOperations } from "./guest-subscriptions.ts";
import { healthOperations } from "./health.ts";
import { ledgerOperations } from "./ledger.ts";
import { mailedLinkOperations } from "./mailed-links.ts";
import { marketOperations } from "./market.ts";
import { newsletterOperations } from "./newsletter.ts";
import { noticeOperations } from "./notices.ts";
import { privacyOperations } from "./privacy.ts";
import { pushOperations } from "./push.ts";
import { setUpOperations } from "./set-up.ts";
import { subscriptionOperations } from "./subscription.ts";
import { trackRecordOperations } from "./track-record.ts";
import { twoFactorOperations } from "./two-factor.ts";
import { usageOperations } from "./usage.ts";
import { webhookOperations } from "./webhooks.ts";

/** Every call of the API. A test audits that each declares who may make it. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...analyzeOperations,
  ...authOperations,
  ...avatarOperations,
  ...dashboardOperations,
  ...devOperations,
  ...healthOperations,
  ...ledgerOperations,
  ...privacyOperations,
  ...mailedLinkOperations,
  ...marketOperations,
  ...newsletterOperations,
  ...noticeOperations,
  ...pushOperations,
  ...setUpOperations,
  ...subscriptionOperations,
  ...guestSubscriptionOperations,
  ...trackRecordOperations,
  ...twoFactorOperations,
  ...usageOperations,
  ...webhookOperations,
];
