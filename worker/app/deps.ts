import { waitUntil } from "cloudflare:workers";
import type { Context } from "hono";
import type { AccountDeps } from "#accounts/accounts.ts";
import { canonicalAddress } from "#accounts/mail/canonical-address.ts";
import { sendMail } from "#accounts/mail/send-mail.ts";
import { accountExists } from "#accounts/profile/profile.ts";
import { keyedHashes } from "#accounts/sessions/token.ts";
import type { BillingDeps } from "#billing/billing.ts";
import { setUpMail } from "#billing/checkout/set-up.ts";
import type { Sandbox } from "#billing/sandbox/sandbox.ts";
import type { Analysis, AnalysisResponse } from "#contract/analysis.ts";
import type { AskReleaseModel } from "#contract/company-release.ts";
import type { DataMode } from "#contract/prediction.ts";
import { openWebhookSender, type WebhookSender } from "#notifications/webhooks/sender.ts";
import { type Cookies, openCookies } from "#platform/cookies.ts";
import { type Database, openDatabase } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import { openRateLimits, type RateLimits } from "#platform/limits/rate-limiter.ts";
import { openQuotas } from "#platform/limits/user-quota.ts";
import { logUnexpected } from "#platform/log.ts";
import { chooseMailer } from "#platform/mail/choose.ts";
import { choosePusher } from "#platform/push/web-push.ts";
import { type Enqueue, openQueue, queuedMessageCount } from "#platform/queue.ts";
import type { CheckpointWitness } from "#record/receipts/port.ts";
import { openEdgeResults } from "#research/edge-results.ts";
import { type AnalysisRequest, analyzeForUser } from "#research/user-analysis.ts";
import type { Filings } from "#season/witness/filings.ts";
import type { Bindings } from "./bindings.ts";
import { isEdgeCacheEnabled, type Settings, settingsOf } from "./settings/env.ts";
import { type KeyHolder, openUsers, type StoredUser, type UserDeps } from "./users.ts";
import {
  checkpointWitnessesOf,
  filingsOf,
  openPayments,
  releaseModelOf,
  type SelfFetch,
  signInProvidersOf,
  upstreamFetch,
} from "./wiring/external-services.ts";
import { type MarketDeps, openMarketDeps, type ServedMarket, withMarket } from "./wiring/market.ts";
import { type PersonalDataDeps, personalDataOf } from "./wiring/personal-data.ts";
import { type PublicVersionDeps, publicVersionOf } from "./wiring/public-version.ts";
import { openPastAnalyses } from "./wiring/research.ts";

/**
 * Everything that request handlers and jobs depend on. Adapters to the outside are chosen only here and in
 * `wiring`.
 */
export type Deps = RateLimits &
  MarketDeps &
  PersonalDataDeps &
  PublicVersionDeps &
  UserDeps & {
    settings: Settings;
    metrics: AnalyticsEngineDataset | undefined;
    origin: string;
    db: Database;
    files: R2Bucket;
    cookies: Cookies;
    enqueue: Enqueue;
    waitingJobs(): Promise<number>;
    accounts: AccountDeps;
    billing: BillingDeps;
    /** The simulated payment provider. Null when Stripe is configured, and in production. */
    paymentSandbox: Sandbox | null;
    /**
     * Returns EDGAR's filings for live data and simulated ones for the simulated market, or null when EDGAR is
     * not configured.
     */
    filingsFor(dataMode: DataMode): Filings | null;
    releaseModelFor(dataMode: DataMode): AskReleaseModel | null;
    webhookSender: WebhookSender;
    checkpointWitnesses: readonly CheckpointWitness[];
    /** Returns the real time, which accounts, payments and limits use. Market data uses `marketNow`. */
    now: () => Date;
    analyzeAsOf(symbol: string, asOf: Date): Promise<Analysis>;
    analyze(user: StoredUser, request: Omit<AnalysisRequest, "userId">): Promise<AnalysisResponse>;
  };

export type MarketParts = Omit<Deps, keyof ServedMarket> & ServedMarket;

export type AppEnv = {
  Bindings: Bindings;
  Variables: {
    deps: Deps;
    requestId: string;
    /**
     * The route's declared path with its parameters unfilled, such as `/api/keys/:id`, or "page" for everything
     * else.
     */
    route: string;
    keyHolder?: KeyHolder;
  };
};
export type AppContext = Context<AppEnv>;

/**
 * Returns the origin of APP_URL. In development, or without APP_URL, it returns the request's own origin,
 * because a development server is also reached under other host names.
 */
function originOf({ APP_ENV, APP_URL }: Settings, requestOrigin: string | null): string {
  if (requestOrigin !== null && (APP_ENV === "development" || !APP_URL)) return requestOrigin;
  return new URL(APP_URL ?? "http://localhost").origin;
}

