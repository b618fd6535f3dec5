import { env } from "cloudflare:test";
import { valuesAsTable } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { addTallies } from "#record/tallies.ts";
import { db } from "./a-record.ts";

type Filled = {
  settled: number;
  pending: number;
  /** The names of locks begin with it, and "replay" makes replayed ones. */
  prefix?: string;
  ledgerId?: string;
  /** The owner of the predictions. Without one they are on the record. */
  userId?: string;
};

const DAY_MS = 86_400_000;

/** Puts invented predictions on a record and into its sums. They are the same in every run. */
export async function fillRecord(given: Filled): Promise<void> {
  const { settled, pending, prefix = "record", ledgerId = "sample", userId = null } = given;
  const scope = userId === null ? `record:${ledgerId}` : `user:${userId}`;
  const rows = Array.from({ length: settled + pending }, (_, i): typeof predictions.$inferInsert => {
    const isSettled = i < settled;
    const beatProbability = 0.3 + ((i * 7919) % 6900) / 10_000;
    const isBeat = (i * 104_729) % 1000 < beatProbability * 1000;
    const reportsAt = new Date(Date.parse("2026-07-06T20:00:00Z") + (i % 60) * DAY_MS);
    const symbol = `FILL${i}`;
    return {
      id: `prd_${prefix}${ledgerId.replaceAll(/\W/g, "")}${userId ?? ""}${i}`,
      scope,
      userId,
      ledgerId,
      requestKey: `${symbol} ${prefix}`,
      symbol,
      companyName: i === 0 ? '=HYPERLINK("https://evil.example.com")' : `Company ${i}`,
      sector: ["Technology", "Energy", "Health Care"][i % 3] ?? null,
      modelVersion: "2026.1",
      predictionType: beatProbability >= 0.5 ? "beat" : "miss",
      beatProbability,
      predictedProbability: Math.max(beatProbability, 1 - beatProbability),
      baseRate: 0.6 + (i % 5) / 100,
      confidence: i % 2 ? "high" : "low",
      consensusEps: 1.5,
      currency: "USD",
      fiscalQuarterEnd: "2026-06-30",
      reportDate: reportsAt.toISOString().slice(0, 10),
      reportsAt,
      lockId: `${prefix} ${symbol} ${userId ?? ""}`,
      ledgerSeq: i + 1,
      evidenceHash: "0".repeat(64),
      dataMode: "sample",
      createdAt: new Date(reportsAt.getTime() - DAY_MS),
      asOf: new Date(reportsAt.getTime() - DAY_MS),
      state: isSettled ? "settled" : "pending",
      actualResult: isSettled ? (isBeat ? "beat" : "miss") : null,
      actualEps: isSettled ? (isBeat ? 1.6 : 1.4) : null,
      isCorrect: isSettled ? beatProbability >= 0.5 === isBeat : null,
      settledAt: isSettled ? new Date(reportsAt.getTime() + DAY_MS) : null,
      settlementAttempt: isSettled ? "filled" : null,
      companySize: (["large", "medium", "small", null] as const)[i % 4] ?? null,
    };
  });
  if (rows.length > 0) await db.insert(predictions).select(valuesAsTable(predictions, rows));
  await addTallies(
    db,
    rows.flatMap(({ lockId }) => lockId ?? []),
    "filled",
  );
  await env.DB.prepare(
    "UPDATE predictions SET settlement_attempt = 'counted' WHERE settlement_attempt = 'filled'",
  ).run();
}
