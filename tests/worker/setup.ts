import { applyD1Migrations, env, listDurableObjectIds, reset, runInDurableObject } from "cloudflare:test";
import { afterAll, vi } from "vitest";
import { isApproximate, type RateLimitName, rateLimitRules } from "#contract/rules.ts";

/** Workerd removes objects from memory after ten idle seconds. */
const SHORTER_THAN_IDLE_MS = 8_000;

const runtime = globalThis as { storesEmptiedAt?: number };

// Files share a runtime and its modules, as requests share an isolate, but each begins with empty stores.
await wakeStores();
await reset();
runtime.storesEmptiedAt = Date.now();
await applyD1Migrations(env.DB, env.MIGRATIONS);
afterAll(() => void vi.restoreAllMocks());

/**
 * * `reset` skips stores that are not in memory (@cloudflare/vitest-plugin 1.5.0), so this loads those whose names
 * occur in several files. The stores of accounts have random names.
 */
async function wakeStores(): Promise<void> {
  await Promise.all([env.DB.prepare("SELECT 1").run(), env.FILES.head("none")]);
  if (Date.now() - (runtime.storesEmptiedAt ?? Date.now()) < SHORTER_THAN_IDLE_MS) return;
  const namespaces: DurableObjectNamespace[] = [env.RESEARCH, env.LEDGER, env.EDGAR] as never;
  const listed = await Promise.all(
    namespaces.map(async (all) => (await listDurableObjectIds(all)).map((id) => all.get(id))),
  );
  const buckets = Object.keys(rateLimitRules)
    .filter((rule) => !isApproximate(rule as RateLimitName))
    .map((rule) => env.RATE.getByName(`${rule}:local`));
  await Promise.all([...listed.flat(), ...buckets].map((one) => runInDurableObject(one, () => undefined)));
}
