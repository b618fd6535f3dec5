import { describe, expect, it } from "vitest";
import { decideSettlement, type LockTerms, type SettlementEvidence } from "#record/settlement-rule.ts";

const lock: LockTerms = {
  consensusEps: 1,
  currency: "USD",
  lockedAt: new Date("2026-07-20T15:00:00Z"),
  reportsAt: new Date("2026-07-25T20:15:00Z"),
};
const now = new Date("2026-07-26T12:00:00Z");
const found = (
  eps: number,
  estimate: number | null,
  known: Partial<SettlementEvidence> = {},
): SettlementEvidence => ({
  figures: [{ source: "Source", eps, estimate, reportDate: "2026-07-25" }],
  expectedAt: null,
  witness: null,
  hasUserReports: false,
  answeredAt: null,
  ...known,
});
const none = (known: Partial<SettlementEvidence>): SettlementEvidence => ({
  ...found(0, null, known),
  figures: [],
});
const splits = (factor: number, day = "2026-07-22") => ({ splits: [{ day, factor }] });
const judged = (findings: SettlementEvidence, of: Partial<LockTerms> = {}) => {
  const judgment = decideSettlement({ ...lock, ...of }, findings, now);
  if (judgment.kind === "settle")
    return `${judgment.outcome} ${judgment.actualEps} ${judgment.reason ?? ""}`.trim();
  return judgment.kind === "wait" ? "wait" : `${judgment.kind}: ${judgment.reason}`;
};

describe("a split between lock and settlement", () => {
  it.each<[number, number | null, number, string, string]>([
    [
      0.26,
      0.25,
      4,
      "beat 1.04 After the 4-for-1 split 0.26 a share is 1.04 in shares of the lock.",
      "restated by the source",
    ],
    [1.04, 1, 4, "beat 1.04", "not yet restated by the source"],
    [
      10.1,
      10,
      0.1,
      "beat 1.01 After the 1-for-10 split 10.1 a share is 1.01 in shares of the lock.",
      "a reverse split",
    ],
    [
      0.97,
      0.95,
      1.05,
      "beat 1.0185 After the 1.05-for-1 split 0.97 a share is 1.0185 in shares of the lock.",
      "a dividend of shares",
    ],
    [
      0.5,
      0.5,
      4,
      "review: The consensus is now 0.5, against 1 at the lock: not the same basis.",
      "of neither basis",
    ],
    [
      0.26,
      null,
      4,
      "review: The consensus is now unknown, against 1 at the lock: not the same basis.",
      "without a consensus",
    ],
    [
      0.99,
      0.976,
      1.05,
      "review: The consensus is now 0.976, against 1 at the lock: not the same basis.",
      "as near to both, with two outcomes",
    ],
  ])("%d against %d after %d: %s (%s)", (eps, estimate, factor, expected, _) => {
    expect(judged(found(eps, estimate, splits(factor)))).toBe(expected);
  });

  it("of before the lock, or two of them, counts as its day says", () => {
    expect(judged(found(0.26, 0.25, splits(4, "2026-07-19")))).toBe(
      "review: The consensus is now 0.25, against 1 at the lock: not the same basis.",
    );
    const twice = {
      splits: [
        { day: "2026-07-24", factor: 2 },
        { day: "2026-07-22", factor: 2 },
      ],
    };
    expect(judged(found(0.24, 0.25, twice))).toBe(
      "miss 0.96 After the 4-for-1 split 0.24 a share is 0.96 in shares of the lock.",
    );
  });

  it("a release's figure is brought to the same shares before it contradicts", () => {
    const witness = {
      isAwaited: false,
      released: null,
      contradiction: { eps: 0.24, basis: "adjusted" as const, since: now },
    };
    expect(judged(found(0.26, 0.25, { ...splits(4), witness }))).toMatch(
      /^review: Source reports 1.04, the company's release 0.24/,
    );
  });
});

describe("what is not compared", () => {
  it("a company that was gone before its report", () => {
    const gone = (on: string, how: "delisted" | "bought" = "delisted", by: string | null = null) =>
      judged(none({ ended: { on, how, by } }));
    expect(gone("2026-07-24")).toBe("void: The company left its exchange on 2026-07-24, before its report.");
    expect(gone("2026-07-24", "bought", "Acme")).toBe(
      "void: The company left its exchange on 2026-07-24, before its report. A filing names Acme as its buyer.",
    );
    expect(gone("2026-07-25")).toBe("wait");
    // No source is asked about this company any more, so no later answer comes.
    const onItsDay = none({ ended: { on: "2026-07-25", how: "delisted", by: null }, answeredAt: now });
    expect(decideSettlement(lock, onItsDay, new Date("2026-08-05T12:00:00Z"))).toEqual({
      kind: "void",
      reason: "No source gave a reported figure within 10 days.",
    });
    const early = decideSettlement(
      lock,
      none({ ended: { on: "2026-07-20", how: "delisted", by: null } }),
      lock.lockedAt,
    );
    expect(early).toEqual({ kind: "wait", lookAgainAt: lock.reportsAt });
    expect(judged(found(1.1, 1, { ended: { on: "2026-07-24", how: "delisted", by: null } }))).toBe(
      "beat 1.1",
    );
  });

  it("a quarter of other length, and another currency", () => {
    expect(judged(found(1.1, 1, { shortQuarterDays: 61 }))).toBe(
      "void: The company moved its fiscal year: this quarter has 61 days and is not compared.",
    );
    expect(judged(found(1.2, 1.1, { currency: "EUR" }))).toBe(
      "review: The company now reports in EUR, and the lock's consensus is in USD.",
    );
    expect(judged(found(1.1, 1.01, { currency: "EUR" }))).toBe("beat 1.1");
    expect(judged(found(1.2, 1.1, { currency: "EUR" }), { currency: null })).toBe("beat 1.2");
  });

  it("a vendor's switch of basis goes to review", () => {
    expect(judged(found(0.4, 0.45))).toBe(
      "review: The consensus is now 0.45, against 1 at the lock: not the same basis.",
    );
  });
});
