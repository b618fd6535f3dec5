import { describe, expect, it } from "vitest";
import {
  decideSettlement,
  type LockTerms,
  type SettlementEvidence,
  type SourceFigure,
} from "#record/settlement-rule.ts";

const lock: LockTerms = {
  consensusEps: 1.234,
  lockedAt: new Date("2026-07-20T15:00:00Z"),
  reportsAt: new Date("2026-07-25T20:15:00Z"),
};
const figure = (overrides: Partial<SourceFigure> = {}): SourceFigure => ({
  source: "First source",
  eps: 1.3,
  reportDate: "2026-07-25",
  estimate: 1.23,
  ...overrides,
});
const found = (...figures: SourceFigure[]): SettlementEvidence => ({
  figures,
  expectedAt: null,
  witness: null,
  hasUserReports: false,
  answeredAt: null,
});
/** There is no figure, although the source answers at the moment of the judgment. */
const judgeWithout = (now: Date, known: Partial<SettlementEvidence> = {}) =>
  decideSettlement(lock, { ...found(), answeredAt: now, ...known }, now);
const on = (day: string) => new Date(`${day}T12:00:00Z`);
const outcomeFor = (eps: number, consensusEps = lock.consensusEps) => {
  const judgment = decideSettlement(
    { ...lock, consensusEps },
    found(figure({ eps, estimate: consensusEps })),
    on("2026-07-26"),
  );
  return judgment.kind === "settle" ? judgment.outcome : judgment.kind;
};

describe("the outcome", () => {
  it.each([
    [1.24, 1.234, "beat", "a cent above the consensus, both to the cent"],
    [1.23, 1.234, "miss", "a tie to the cent"],
    [1.22, 1.234, "miss", "a cent below"],
    [1.23, 1.225, "miss", "a consensus whose half cent rounds up to a tie"],
    [-0.1, -0.12, "beat", "a smaller loss"],
    [-0.12, -0.1, "miss", "a larger loss"],
    [0, 0, "miss", "zero against zero"],
  ])("of %d against %d is a %s: %s", (eps, consensusEps, outcome) => {
    expect(outcomeFor(eps, consensusEps)).toBe(outcome);
  });

  it("names the figure and the first source", () => {
    expect(
      decideSettlement(lock, found(figure(), figure({ source: "Second", eps: 1.4 })), on("2026-07-26")),
    ).toEqual({
      kind: "settle",
      outcome: "beat",
      actualEps: 1.3,
      source: "First source",
    });
  });
});

describe("what is not settled", () => {
  it("waits six hours at a time for a figure, to the end of the tenth day", () => {
    expect(judgeWithout(on("2026-08-04"))).toEqual({
      kind: "wait",
      lookAgainAt: new Date("2026-08-04T18:00:00Z"),
    });
    expect(judgeWithout(on("2026-08-05"))).toEqual({
      kind: "void",
      reason: "No source gave a reported figure within 10 days.",
    });
  });

  it("waits longer for a report that moved, but not for more than sixty days", () => {
    const moved = { expectedAt: new Date("2026-08-20T20:15:00Z") };
    expect(judgeWithout(on("2026-08-29"), moved).kind).toBe("wait");
    expect(judgeWithout(on("2026-08-31"), moved).kind).toBe("void");
    const gone = { expectedAt: new Date("2027-02-01T20:15:00Z") };
    expect(judgeWithout(on("2026-10-04"), gone).kind).toBe("void");
  });

  it("is not given up before a source has answered after the deadline", () => {
    const deadline = new Date("2026-08-04T20:15:00Z");
    expect(judgeWithout(on("2026-09-01"), { answeredAt: null }).kind).toBe("wait");
    expect(judgeWithout(on("2026-09-01"), { answeredAt: deadline }).kind).toBe("wait");
    expect(judgeWithout(on("2026-09-01"), { answeredAt: new Date(deadline.getTime() + 1) }).kind).toBe(
      "void",
    );
  });

  it("is void when the report was out before the prediction", () => {
    const early = { kind: "void", reason: "The report was out before the prediction." };
    expect(decideSettlement(lock, found(figure({ reportDate: "2026-07-19" })), on("2026-07-26"))).toEqual(
      early,
    );
    expect(decideSettlement(lock, found(figure({ reportDate: "2026-07-20" })), on("2026-07-26"))).toEqual(
      early,
    );
    expect(decideSettlement(lock, found(figure({ reportDate: "2026-07-21" })), on("2026-07-26")).kind).toBe(
      "settle",
    );
  });

  it("goes to review when sources disagree on the outcome, and is void when they never come to agree", () => {
    const split = found(figure({ eps: 1.3 }), figure({ source: "Second", eps: 1.1 }));
    expect(decideSettlement(lock, split, on("2026-07-26"))).toMatchObject({
      kind: "review",
      reason: "First source reports 1.3, Second 1.1: they disagree.",
    });
    expect(decideSettlement(lock, split, on("2026-08-24")).kind).toBe("review");
    expect(decideSettlement(lock, split, on("2026-08-25")).kind).toBe("void");
  });

  it("goes to review when the consensus is suddenly on another basis, as after a split", () => {
    expect(
      decideSettlement(lock, found(figure({ eps: 0.13, estimate: 0.123 })), on("2026-07-26")),
    ).toMatchObject({
      kind: "review",
      reason: "The consensus is now 0.123, against 1.234 at the lock: not the same basis.",
    });
  });

  it("goes to review, never to an outcome, on users' word alone", () => {
    const told = { hasUserReports: true };
    expect(judgeWithout(on("2026-08-01"), told).kind).toBe("wait");
    expect(judgeWithout(on("2026-08-05"), told).kind).toBe("review");
    expect(judgeWithout(on("2026-08-25"), told).kind).toBe("void");
  });
});

