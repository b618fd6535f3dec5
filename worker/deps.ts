import { waitUntil } from "cloudflare:workers";
import type { Accounts } from "#accounts/accounts.ts";
import { canonicalAddress } from "#accounts/mail/canonical-address.ts";
import { sendMail } from "#accounts/mail/send-mail.ts";
import type { DeletionHook } from "#accounts/privacy/delete.ts";
import { type Profile, readProfile } from "#accounts/profile/profile.ts";
import { keyedHash } from "#accounts/sessions/token.ts";
import { NO_CONTEXT } from "#analysis/model/history.ts";
import { archiveSignals } from "#archive/archive.ts";
import type { Billing } from "#billing/billing.ts";
import { deleteBillingData } from "#billing/delete-billing-data.ts";
import type { Entitlement } from "#billing/entitlement.ts";
import { entitlementOf } from "#billing/ownership.ts";
import type { Sandbox } from "#billing/sandbox/sandbox.ts";
import { billingHistoryOf, presentSubscription } from "#billing/status.ts";
import type { Analysis } from "#contract/analysis.ts";
import type { DataMode } from "#contract/prediction.ts";
import { retentionHours } from "#contract/retention.ts";
import { UNCONFIRMED_CALL_LIMIT } from "#contract/rules.ts";
import { type Database, openDatabase } from "#db/client.ts";
import type { RateLimiter, RateRule, RateVerdict } from "#limits/rate-limiter.ts";
import { type RateName, rateRules } from "#limits/rules.ts";
import { keyPrefixOf, openUserQuota, type UserQuota } from "#limits/user-quota.ts";
import { setUpMail } from "#mail/billing-mails.ts";
import { chooseMailer } from "#mail/choose.ts";
import { chooseMarketData } from "#market/choose.ts";
import { type Clock, shiftedClock } from "#market/clock.ts";
import type { MarketData } from "#market/port.ts";
import { sampleSymbols } from "#market/sample/companies.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { chooseNarrator } from "#narrate/choose.ts";
import { rulesNarrator } from "#narrate/rules.ts";
import type { Ledger } from "#predictions/ledger.ts";
import type { RecordDeps } from "#predictions/record.ts";
import type { LedgerId } from "#predictions/scope.ts";
import { universe } from "#predictions/universe.ts";
import type { Pusher } from "#push/port.ts";
import { webPusher } from "#push/web-push.ts";
import type { AnalysisRunner, Research } from "#research/analysis-runner.ts";
import type { Archive } from "#research/archive.ts";
import { withCandidates } from "#research/candidates.ts";
import { runAnalysis } from "#research/run.ts";
import { requireValidAnalysis } from "#research/valid-analysis.ts";
import { storeAndComplete } from "#season/complete.ts";
import { readContext } from "#season/read-context.ts";
import { HOUR_MS } from "#worker/time.ts";
import type { Bindings } from "./bindings.ts";
import { parseSettings, type Settings } from "./env.ts";
import { AppError, logUnexpected } from "./errors.ts";
import { type Cookies, openCookies } from "./http/cookies.ts";
import { newId } from "./ids.ts";
import { type Deliver, openPayments } from "./payments.ts";

/** What a caller has read of a user already, so that it is not read again. */
type KnownOfUser = { entitlement?: Entitlement; profile?: Profile };

