import { sql } from "drizzle-orm";
import type { SettlementBody } from "#contract/ledger.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { Draft } from "./ledger.ts";
import type { LedgerWriter } from "./lock.ts";
import type { Judgement } from "./settlement-rule.ts";
import { addTallies } from "./tallies.ts";

/** A lock and what the rule says of it. */
export type Judged = { lock: { lockId: string }; judgement: Judgement };

/**
 * Writes what is decided into the ledger in one append, then what the ledger says into rows and sums, in one batch. Safe to
 * repeat: a settled row is never touched again, its sums count once.
 */
export async function finish(
  { db, ledger }: { db: Database; ledger: LedgerWriter },
  judged: readonly Judged[],
  now: Date,
): Promise<readonly SettlementBody[]> {
  const drafts = judged.flatMap(({ lock, judgement }) => draftOf(lock.lockId, judgement));
  if (drafts.length === 0) return [];
  const answers = await ledger.append(drafts, now.getTime());
  const bodies = answers.flatMap((answer) =>
    answer.isAppended && answer.entry.body.type === "settlement" ? [answer.entry.body] : [],
  );
  if (bodies.length > 0) await writeSettlements(db, bodies);
  return bodies;
}

/** Writes what the ledger says of settled locks into rows and sums, in one batch. Answers the rows changed. Safe to repeat. */
export async function writeSettlements(db: Database, bodies: readonly SettlementBody[]): Promise<number> {
  const attempt = crypto.randomUUID();
  const lockIds = bodies.map((body) => body.lockId);
  const [settled] = await db.batch([settleRows(db, bodies, attempt), addTallies(db, lockIds, attempt)]);
  return settled.meta.changes;
}

function draftOf(lockId: string, judgement: Judgement): Draft[] {
  if (judgement.kind !== "settle" && judgement.kind !== "void") return [];
  const decided = judgement.decidedBy ? { decidedBy: judgement.decidedBy } : {};
  const head = { type: "settlement", id: `settles ${lockId}`, lockId, ...decided } as const;
  return judgement.kind === "settle"
    ? [
        {
          ...head,
          outcome: judgement.outcome,
          actualEps: judgement.actualEps,
          source: judgement.source,
          reason: judgement.reason ?? null,
        },
      ]
    : [{ ...head, outcome: "void", actualEps: null, source: null, reason: judgement.reason }];
}

/** Marks every prediction of the locks as the ledger has it. By the index on lock_id. */
function settleRows(db: Database, bodies: readonly SettlementBody[], attempt: string) {
  const rows = JSON.stringify(
    bodies.map(({ lockId, outcome, actualEps, source, reason, time }) =>
      outcome === "void"
        ? [lockId, "void", reason, null, null, null, Date.parse(time)]
        : [lockId, "settled", null, outcome, actualEps, source, Date.parse(time)],
    ),
  );
  const names = ["lock_id", "state", "reason", "outcome", "eps", "source", "settled_at"];
  const cells = names.map((name, at) => sql`value ->> ${sql.raw(String(at))} AS ${sql.identifier(name)}`);
  return db
    .update(predictions)
    .set({
      state: sql`given.state`,
      stateReason: sql`given.reason`,
      actualResult: sql`given.outcome`,
      actualEps: sql`given.eps`,
      actualSource: sql`given.source`,
      isCorrect: sql`${predictions.predictionType} = given.outcome`,
      dueAt: null,
      settledAt: sql`given.settled_at`,
      settledBy: attempt,
    })
    .from(sql`(SELECT ${sql.join(cells, sql`, `)} FROM json_each(${rows})) AS given`)
    .where(sql`${predictions.lockId} = given.lock_id AND ${predictions.state} IN ('pending', 'review')`);
}
