import type { DeletionHook } from "#accounts/privacy/delete.ts";
import { readProfile } from "#accounts/profile/profile.ts";
import type { BillingDeps } from "#billing/billing.ts";
import { deleteBillingData } from "#billing/delete-billing-data.ts";
import { billingHistoryOf, presentSubscription } from "#billing/subscription/status.ts";
import type { Database } from "#platform/db/client.ts";
import type { Quotas } from "#platform/limits/user-quota.ts";
import type { UserDeps } from "../users.ts";

type Parts = {
  db: Database;
  billing: BillingDeps;
  quotas: Quotas;
  users: UserDeps;
};

export type PersonalDataDeps = {
  /** Called to delete a person's data that other modules hold. If one throws, the account is not deleted. */
  deletionHooks: readonly DeletionHook[];
  personalDataElsewhere(userId: string): Promise<Record<string, unknown>>;
};

export function personalDataOf({ db, billing, quotas, users }: Parts): PersonalDataDeps {
  const deletionHooks: readonly DeletionHook[] = [
    (userId) => deleteBillingData(billing, userId),
    async (userId) => quotas.clear(userId, (await readProfile(db, userId)).email),
  ];
  const personalDataElsewhere = async (userId: string): Promise<Record<string, unknown>> => {
    const user = await users.user(userId);
    const { tier, status, callLimit, period } = user.entitlement;
    return {
      plan: { tier, status, callLimit },
      usage: { period: period.id, callsUsed: await users.quotaOf(user).used() },
      subscription: await presentSubscription(billing, userId),
      invoices: (await billingHistoryOf(billing, userId)) ?? "not available right now",
    };
  };
  return { deletionHooks, personalDataElsewhere };
}