/** Everything a request may need. The only place where adapters are chosen and wired. */
export type Deps = {
  settings: Settings;
  /** The public origin: links, redirects and the check of foreign writes go by it. */
  origin: string;
  db: Database;
  /** The one way cookies are read and written. */
  cookies: Cookies;
  accounts: Accounts;
  /** What other rooms do before an account is deleted; one that throws keeps the account. */
  deletionHooks: readonly DeletionHook[];
  /** What other rooms hold on a person, for their export. */
  personalDataElsewhere(userId: string): Promise<Record<string, unknown>>;
  /** Subscriptions and their provider, opened at the first use. */
  billing(): Billing;
  /** The local sandbox in the provider's place; null with Stripe, and always in production. */
  paymentSandbox(): Sandbox | null;
  /** What a user's plan allows now. */
  entitlement(userId: string): Promise<Entitlement>;
  /** Real time: accounts, payments, limits. */
  now: Clock;
  /** The market's time, which differs in development with `MARKET_CLOCK`. */
  marketNow: Clock;
  /** A user's calls in the period that runs now. Throws `unauthenticated` when the account is gone. */
  quota(userId: string, known?: KnownOfUser): Promise<UserQuota>;
  /** Takes one token of the rule's bucket for `key`. Throws `rate_limited` with the seconds to wait. */
  enforceRateLimit(rule: RateName, key: string): Promise<void>;
  /** Puts a token back that was taken for nothing. */
  releaseRateToken(rule: RateName, key: string): Promise<void>;
  /** The object that analyses a ticker; each source and market clock has its own. */
  analysisRunner(symbol: string): DurableObjectStub<AnalysisRunner>;
  market(): Promise<MarketData>;
  /** The record of a market, with its ledger; a set market clock has a record of its own. */
  record(dataMode: DataMode): RecordDeps & { ledger: DurableObjectStub<Ledger> };
  /** The analysis of a ticker as of a past moment: only the simulated market can tell what was known then. */
  analyseAsOf(symbol: string, asOf: Date): Promise<Analysis>;
};

/**
 * Wires the dependencies of one request. Throws when the settings are wrong, before anything is done.
 * `deliver` hands a request to this Worker itself: the payment sandbox calls our webhook through it.
 */
export function openDeps(env: Bindings, requestOrigin: string, deliver: Deliver | null = null): Deps {
  const settings = settingsOf(env);
  const db = openDatabase(env.DB);
  const origin = settings.APP_URL ? new URL(settings.APP_URL).origin : requestOrigin;
  const now = () => new Date();
  const cookies = openCookies(origin, settings.APP_ENV === "development");
  const enforceRateLimit = (rule: RateName, key: string) =>
    requireAllowed(rule, (rate) => bucketOf(env.RATE, rule, key).take(rate));
  const checkRateLimit = (rule: RateName, key: string) =>
    requireAllowed(rule, (rate) => bucketOf(env.RATE, rule, key).peek(rate));
  const releaseRateToken = async (rule: RateName, key: string) => {
    await bucketOf(env.RATE, rule, key).restore(rateRules[rule]);
  };
  const request: typeof fetch = (input, init) => fetch(input, init);
  const mailer = chooseMailer(settings, { db, origin, now, binding: env.MAIL, request });
  const entitlement = (userId: string) => entitlementOf(db, userId, now());
  const counters = countersOf(env.QUOTA, settings.AUTH_SECRET);
  const quota = async (userId: string, known: KnownOfUser = {}) => {
    const [{ tier, callLimit, period }, { email, emailVerified }] = await Promise.all([
      known.entitlement ?? entitlement(userId),
      known.profile ?? readProfile(db, userId),
    ]);
    const isFree = tier === "free";
    return openUserQuota({
      userId,
      period,
      counter: isFree ? counters.ofMailbox(email) : counters.ofAccount(userId),
      limit: callLimit,
      unconfirmedLimit: isFree && !emailVerified && mailer !== null ? UNCONFIRMED_CALL_LIMIT : null,
      sharedUntil: isFree ? new Date(Date.parse(period.endsAt) + MAILBOX_COUNTER_MARGIN_MS) : null,
      nowMs: () => now().getTime(),
    });
  };
  const mailSetUp = (to: string, url: string) => {
    inBackground(sendMail({ mailer, enforceRateLimit }, to, "set-up", () => setUpMail(to, url)));
  };
  // Paid periods are counted by account.
  const callsUsed = async (userId: string, periodId: string) =>
    counters.ofAccount(userId).used(periodId, now().getTime());
  const payments = once(() => openPayments(settings, { db, origin, now, callsUsed, mailSetUp, deliver }));
  return {
    settings,
    origin,
    db,
    cookies,
    accounts: {
      db,
      files: env.FILES,
      secret: settings.AUTH_SECRET,
      origin,
      now,
      cookies,
      mailer,
      pusher: pusherOf(settings, origin, request),
      enforceRateLimit,
      checkRateLimit,
      releaseRateToken,
      inBackground,
    },
    deletionHooks: [
      (userId) => deleteBillingData(payments().billing, userId),
      async (userId) => {
        const { email } = await readProfile(db, userId);
        await counters.ofMailbox(email).anonymise(keyPrefixOf(userId));
        await counters.ofAccount(userId).clear();
      },
    ],
    async personalDataElsewhere(userId) {
      const plan = await entitlement(userId);
      const { tier, status, callLimit, period } = plan;
      const callsUsed = await (await quota(userId, { entitlement: plan })).used();
      const { billing } = payments();
      return {
        plan: { tier, status, callLimit },
        usage: { period: period.id, callsUsed },
        subscription: await presentSubscription(billing, userId),
        invoices: (await billingHistoryOf(billing, userId)) ?? "not available right now",
      };
    },
    entitlement,
    billing: () => payments().billing,
    paymentSandbox: () => payments().sandbox,
    now,
    marketNow: marketClock(settings),
    quota,
    enforceRateLimit,
    releaseRateToken,
    analysisRunner: (symbol) => env.RESEARCH.get(env.RESEARCH.idFromName(`${marketKey(settings)} ${symbol}`)),
    market: () => marketOf(settings),
    record: (dataMode) => {
      const ledgerId = ledgerIdOf(settings, dataMode);
      const ledger = env.LEDGER.get(env.LEDGER.idFromName(ledgerId));
      const companies = dataMode === "sample" ? sampleSymbols : universe;
      const newPrediction = () => newId("prd");
      return {
        db,
        ledgerId,
        ledger,
        universe: companies,
        now,
        marketNow: marketClock(settings),
        newId: newPrediction,
      };
    },
    analyseAsOf: async (symbol, asOf) => {
      const [market, narrator] = [sampleMarket(), rulesNarrator];
      const run = { market, narrator, now: () => asOf, newId: () => newId("ana") };
      return runAnalysis(symbol, run, { onStage: () => undefined, onText: () => undefined });
    },
  };
}

