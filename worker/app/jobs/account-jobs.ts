import { deleteRestoredAccounts } from "#accounts/privacy/delete.ts";
import { reencryptAuthenticators } from "#accounts/two-factor/stored-key.ts";
import { quotaPeriodStartOf } from "#billing/subscription/entitlement.ts";
import { dueForReconciliation, type Reconcilable, reconcileSubscriptions } from "#billing/sync/reconcile.ts";
import { DAY_MS } from "#contract/time.ts";
import { reencryptSigningSecrets } from "#notifications/webhooks/endpoints.ts";
import { AppError } from "#platform/errors.ts";
import type { MessageOf } from "#platform/messages.ts";
import { deleteExpired } from "#platform/personal-data/rows.ts";
import { chunksOf } from "#platform/queue.ts";
import { archiveCutoff } from "#record/archive/cutoff.ts";
import { archivePredictions } from "#record/archive/move.ts";
import { peopleWithPredictions, predictionCallsSince } from "#record/history.ts";
import type { Deps } from "../deps.ts";

const CUSTOMERS_A_MESSAGE = 10;
const CUSTOMERS_A_TICK = 1_000;

export async function enqueueReconciliations(deps: Deps): Promise<void> {
  const { checkouts, customers } = await dueForReconciliation(deps.billing, CUSTOMERS_A_TICK);
  await deps.enqueue([
    ...chunksOf(checkouts, CUSTOMERS_A_MESSAGE).map((chunk) => reconcileMessage({ checkouts: chunk })),
    ...chunksOf(customers, CUSTOMERS_A_MESSAGE).map((chunk) => reconcileMessage({ customers: chunk })),
  ]);
}

/**
 * Synchronizes checkouts and customers with the payment provider. Each one that fails is enqueued again in a
 * message of its own, which ends as a dead letter if it keeps failing. When the provider cannot be reached, the
 * next tick tries again.
 */
export async function reconcileBilling(
  deps: Deps,
  { checkouts, customers }: MessageOf<"reconcile">,
): Promise<void> {
  const failures: { failed: Reconcilable; error: unknown }[] = [];
  await reconcileSubscriptions(deps.billing, { checkouts, customers }, (failed, error) => {
    if (!(error instanceof AppError && error.code === "not_available")) failures.push({ failed, error });
  });
  const [first] = failures;
  if (!first) return;
  if (checkouts.length + customers.length === 1) throw first.error;
  await deps.enqueue(failures.map(({ failed }) => reconcileMessage(failed)));
}

function reconcileMessage({ checkouts = [], customers = [] }: Partial<Reconcilable>): MessageOf<"reconcile"> {
  return { job: "reconcile", checkouts: [...checkouts], customers: [...customers] };
}

/**
 * Deletes expired data, re-encrypts stored keys under the current secret, and deletes accounts again that a
 * restored database has brought back.
 */
export async function deleteExpiredData({ accounts, db, now, deletionHooks }: Deps): Promise<void> {
  await deleteExpired(db, now());
  await reencryptAuthenticators(accounts);
  await reencryptSigningSecrets(accounts);
  await deleteRestoredAccounts(accounts, deletionHooks);
}

const PAST_HOUR = 2;

/**
 * Moves people's ended predictions from the database into files, once a day at `PAST_HOUR` (UTC). Each message
 * handles a batch of people and enqueues the next.
 */
export async function archivePastPredictions(
  { db, files, now, marketNow, enqueue }: Pick<Deps, "db" | "files" | "now" | "marketNow" | "enqueue">,
  { after }: MessageOf<"past">,
): Promise<void> {
  if (after === undefined && now().getUTCHours() !== PAST_HOUR) return;
  const cutoff = archiveCutoff(marketNow());
  const last = await archivePredictions({ db, files }, after ?? "", cutoff, now());
  if (last !== null) await enqueue([{ job: "past", after: last }]);
}

const PEOPLE_A_MESSAGE = 50;
/** Longer than a billing period, even one that is renewed late. */
const LOOK_BACK_MS = 62 * DAY_MS;

/**
 * Rebuilds lost quota counters: counts the calls of the current periods again from stored predictions. Each
 * message handles a batch of people and enqueues the next.
 */
export async function restoreLostQuotaCounters(
  {
    db,
    files,
    now,
    user,
    quotaOf,
    enqueue,
  }: Pick<Deps, "db" | "files" | "now" | "user" | "quotaOf" | "enqueue">,
  { after }: MessageOf<"lost-counters">,
): Promise<void> {
  const since = new Date(now().getTime() - LOOK_BACK_MS);
  const people = await peopleWithPredictions(db, after, since, PEOPLE_A_MESSAGE);
  for (const userId of people) {
    const counted = await user(userId);
    const calls = await predictionCallsSince(
      { db, files },
      userId,
      quotaPeriodStartOf(counted.entitlement.period),
    );
    if (calls.length > 0) await quotaOf(counted).restore(calls);
  }
  const last = people.at(-1);
  if (last && people.length === PEOPLE_A_MESSAGE) await enqueue([{ job: "lost-counters", after: last }]);
}