describe("what the company's filings say", () => {
  const at = (iso: string) => new Date(iso);
  const heard = (witness: NonNullable<SettlementEvidence["witness"]>, now = on("2026-07-26")) =>
    decideSettlement(lock, { ...found(figure()), witness }, now);
  const silent = { isAwaited: false, released: null, contradiction: null };
  const settles = { kind: "settle", outcome: "beat", actualEps: 1.3, source: "First source" };
  const released = (from: string, to = from) => ({ ...silent, released: { from: at(from), to: at(to) } });
  const contradicted = (eps: number) => ({
    ...silent,
    contradiction: { eps, basis: "adjusted" as const, since: at("2026-07-25T21:00:00Z") },
  });

  it("nothing: the source's figure settles", () => {
    expect(heard(silent)).toEqual(settles);
  });

  it("is awaited for a quarter of an hour at a time", () => {
    expect(heard({ ...silent, isAwaited: true }, at("2026-07-25T21:00:00Z"))).toEqual({
      kind: "wait",
      lookAgainAt: at("2026-07-25T21:15:00Z"),
    });
  });

  it("a release after the lock changes nothing, one at its moment or before makes it void", () => {
    expect(heard(released("2026-07-20T15:00:01Z"))).toEqual(settles);
    const reason =
      "The SEC accepted the company's release at 2026-07-20T15:00:00.000Z, before the prediction.";
    expect(heard(released("2026-07-20T15:00:00Z"))).toEqual({ kind: "void", reason });
  });

  it("a release whose zone leaves it open goes to review", () => {
    expect(heard(released("2026-07-20T11:30:00Z", "2026-07-20T15:30:00Z"))).toMatchObject({ kind: "review" });
    expect(heard(released("2026-07-20T15:30:00Z", "2026-07-20T19:30:00Z"))).toEqual(settles);
  });

  it("another figure with the same outcome changes nothing: the licensed source gives the figure", () => {
    expect(heard(contradicted(1.31))).toEqual(settles);
  });

  it("another figure with another outcome goes to review with both, and after five days the source's settles", () => {
    expect(heard(contradicted(1.2))).toMatchObject({
      kind: "review",
      reason: "First source reports 1.3, the company's release 1.2 (adjusted).",
    });
    expect(heard(contradicted(1.2), at("2026-07-30T21:00:00Z"))).toMatchObject({ kind: "review" });
    expect(heard(contradicted(1.2), at("2026-07-30T21:00:01Z"))).toEqual(settles);
  });
});

describe("a doubtful figure", () => {
  const doubtful = figure({ eps: 2.32, doubt: "other_basis" });
  const witness = { isAwaited: false, released: null, contradiction: null };

  it("settles nothing without a witness, and is void when nobody decides", () => {
    expect(decideSettlement(lock, found(doubtful), on("2026-07-26"))).toEqual({
      kind: "review",
      reason:
        "First source reports 2.32, which is doubtful: the result and the estimate seem to be on different bases or in different currencies.",
      lookAgainAt: new Date("2026-07-26T18:00:00Z"),
    });
    expect(decideSettlement(lock, found(doubtful), on("2026-08-26")).kind).toBe("void");
    const unconfirmed = { ...found(doubtful), witness: { ...witness, isConfirmed: false } };
    expect(decideSettlement(lock, unconfirmed, on("2026-07-26")).kind).toBe("review");
  });

  it("settles once the company's release states it", () => {
    const confirmed = { ...found(doubtful), witness: { ...witness, isConfirmed: true } };
    expect(decideSettlement(lock, confirmed, on("2026-07-26"))).toMatchObject({
      kind: "settle",
      actualEps: 2.32,
    });
  });

  it("settles once another source gives the same figure without a doubt", () => {
    const second = figure({ source: "Second", eps: 2.324 });
    expect(decideSettlement(lock, found(doubtful, second), on("2026-07-26"))).toMatchObject({
      kind: "settle",
      outcome: "beat",
    });
    const alike = { ...second, doubt: "other_basis" as const };
    expect(decideSettlement(lock, found(doubtful, alike), on("2026-07-26")).kind).toBe("review");
  });

  it("of another source is no dissent, and an unknown estimate alone is no doubt about the result", () => {
    const other = figure({ source: "Second", eps: 0.3, doubt: "two_results" });
    expect(decideSettlement(lock, found(figure(), other), on("2026-07-26")).kind).toBe("settle");
    const unknown = figure({ estimate: null, doubt: "two_estimates" });
    expect(decideSettlement(lock, found(unknown), on("2026-07-26")).kind).toBe("settle");
  });
});