const MAILBOX_COUNTER_MARGIN_MS = retentionHours.freeQuota * HOUR_MS;

/**
 * A paid plan's calls are counted by account. The free plan's are counted by mailbox, named by a keyed hash, so that
 * deleting an account or writing the address otherwise renews nothing; its counter outlives the account until the month ends.
 */
function countersOf(counters: Bindings["QUOTA"], secret: string) {
  const named = (name: string) => counters.get(counters.idFromName(name));
  return {
    ofAccount: (userId: string) => named(userId),
    ofMailbox: (email: string) =>
      named(`mailbox:${keyedHash(secret, "free quota", canonicalAddress(email))}`),
  };
}

function bucketOf(buckets: DurableObjectNamespace<RateLimiter>, rule: RateName, key: string) {
  return buckets.get(buckets.idFromName(`${rule}:${key}`));
}

/** Push services ask for an address of whoever sends: the deployment's own where none is set. */
function pusherOf(settings: Settings, origin: string, request: typeof fetch): Pusher | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT } = settings;
  const subject = VAPID_SUBJECT ?? (origin.startsWith("https:") ? origin : "mailto:push@example.com");
  return publicKey && privateKey ? webPusher({ publicKey, privateKey, subject }, request) : null;
}

async function requireAllowed(rule: RateName, ask: (rate: RateRule) => Promise<RateVerdict>): Promise<void> {
  const { reason = "Too many requests.", ...rate }: RateRule = rateRules[rule];
  const { isAllowed, retryAfterSeconds } = await ask(rate);
  if (isAllowed) return;
  const message = `${reason} Please try again in ${retryAfterSeconds} s.`;
  throw new AppError("rate_limited", message, { retryAfterSeconds });
}

