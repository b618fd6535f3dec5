import { env } from "cloudflare:test";

export type SettledRecord = {
  month?: string;
  /** The ISO date of the settlement, by default the 15th of the month. */
  day?: string;
  n: number;
  beats: number;
  probability?: number;
  sector?: string;
};

/** Settles predictions of record of a market, half of them of a large company. */
export async function settleRecord(
  ledgerId: string,
  { month = "2026-11", day = `${month}-15`, n, beats, probability = 0.7, sector = "Energy" }: SettledRecord,
): Promise<void> {
  const name = `${day} ${sector} ${probability}`;
  await env.DB.batch([
    env.DB.prepare(
      `INSERT OR IGNORE INTO season_companies (ledger_id, symbol, market_cap, updated_at) VALUES (?1, 'BIG', 5e10, 0)`,
    ).bind(ledgerId),
    env.DB.prepare(
      `INSERT INTO predictions (id, scope, ledger_id, evidence_hash, request_key, symbol, company_name, sector, model_version,
         prediction_type, beat_probability, predicted_probability, base_rate, confidence, consensus_eps, data_mode, created_at,
         state, actual_result, is_correct, settled_at)
       SELECT ?1 || ' ' || ?3 || ' ' || value, 'record:' || ?1, ?1, ?2, ?3 || ' ' || value,
         CASE WHEN value % 2 THEN 'BIG' ELSE 'SML' END, 'A', ?7, 'v1', 'beat', ?4, ?4, 0.65, 'low', 1, 'sample', 0,
         'settled', CASE WHEN value < ?5 THEN 'beat' ELSE 'miss' END, value < ?5, ?6
       FROM json_each(?8)`,
    ).bind(
      ledgerId,
      "0",
      name,
      probability,
      beats,
      Date.parse(`${day}T12:00:00Z`),
      sector,
      JSON.stringify(Array.from({ length: n }, (_, i) => i)),
    ),
  ]);
}
