import { eq } from "drizzle-orm";
import { apiKeyPrefixOf } from "#accounts/api-keys/authenticate.ts";
import type { Client } from "#accounts/sessions/client.ts";
import { hashToken, keyedHash } from "#accounts/sessions/token.ts";
import { signUp } from "#accounts/sign-in/sign-up.ts";
import { openUserCheckout } from "#billing/checkout/checkout.ts";
import { payCheckout } from "#billing/sandbox/actions.ts";
import type { Sandbox } from "#billing/sandbox/sandbox.ts";
import { API_KEY_START } from "#contract/api-keys.ts";
import { apiScopes } from "#contract/rules.ts";
import { addIsoDays, DAY_MS, easternDay, isoDay } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";
import { REFERENCE_CLASS_DAYS } from "#model/reference-class.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { apiKeys } from "#platform/schema/access.ts";
import { users } from "#platform/schema/accounts.ts";
import { userScope } from "#platform/scope.ts";
import { publishCheckpoint } from "#record/checkpoint.ts";
import { recordKey } from "#record/prediction-row.ts";
import { putOnRecord } from "#record/record.ts";
import { storedRequests } from "#record/store.ts";
import { unreadDayRanges } from "#season/backfill.ts";
import { dueExchanges, readListing } from "#season/listing.ts";
import { readRange } from "#season/sync.ts";
import type { Deps } from "../deps.ts";
import { withMarket } from "../wiring/market.ts";
import { REPLAYED_DAYS, type ReplayableReport, replayPast } from "./replay.ts";
import { followCompanies } from "./watch-companies.ts";

/** Credentials of the demo account. It exists only in development, so the password is no secret. */
export const demoAccount = { email: "demo@example.com", password: "beatcast demo", fullName: "Demo Trader" };

const FOLLOWED = ["AAPL", "MSFT", "NVDA", "AMZN", "JPM", "V", "KO", "COST", "UNH", "XOM", "DIS", "CAT"];
const OPEN_PREDICTIONS = 5;
/**
 * How many companies the demo account watches: well-known ones, ones that have just reported, and ones that
 * report next. The free plan allows ten.
 */
const WATCHED = { followed: 5, reported: 1, coming: 3 } as const;

/**
 * Creates the demo account and its history on the simulated market. Safe to repeat. Throws `not_found` in
 * production and on any other market.
 */
export async function seedDemo(deps: Deps, client: Client): Promise<{ email: string; password: string }> {
  const { market, record } = await withMarket(deps);
  if (deps.settings.APP_ENV !== "development" || market.dataMode !== "sample")
    throw new AppError("not_found", "The demo account exists only on the simulated market.");
  const userId = await demoUser(deps, client);
  const owner = { kind: "analysis", userId } as const;
  const keyOf = ({ symbol, fiscalQuarterEnd }: ReplayableReport) =>
    `demo ${recordKey(symbol, fiscalQuarterEnd)}`;
  const { head } = await record.ledger.page(0, 1);
  const [last] = (await record.ledger.page(Math.max(0, head.seq - 1), 1)).entries;
  const from = new Date(last?.body.time ?? 0);
  const { reported, coming } = await companiesAroundToday(market, deps.marketNow());
  await readPast({ store: record, market, marketNow: deps.marketNow });
  const { replayedSymbols: symbols, analyzeAsOf } = deps;
  await replayPast(
    { ...record, market, symbols, reportedLately: reported, analyzeAsOf },
    from,
    async (report, analysis, at) => {
      if (!FOLLOWED.includes(report.symbol)) return;
      await putOnRecord(at, { owner, requestKey: keyOf(report), analysis });
    },
  );
  await Promise.all(
    FOLLOWED.slice(0, OPEN_PREDICTIONS).map(async (symbol, i) => {
      const askedAt = new Date(deps.now().getTime() - (OPEN_PREDICTIONS - i) * DAY_MS);
      const { estimate } = await market.company(symbol, askedAt);
      const fiscalQuarterEnd = estimate.state === "missing" ? null : estimate.data.fiscalQuarterEnd;
      if (!fiscalQuarterEnd) return;
      const requestKey = keyOf({ symbol, fiscalQuarterEnd, asOf: askedAt });
      if ((await storedRequests(deps.db, userScope(userId), [requestKey])).size > 0) return;
      const analysis = await deps.analyzeAsOf(symbol, askedAt);
      await putOnRecord({ ...record, now: () => askedAt }, { owner, requestKey, analysis });
    }),
  );
  const { db, ledgerId } = record;
  const { now, marketNow } = deps;
  const follow = { db, ledgerId, market, now, marketNow, analyzeAsOf };
  const watched = [
    ...FOLLOWED.slice(0, WATCHED.followed),
    ...reported.slice(0, WATCHED.reported),
    ...coming.slice(0, WATCHED.coming),
  ];
  await followCompanies(follow, userId, [...new Set(watched)]);
  const signer = await deps.ledgerSigner(record.ledgerId);
  await publishCheckpoint(record.ledger, signer, { hasLocked: true, now: deps.now() });
  return demoAccount;
}