function inBackground(work: Promise<unknown>): void {
  waitUntil(
    work.catch((error: unknown) => {
      // A full mailbox budget is no failure: the mails sent before are there.
      if (error instanceof AppError && error.code === "rate_limited") return;
      logUnexpected(error, { call: "background" });
    }),
  );
}

function once<Value>(open: () => Value): () => Value {
  let opened: { value: Value } | undefined;
  return () => {
    opened ??= { value: open() };
    return opened.value;
  };
}

const parsedSettings = new WeakMap<object, Settings>();

/** Settings are parsed once an isolate: the environment is the same object in every request. */
export function settingsOf(env: Bindings): Settings {
  const known = parsedSettings.get(env);
  if (known) return known;
  const settings = parseSettings(env);
  parsedSettings.set(env, settings);
  return settings;
}

/** The market's clock as the settings have it. */
export function marketClock(settings: Settings): Clock {
  if (!settings.MARKET_CLOCK) return () => new Date();
  const setAt = new Date(settings.MARKET_CLOCK_SET_AT ?? Date.now());
  return shiftedClock(new Date(settings.MARKET_CLOCK), setAt);
}

/** How a runner analyses its ticker. */
export function researchOf(env: Bindings): Research {
  const settings = settingsOf(env);
  const narrator = chooseNarrator(settings, env.AI, (entry) =>
    console.log(JSON.stringify({ level: "info", event: "narrative", ...entry })),
  );
  return async (symbol, watcher) => {
    const market = await marketOf(settings);
    const archive = archiveOf(env, ledgerIdOf(settings, market.dataMode));
    const now = marketClock(settings);
    const run = { market, narrator, now, newId: () => newId("ana"), archive };
    const analysis = await runAnalysis(symbol, run, watcher).catch(async (error: unknown) => {
      throw await withCandidates(error, { market, text: symbol, now: now() });
    });
    return requireValidAnalysis(analysis, (issues) =>
      logUnexpected(new Error(issues), { analysisRunner: symbol }),
    );
  };
}

/** The archive as a run has it: a failure is logged and costs nobody the analysis. */
function archiveOf(env: Bindings, ledgerId: LedgerId): Archive {
  const db = openDatabase(env.DB);
  const store = { db, ledgerId };
  const orElse =
    <T>(instead: T) =>
    (error: unknown) => {
      logUnexpected(error, { call: "archive" });
      return instead;
    };
  return {
    complete: (company, now) => storeAndComplete(store, company, now).catch(orElse(company)),
    context: (industry, day) => readContext(store, industry, day).catch(orElse(NO_CONTEXT)),
    keep: (gathered) => archiveSignals(db, { ledgerId, now: new Date() }, gathered).catch(orElse(undefined)),
  };
}

/** The ledger id of a market; a set clock has its own. */
function ledgerIdOf({ MARKET_CLOCK }: Settings, dataMode: MarketData["dataMode"]): LedgerId {
  return MARKET_CLOCK ? `${dataMode} ${MARKET_CLOCK}` : dataMode;
}

const chosenMarkets = new Map<string, MarketData>();

/** The market source, chosen once an isolate: its session and its answer to "is the network there" are worth keeping. */
async function marketOf(settings: Settings): Promise<MarketData> {
  const key = marketKey(settings);
  const chosen =
    chosenMarkets.get(key) ?? (await chooseMarketData(settings, (url, init) => fetch(url, init)));
  chosenMarkets.set(key, chosen);
  return chosen;
}

/** Names the choice of a source without its key. */
function marketKey(settings: Settings): string {
  const { MARKET_DATA, YAHOO_BASE_URL, FMP_API_KEY, FMP_BASE_URL, STOCKTWITS_BASE_URL } = settings;
  const sources = [MARKET_DATA, YAHOO_BASE_URL, FMP_API_KEY && FMP_BASE_URL, STOCKTWITS_BASE_URL];
  return [...sources, settings.SAMPLE_COMPANIES, settings.MARKET_CLOCK, settings.MARKET_CLOCK_SET_AT]
    .filter(Boolean)
    .join(" ");
}
