import { env } from "cloudflare:test";
import { openDatabase } from "#platform/db/client.ts";
import type { AskSources } from "#record/reported.ts";
import type { SettlementDeps } from "#record/settlement.ts";
import { settleDue } from "#record/settlement.ts";

export const db = openDatabase(env.DB);

/** The ledger of a market. */
export function ledgerOf(ledgerId: string) {
  return env.LEDGER.get(env.LEDGER.idFromName(ledgerId));
}

/** A source that reports the same figure for whatever it is asked. */
export function alwaysReporting(eps: number, source = "Test source"): AskSources {
  return async () => ({ figures: [{ source, eps, reportDate: null, estimate: null }], expectedAt: null });
}

export function settlementDeps(ask: AskSources, ledgerId = "sample"): SettlementDeps {
  return { db, ledger: ledgerOf(ledgerId), ledgerId, ask };
}

/** Settles a user's prediction by the real rule, with a reported figure that makes it right or wrong. */
export async function settleAs(id: string, isCorrect: boolean): Promise<void> {
  const row = await env.DB.prepare(
    "SELECT prediction_type AS type, consensus_eps AS consensusEps FROM predictions WHERE id = ?",
  )
    .bind(id)
    .first<{ type: string; consensusEps: number }>();
  if (!row) throw new Error(`no prediction ${id}`);
  const isBeat = (row.type === "beat") === isCorrect;
  await env.DB.prepare("UPDATE predictions SET due_at = 1 WHERE id = ?").bind(id).run();
  await settleDue(settlementDeps(alwaysReporting(row.consensusEps + (isBeat ? 1 : -1))), new Date());
}
