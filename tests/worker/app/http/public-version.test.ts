import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { expect, it } from "vitest";
import { createApp } from "#app/app.ts";
import { openDeps } from "#app/deps.ts";
import { runJob } from "#app/jobs/handlers.ts";
import { publicVersionOf } from "#app/wiring/public-version.ts";
import type { TrackRecord } from "#contract/record.ts";
import { safeProduction } from "../../../unit/app/settings/safe-settings.ts";

const { RESEND_API_KEY: _, ...settings } = safeProduction;
const MAIL = { send: async () => ({ messageId: "1" }) } as unknown as SendEmail;
const production = { ...env, ...settings, MAIL };

async function trackRecord(): Promise<TrackRecord> {
  const context = createExecutionContext();
  const request = new Request(`${settings.APP_URL}/api/track-record`);
  const response = await createApp().fetch(request, production, context);
  const body = (await response.json()) as TrackRecord;
  expect([response.status, body]).toEqual([200, expect.anything()]);
  await waitOnExecutionContext(context);
  return body;
}

it("the edge answers the record until a job changes it, and then nowhere any more", async () => {
  const deps = openDeps(production, settings.APP_URL);
  const { ledger, ledgerId } = deps.record("live");
  const before = await trackRecord();
  expect(before.ledger.seq).toBe(0);
  await ledger.append(
    [
      {
        ...{
          type: "lock",
          id: "record A 2026-09-30",
          kind: "record",
          dataMode: "live",
          symbol: "A",
        },
        fiscalQuarterEnd: "2026-09-30",
        consensusEps: 1,
        epsBasis: "consensus",
        probability: 0.6,
        ...{
          baseRate: 0.6,
          modelVersion: "m",
          evidenceHash: "0".repeat(64),
          reportsAt: "2999-01-01T00:00:00.000Z",
        },
      } as never,
    ],
    Date.now(),
  );
  expect((await trackRecord()).ledger.seq).toBe(0);
  await deps.publicChanged();
  expect((await trackRecord()).ledger.seq).toBe(1);
  expect(ledgerId).toBe("live");
});

it("an isolate sees another's change within five seconds: in the last of them one caller asks for all", async () => {
  let nowMs = 0;
  const db = openDeps(env, "https://beatcast.test").db;
  const version = publicVersionOf(
    db,
    async () => "elsewhere",
    () => nowMs,
  );
  expect(await version.publicVersion()).toBe(0);
  await env.DB.prepare("INSERT INTO public_versions (ledger_id, version) VALUES ('elsewhere', 7)").run();
  nowMs = 3_999;
  expect(await version.publicVersion()).toBe(0);
  nowMs = 4_000;
  const [first, ...others] = [version.publicVersion(), version.publicVersion(), version.publicVersion()];
  expect(await Promise.all(others)).toEqual([0, 0]);
  expect(await first).toBe(7);
  expect(await version.publicVersion()).toBe(7);
  await env.DB.prepare("UPDATE public_versions SET version = 9 WHERE ledger_id = 'elsewhere'").run();
  nowMs = 9_000;
  expect(await Promise.all([version.publicVersion(), version.publicVersion()])).toEqual([9, 9]);
  await version.publicChanged();
  expect(await version.publicVersion()).toBe(10);
});

it("a round of locks counts the public version on", async () => {
  const deps = openDeps(env, "https://beatcast.test");
  const before = await deps.publicVersion();
  await runJob(deps, { job: "locks" });
  expect(await deps.publicVersion()).toBe(before + 1);
});

it("a hot answer is the isolate's for five seconds, and no longer than its version", async () => {
  const plans = async (headers: Record<string, string> = {}) => {
    const context = createExecutionContext();
    const request = new Request(`${settings.APP_URL}/api/subscription/plans`, { headers });
    const response = await createApp().fetch(request, production, context);
    const body = await response.text();
    await waitOnExecutionContext(context);
    return { response, body };
  };
  const made = await plans();
  const read = await plans();
  const key = `${settings.APP_URL}/api/subscription/plans?public-version=${await openDeps(production, settings.APP_URL).publicVersion()}`;
  expect(await caches.default.delete(key)).toBe(true);
  const remembered = await plans();
  for (const { response, body } of [read, remembered]) {
    expect([response.status, body]).toEqual([200, made.body]);
    for (const name of ["etag", "cache-control", "content-type"])
      expect(response.headers.get(name)).toBe(made.response.headers.get(name));
  }
  const unchanged = await plans({ "if-none-match": made.response.headers.get("etag") ?? "" });
  expect([unchanged.response.status, unchanged.body]).toEqual([304, ""]);
  expect(await caches.default.match(key)).toBeUndefined();
  await openDeps(production, settings.APP_URL).publicChanged();
  await plans();
  const next = key.replace(/\d+$/, (version) => String(Number(version) + 1));
  expect(await (await caches.default.match(next))?.text()).toBe(made.body);
});
