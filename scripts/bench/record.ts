// npm run -s bench -- record
import type { DatabaseSync } from "node:sqlite";
import { openDatabase } from "#platform/db/client.ts";
import { recordScope, userScope } from "#platform/scope.ts";
import { addTallies } from "#record/tallies.ts";
import { startFilled } from "./filled-instance.ts";

const ROWS = 100_000;
const TIMES = 40;

const rowsSql = `
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $rows)
  INSERT INTO predictions (id, scope, user_id, ledger_id, evidence_hash, request_key, symbol, company_name, sector, model_version,
    prediction_type, beat_probability, predicted_probability, base_rate, confidence, consensus_eps, currency, fiscal_quarter_end,
    report_date, reports_at, lock_id, ledger_seq, data_mode, created_at, state, actual_result, actual_eps, actual_source,
    is_correct, settled_at, settlement_attempt)
  SELECT 'prd_' || i || coalesce($userId, ''), $scope, $userId, 'sample', 'ana_bench', 'bench ' || i, 'S' || (i % 500),
    'Company ' || (i % 500), 'Sector ' || (i % 11), 'model ' || (i / 20000), iif(i % 100 >= 50, 'beat', 'miss'),
    (i % 100) / 100.0, max(i % 100, 100 - i % 100) / 100.0, 0.67, iif(i % 3, 'high', 'low'), 1.5, 'USD', '2026-09-30',
    date(1450000000 + i * 3000, 'unixepoch'), (1450000000 + i * 3000) * 1000, 'bench ' || $scope, i, 'sample',
    (1450000000 + i * 3000) * 1000 - 400000000, 'settled', iif(i * 7919 % 100 < i % 100, 'beat', 'miss'), 1.6, 'Bench',
    (i * 7919 % 100 < i % 100) = (i % 100 >= 50), (1450000000 + i * 3000) * 1000, 'bench'
  FROM n`;

const { instance, token } = await startFilled("bench-record", fill);
try {
  const authorized = { authorization: `Bearer ${token}` };
  await measure("GET /api/dashboard", "/api/dashboard", authorized);
  await measure("GET /api/predictions", "/api/predictions", authorized);
  await measure("  by probability", "/api/predictions?sort=probability", authorized);
  await measure("GET /api/track-record", "/api/track-record");
  await measure("GET /api/track-record/figures", "/api/track-record/figures");
  await measure("GET /api/track-record/predictions", "/api/track-record/predictions");
  await measure("  wrong ones", "/api/track-record/predictions?outcome=wrong");
  await measure("GET /api/health, for comparison", "/api/health");
} finally {
  await instance.kill();
}

/** Fills ten years of 500 companies. */
function fill(sqlite: DatabaseSync): void {
  const { id } = sqlite.prepare("SELECT id FROM users").get() as { id: string };
  for (const [scope, userId] of [
    [userScope(id), id],
    [recordScope("sample"), null],
  ] as const) {
    sqlite.prepare(rowsSql).run({ scope, userId, rows: ROWS });
    // Only builds the SQL.
    const { sql, params } = addTallies(openDatabase({} as D1Database), [`bench ${scope}`], "bench").toSQL();
    sqlite.prepare(sql).run(...(params as string[]));
  }
}

async function measure(name: string, path: string, headers: Record<string, string> = {}): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const startedAt = performance.now();
    const answer = await fetch(instance.url + path, { headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (TIMES - 1))] ?? 0).toFixed(1).padStart(7);
  console.log(`${name.padEnd(38)} median ${at(0.5)} ms   p95 ${at(0.95)} ms   of ${TIMES}`);
}
