import type { LedgerDraft } from "#record/ledger.ts";

/** Makes a lock of record as it is before it is appended. Its report is due on March 7, 2026. */
export function aLock(
  id: string,
  overrides: Partial<Extract<LedgerDraft, { type: "lock" }>> = {},
): LedgerDraft {
  return {
    type: "lock",
    id,
    kind: "record",
    dataMode: "sample",
    symbol: id.toUpperCase().replace(" ", ""),
    fiscalQuarterEnd: "2026-01-31",
    consensusEps: 1.5,
    epsBasis: "consensus",
    probability: 0.81,
    baseRate: 0.7,
    modelVersion: "test",
    evidenceHash: "0".repeat(64),
    reportsAt: "2026-03-07T15:00:00.000Z",
    ...overrides,
  };
}

/** Makes locks with these numbers, without the last one. */
export function locks(from: number, to: number): LedgerDraft[] {
  return Array.from({ length: to - from }, (_, i) => aLock(`lock ${from + i}`));
}
