import { sql } from "drizzle-orm";
import type { SettlementBody } from "#contract/ledger.ts";
import type { Database } from "#db/client.ts";
import { predictions } from "#db/schema/predictions.ts";
import type { Draft } from "./ledger.ts";
import type { LedgerWriter } from "./lock.ts";
import type { Judgement } from "./settlement-rule.ts";
import { addTallies } from "./tallies.ts";

/** A lock and what the rule says of it. */
export type Judged = { lock: { lockId: string }; judgement: Judgement };

/**
 * Writes what is decided into the ledger in one append, and then what the ledger says into rows and sums, all in one batch.
 * Safe to repeat and to run twice at once: a settled row is never touched again, and its sums are counted once.
 */
export async function finish(
  { db, ledger }: { db: Database; ledger: LedgerWriter },
  judged: readonly Judged[],
  now: Date,
): Promise<void> {
  const drafts = judged.flatMap(({ lock, judgement }) => draftOf(lock.lockId, judgement));
  if (drafts.length === 0) return;
  const answers = await ledger.append(drafts, now.getTime());
  const bodies = answers.flatMap((answer) =>
    answer.isAppended && answer.entry.body.type === "settlement" ? [answer.entry.body] : [],
  );
  if (bodies.length === 0) return;
  const attempt = crypto.randomUUID();
  const lockIds = bodies.map((body) => body.lockId);
  await db.batch([settleRows(db, bodies, attempt), addTallies(db, lockIds, attempt)]);
}

function draftOf(lockId: string, judgement: Judgement): Draft[] {
  if (judgement.kind !== "settle" && judgement.kind !== "void") return [];
  const head = { type: "settlement", id: `settles ${lockId}`, lockId } as const;
  return judgement.kind === "settle"
    ? [
        {
          ...head,
          outcome: judgement.outcome,
          actualEps: judgement.actualEps,
          source: judgement.source,
          reason: null,
        },
      ]
    : [{ ...head, outcome: "void", actualEps: null, source: null, reason: judgement.reason }];
}

/** Marks every prediction of the locks as the ledger has it. By the index on lock_id. */
function settleRows(db: Database, bodies: readonly SettlementBody[], attempt: string) {
  const p = predictions;
  const column = ({ name }: { name: string }) => sql.identifier(name);
  const given = JSON.stringify(
    bodies.map(({ lockId, outcome, actualEps, source, reason, time }) => [
      lockId,
      outcome === "void" ? "void" : "settled",
      reason,
      outcome === "void" ? null : outcome,
      actualEps,
      source,
      Date.parse(time),
    ]),
  );
  const values = ["lock_id", "state", "reason", "outcome", "eps", "source", "settled_at"].map(
    (name, at) => sql`value ->> ${sql.raw(String(at))} AS ${sql.identifier(name)}`,
  );
  return db.run(sql`
    UPDATE ${p} SET ${column(p.state)} = given.state, ${column(p.stateReason)} = given.reason,
      ${column(p.actualResult)} = given.outcome, ${column(p.actualEps)} = given.eps,
      ${column(p.actualSource)} = given.source, ${column(p.isCorrect)} = (${p.predictionType} = given.outcome),
      ${column(p.dueAt)} = NULL, ${column(p.settledAt)} = given.settled_at, ${column(p.settledBy)} = ${attempt}
    FROM (SELECT ${sql.join(values, sql`, `)} FROM json_each(${given})) AS given
    WHERE ${p.lockId} = given.lock_id AND ${p.state} IN ('pending', 'review')`);
}
