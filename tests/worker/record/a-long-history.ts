import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";
import { valuesAsTable } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { archivePredictions } from "#record/archive/move.ts";
import { aConfirmedPerson, call } from "../api.ts";
import { db } from "./a-record.ts";

export const store = { db, files: env.FILES };
export const now = new Date("2026-11-24T12:00:00Z");
export const cutoff = new Date("2026-04-01T00:00:00Z");

const states = ["settled", "settled", "settled", "void", "unlocked", "pending", "settled"] as const;

/** Creates three years of one person's predictions in all states, all from one real analysis. */
export async function aLongHistory(count = 120) {
  const person = await aConfirmedPerson();
  const { id: userId } = person.user;
  const { body } = await call<{ predictionId: string }>("POST", "/api/analyze/KO", { token: person.token });
  const [made] = await db.select().from(predictions).where(eq(predictions.id, body.predictionId));
  if (!made) throw new Error("No prediction was stored.");
  const own = `${userId.slice(4, 12)}`;
  const rows = Array.from({ length: count }, (_, i): typeof predictions.$inferInsert => {
    const createdAt = new Date(now.getTime() - i * 9 * DAY_MS - (i % 7) * 3_600_000);
    const state = states[i % states.length] ?? "settled";
    const isSettled = state === "settled";
    const reportsAt = i % 11 === 0 ? null : new Date(createdAt.getTime() + (i % 30) * DAY_MS);
    const beatProbability = 0.3 + ((i * 7919) % 6900) / 10_000;
    const isBeat = (i * 31) % 100 < 60;
    const hasEnded = isSettled || state === "void";
    return {
      ...made,
      id: `prd_${createdAt.getTime().toString(16).padStart(12, "0")}${own}${String(i).padStart(12, "0")}`,
      requestKey: `request ${i}`,
      symbol: ["KO", "AAPL", "MSFT", "BRK.B"][i % 4] ?? "KO",
      companyName: `Company ${i % 4}`,
      beatProbability,
      predictionType: beatProbability >= 0.5 ? "beat" : "miss",
      predictedProbability: Math.max(beatProbability, 1 - beatProbability),
      confidence: (["low", "medium", "high", "very_high"] as const)[i % 4] ?? "low",
      fiscalQuarterEnd: "2026-03-31",
      reportDate: reportsAt?.toISOString().slice(0, 10) ?? null,
      reportsAt,
      lockId: state === "unlocked" ? null : `lock ${own} ${i}`,
      ledgerSeq: state === "unlocked" ? null : i + 1,
      createdAt,
      state,
      stateReason: state === "void" ? "The report moved." : null,
      actualResult: isSettled ? (isBeat ? "beat" : "miss") : null,
      actualEps: isSettled ? 1.25 : null,
      isCorrect: isSettled ? beatProbability >= 0.5 === isBeat : null,
      settledAt: hasEnded ? new Date(createdAt.getTime() + ((i % 30) + 1) * DAY_MS) : null,
      dueAt: state === "pending" ? new Date("2030-01-01") : null,
    };
  });
  await db.insert(predictions).select(valuesAsTable(predictions, rows));
  return { ...person, userId, rows, made };
}

export async function moveAll() {
  for (let after: string | null = ""; after !== null; )
    after = await archivePredictions(store, after, cutoff, now);
}

export const counts = async (userId: string) => {
  const row = await env.DB.prepare(
    "SELECT (SELECT count(*) FROM predictions WHERE user_id = ?1) AS hot, (SELECT sum(n) FROM past_predictions WHERE user_id = ?1) AS past",
  )
    .bind(userId)
    .first<{ hot: number; past: number | null }>();
  return { hot: row?.hot, past: row?.past ?? 0 };
};
export const filesOf = async (userId: string) =>
  (await env.FILES.list({ prefix: `past-predictions/${userId}/` })).objects.map(({ key }) => key);
