import { env } from "cloudflare:test";
import { openDeps } from "#app/deps.ts";
import type { LockEvidence } from "#contract/lock-evidence.ts";
import { easternDay, HOUR_MS } from "#contract/time.ts";
import { publishCheckpoint } from "#record/checkpoint.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { settle } from "#record/settle.ts";
import { storeCompanies } from "#season/companies.ts";
import type { ReportObservation } from "#season/report.ts";
import { storeReports } from "#season/store-reports.ts";
import { seen } from "../../unit/season/a-report.ts";
import { origin } from "../api.ts";
import { db, ledgerOf, settleDeps } from "./a-record.ts";

export const QUARTER = "2026-09-30";
const SOURCE = "Test source";

/** Makes things happen on a market at a given time, through the product's own writers. */
export function aPastOf(ledgerId: string) {
  const store = { db, ledgerId };
  const ledger = ledgerOf(ledgerId);
  return {
    store,
    sight: (symbol: string, at: Date, given: Partial<ReportObservation>) =>
      storeReports(store, [{ ...seen({ reportDate: null }), source: SOURCE, ...given, symbol }], {
        now: at,
        today: easternDay(at),
      }),
    describe: (symbol: string, at: Date, given: { name?: string; sector?: string; marketCap?: number }) =>
      storeCompanies(
        store,
        [
          {
            symbol,
            name: null,
            exchange: null,
            sector: null,
            industry: null,
            country: null,
            currency: "USD",
            price: null,
            marketCap: null,
            ...given,
          },
        ],
        at,
      ),
    lock: (evidence: LockEvidence, at: Date) =>
      lockUpcomingForecasts(
        {
          db,
          ledgerId,
          ledger,
          files: env.FILES,
          marketNow: () => at,
          newId: () => `prd_${crypto.randomUUID().slice(0, 12)}`,
        },
        [evidence],
      ),
    /** Settles by the real rule, from the store's figures. */
    settle: (at: Date) => settle(settleDeps(ledgerId, [SOURCE]), at),
    sign: async (at: Date) => {
      const signer = await openDeps(env, origin).ledgerSigner(ledgerId);
      return publishCheckpoint(ledger, signer, { hasLocked: true, now: at });
    },
  };
}

export function evidenceOf(
  symbol: string,
  given: Partial<LockEvidence> & { reportsAt: string },
): LockEvidence {
  const { reportsAt } = given;
  return {
    kind: "forecast lock",
    dataMode: "sample",
    symbol,
    companyName: `${symbol} Inc.`,
    sector: "Energy",
    currency: "USD",
    fiscalQuarterEnd: QUARTER,
    reportDate: easternDay(reportsAt),
    asOf: new Date(Date.parse(reportsAt) - 16 * HOUR_MS).toISOString(),
    consensusEps: 1,
    analystCount: 9,
    estimateLow: null,
    estimateHigh: null,
    revisions: null,
    beatProbability: 0.7391,
    baseRate: 0.62,
    edgeVerdict: "edge_up",
    confidence: "high",
    featureTier: "forty_quarters",
    modelVersion: "test",
    input: {
      referenceClass: {
        n: 80,
        low: 0.55,
        high: 0.69,
        beatRate: 0.62,
        fittedReports: null,
        traits: { size: "medium", isProfitable: true, sector: "Energy" },
      },
    },
    features: {},
    guidance: null,
    sources: ["Source"],
    ...given,
  };
}