/**
 * Reads the lists of companies and their past reports into the database, because the base rates of the replayed
 * predictions are computed from them.
 */
async function readPast(sync: Parameters<typeof readRange>[0]): Promise<void> {
  const { store, market } = sync;
  const now = sync.marketNow();
  for (const exchange of await dueExchanges(store, market.exchanges, now))
    await readListing({ store, market, now }, exchange);
  const from = addIsoDays(easternDay(now), -REPLAYED_DAYS - REFERENCE_CLASS_DAYS);
  for (const range of await unreadDayRanges(store, from, now)) await readRange(sync, range);
}

async function demoUser({ db, accounts, now }: Deps, client: Client): Promise<string> {
  const find = () =>
    db.select({ id: users.id }).from(users).where(eq(users.email, demoAccount.email)).limit(1);
  const [existing] = await find();
  if (existing) return existing.id;
  const { userId } = await signUp(withoutMail(accounts), demoAccount, client);
  await db
    .update(users)
    .set({ emailVerified: true, createdAt: new Date(now().getTime() - 365 * DAY_MS) })
    .where(eq(users.id, userId));
  return userId;
}

const institution = { email: "desk@example.com", password: "beatcast demo", fullName: "Demo Desk" };

/**
 * Creates a demo account with the institutional plan, paid for in the payment sandbox. Safe to repeat. Returns
 * null without a sandbox. `apiKey` is the same each time, or null once it has been revoked.
 */
export async function seedInstitution(
  deps: Deps,
  client: Client,
): Promise<{ email: string; password: string; apiKey: string | null } | null> {
  const sandbox = deps.paymentSandbox;
  if (!sandbox) return null;
  const { email, password } = institution;
  const userId = await institutionUser(deps, sandbox, client);
  return { email, password, apiKey: await demoKey(deps, userId) };
}

async function institutionUser(deps: Deps, sandbox: Sandbox, client: Client): Promise<string> {
  const { db, accounts } = deps;
  const { email, fullName: name } = institution;
  const [existing] = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1);
  const userId = existing?.id ?? (await signUp(withoutMail(accounts), institution, client)).userId;
  if (!existing) await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
  const { entitlement } = await deps.user(userId);
  if (entitlement.tier !== "free") return userId;
  const { url } = await openUserCheckout(deps.billing, "institutional", { userId, email, name });
  await payCheckout(sandbox, new URL(url).pathname.split("/").at(-1) ?? "", { email, name }, true);
  return userId;
}

function withoutMail(accounts: Deps["accounts"]): Deps["accounts"] {
  return { ...accounts, mailer: null };
}

async function demoKey({ db, settings, now }: Deps, userId: string): Promise<string | null> {
  const key = API_KEY_START + keyedHash(settings.AUTH_SECRET, "demo API key", userId);
  const hash = hashToken(key);
  await db
    .insert(apiKeys)
    .values({
      id: newId("key"),
      userId,
      name: "Demo key",
      prefix: apiKeyPrefixOf(key),
      hash,
      scopes: apiScopes,
      createdAt: now(),
    })
    .onConflictDoNothing();
  const [stored] = await db.select().from(apiKeys).where(eq(apiKeys.hash, hash)).limit(1);
  return stored?.revokedAt === null ? key : null;
}

type AroundToday = {
  /** Companies that have reported since eight days ago, latest report first. */
  reported: string[];
  /** Companies that have not reported yet, with a report date up to ten days ahead, largest first. */
  coming: string[];
};

const DAYS_BACK = 8;
const DAYS_AHEAD = 10;
const MAX_REPORTED = 16;

/**
 * Returns the companies that reported recently, latest first and at most 16, and those that report soon, by
 * market value.
 */
export async function companiesAroundToday(
  market: Pick<MarketData, "reports" | "companies" | "exchanges">,
  now: Date,
): Promise<AroundToday> {
  const dayAt = (days: number) => isoDay(new Date(Date.parse(easternDay(now)) + days * DAY_MS));
  const [reports, listed] = await Promise.all([
    market.reports(dayAt(-DAYS_BACK), dayAt(DAYS_AHEAD), now),
    market.companies(market.exchanges[0] ?? "", now),
  ]);
  if (reports.state === "missing" || listed.state === "missing") return { reported: [], coming: [] };
  const values = new Map(listed.data.map(({ symbol, marketCap }) => [symbol, marketCap ?? 0]));
  const bySize = reports.data
    .filter(({ consensusEps }) => consensusEps !== null)
    .toSorted((a, b) => (values.get(b.symbol) ?? 0) - (values.get(a.symbol) ?? 0));
  const symbolsOf = (companies: typeof bySize) => companies.map(({ symbol }) => symbol);
  const out = bySize
    .filter(({ reportedEps }) => reportedEps !== null)
    .toSorted((a, b) => (a.reportDate > b.reportDate ? -1 : 1));
  return {
    reported: symbolsOf(out.slice(0, MAX_REPORTED)),
    coming: symbolsOf(bySize.filter(({ reportedEps }) => reportedEps === null)),
  };
}