/**
 * Opens the dependencies of one request or job. `deliver` passes a request to this Worker itself. `request`
 * determines whether database reads may come from a replica. Throws InvalidSettingsError when the settings are
 * wrong.
 */
export function openDeps(
  env: Bindings,
  requestOrigin: string | null,
  deliver: SelfFetch | null = null,
  request: Request | null = null,
): Deps {
  const settings = settingsOf(env);
  const origin = originOf(settings, requestOrigin);
  const now = () => new Date();
  const cookies = openCookies(origin, settings.APP_ENV === "development");
  const session = env.DB.withSession(readConstraintOf(request));
  const db = openDatabase(session as unknown as D1Database);
  const requestOutsideService = upstreamFetch(settings);
  const mailer = chooseMailer(settings, {
    db,
    origin,
    now,
    binding: env.MAIL,
    request: requestOutsideService,
  });
  const pusher = choosePusher(settings, origin, requestOutsideService);
  const rates = openRateLimits(env);
  const enqueue = openQueue(env);
  const accounts: AccountDeps = {
    db,
    origin,
    now,
    cookies,
    mailer,
    pusher,
    ...rates,
    inBackground,
    notifySoon: (userId) => inBackground(enqueue([{ job: "notifications-of", people: [userId] }])),
    files: env.FILES,
    secrets: settings.AUTH_SECRET,
    providers: signInProvidersOf(settings),
  };
  const quotas = openQuotas({
    counters: env.QUOTA,
    mailboxKeys: (email) => keyedHashes(settings.AUTH_SECRET, "free quota", canonicalAddress(email)),
    canConfirm: mailer !== null,
    nowMs: () => Date.now(),
  });
  const users = openUsers(accounts, quotas);
  const mailSetUp = (to: string, url: string) =>
    inBackground(sendMail(accounts, to, "set-up", () => setUpMail(to, url)));
  const callsUsed = quotas.usedByAccount;
  const payments = openPayments(settings, { db, origin, now, callsUsed, mailSetUp, deliver });
  const market = openMarketDeps(env, settings, db);
  const edge = openEdgeResults(isEdgeCacheEnabled(settings), () => Date.now());
  return {
    settings,
    origin,
    db,
    files: env.FILES,
    cookies,
    accounts,
    now,
    enqueue,
    analyzeAsOf: openPastAnalyses(db, settings),
    metrics: env.METRICS,
    waitingJobs: () => queuedMessageCount(env),
    ...payments,
    ...market,
    ...users,
    ...rates,
    ...publicVersionOf(db, async () => (await withMarket(market)).record.ledgerId, Date.now),
    ...personalDataOf({ db, billing: payments.billing, quotas, users }),
    filingsFor: (dataMode) => filingsOf(env, settings, dataMode, market.marketNow),
    releaseModelFor: (dataMode) => releaseModelOf(env, settings, dataMode),
    // Webhooks bypass the circuit breaker, because the failures of one customer's endpoint must pause only that
    // endpoint.
    webhookSender: openWebhookSender((url, init) => fetch(url, init), origin),
    checkpointWitnesses: checkpointWitnessesOf(settings),
    analyze: (user, request) =>
      analyzeForUser(
        {
          ...market,
          db,
          edge,
          files: env.FILES,
          quota: users.quotaOf(user),
          rates,
          now,
          ledgerId: async () => (await withMarket(market)).record.ledgerId,
          openRun: (symbol) => market.analysisRunner(symbol).open(symbol),
          accountExists: (userId) => accountExists(db, userId),
        },
        { ...request, userId: user.profile.id },
      ),
  };
}

/**
 * Returns where a D1 session starts to read. A visitor's GET may read from the nearest replica. Writes, and
 * requests with a credential or the address of a calendar feed, start at the primary, because a replica may not
 * know yet that a session, key, address or plan has ended.
 */
export function readConstraintOf(request: Request | null): "first-primary" | "first-unconstrained" {
  const isVisitor =
    (request?.method === "GET" || request?.method === "HEAD") &&
    !request.headers.has("authorization") &&
    !request.headers.has("cookie") &&
    !/^\/calendar\/feed\/|%/.test(new URL(request.url).pathname);
  return isVisitor ? "first-unconstrained" : "first-primary";
}

function inBackground(work: Promise<unknown>): void {
  waitUntil(
    work.catch((error: unknown) => {
      // A rate limit is expected here: the emails sent before it was reached have arrived.
      if (error instanceof AppError && error.code === "rate_limited") return;
      logUnexpected(error, { call: "background" });
    }),
  );
}
