import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { type AppContext, openDeps } from "#app/deps.ts";
import { marketOperations } from "#app/routes/market.ts";
import { withMarket } from "#app/wiring/market.ts";
import type { MissingReason } from "#contract/market-data.ts";
import type { MarketData } from "#market/port.ts";
import { AppError } from "#platform/errors.ts";
import { origin } from "../../api.ts";

/** Returns what a list answers when its source gives none for this reason. */
async function listWithout(path: string, reason: MissingReason): Promise<unknown> {
  const missing = async () => ({ state: "missing" as const, reason, detail: "x", source: "A source" });
  const deps = openDeps(env, origin);
  const market = { ...(await deps.market()), trending: missing, calendar: missing } as MarketData;
  const operation = marketOperations.find((found) => found.path === path);
  if (!operation) throw new Error(`no ${path}`);
  const parts = await withMarket({ ...deps, market: async () => market });
  const given = { ...parts, who: null, c: {} as AppContext };
  return operation.handle({ ...given, params: null, query: null, headers: null, body: null, bytes: null });
}

describe.each(["/api/market/trending", "/api/market/calendar"])("%s", (path) => {
  it.each(["unsupported", "not_in_plan"] as const)("%s: the source has no such list", async (reason) => {
    expect(await listWithout(path, reason)).toMatchObject({ items: null, source: "A source" });
  });

  it("an empty list is a list", async () => {
    expect(await listWithout(path, "empty")).toMatchObject({ items: [] });
  });

  it.each(["timed_out", "upstream", "malformed", "rate_limited", "unauthorized"] as const)(
    "%s is a failure, and not that there is none",
    async (reason) => {
      const failure = await listWithout(path, reason).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(AppError);
      expect(failure).toMatchObject({
        code: "upstream_unavailable",
        message: "A source could not be read just now. Please try again in a moment.",
      });
    },
  );
});
