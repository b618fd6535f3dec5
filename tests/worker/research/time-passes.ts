import { env, listDurableObjectIds, runInDurableObject } from "cloudflare:test";

/** Makes a person's predictions and calls this much older. Evidence is shared for ten minutes. */
export async function letTimePass(userId: string, minutes: number): Promise<void> {
  const ms = minutes * 60_000;
  await env.DB.prepare(
    "UPDATE predictions SET as_of = as_of - ?, created_at = created_at - ? WHERE user_id = ?",
  )
    .bind(ms, ms, userId)
    .run();
  for (const id of await listDurableObjectIds(env.QUOTA))
    await runInDurableObject(env.QUOTA.get(id), (_, { storage: { sql } }) => {
      if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'calls'").toArray().length > 0)
        sql.exec("UPDATE calls SET at = at - ? WHERE substr(key, 1, ?) = ?", ms, userId.length, userId);
    });
}
