import { and, desc, eq, sql } from "drizzle-orm";
import type { CompanyChange } from "#contract/company-change.ts";
import { AppError } from "#platform/errors.ts";
import { companyChanges } from "#platform/schema/listings.ts";
import type { SeasonStore } from "../store.ts";
import { carryOut } from "./apply-change.ts";

/** Newest first. */
export function readDoubtful({ db, ledgerId }: SeasonStore, limit: number) {
  const { id, change, reason } = companyChanges;
  return db
    .select({ id, change, reason })
    .from(companyChanges)
    .where(and(eq(companyChanges.ledgerId, ledgerId), eq(companyChanges.state, "doubtful")))
    .orderBy(desc(companyChanges.seenAt), id)
    .limit(limit);
}

/** Throws `not_found` where none waits. Safe to repeat. */
export async function decideChange(
  store: SeasonStore,
  { id, decision }: { id: string; decision: "carry_out" | "dismiss" },
  now: Date,
): Promise<void> {
  const { db, ledgerId } = store;
  const isOne = and(
    eq(companyChanges.ledgerId, ledgerId),
    eq(companyChanges.id, id),
    eq(companyChanges.state, "doubtful"),
  );
  const [found] = await db.select({ change: companyChanges.change }).from(companyChanges).where(isOne);
  if (!found)
    throw new AppError("not_found", "This change no longer waits for a decision. Please reload the list.");
  const { change } = found;
  if (decision === "carry_out") {
    await carryOut(store, change.kind === "listed" ? endOfOwner(change) : change, now);
    // Tomorrow's list lets the other company begin.
    if (change.kind === "listed") await db.delete(companyChanges).where(isOne);
    return;
  }
  if (change.kind === "listed" && change.cik !== null)
    await db.run(
      sql`UPDATE season_companies SET cik = ${change.cik} WHERE ledger_id = ${ledgerId} AND symbol = ${change.ticker}`,
    );
  await db.update(companyChanges).set({ state: "dismissed" }).where(isOne);
}

function endOfOwner({ ticker, day, source }: Extract<CompanyChange, { kind: "listed" }>): CompanyChange {
  return { kind: "ended", ticker, how: "delisted", by: null, day, source };
}
