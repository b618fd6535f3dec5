import { describe, expect, it } from "vitest";
import type { CompanyChange } from "#contract/company-change.ts";
import { orderedChanges } from "#season/identity/change-list.ts";
import {
  type ChangeEvidence,
  haveConstantRatio,
  judgeChange,
  type TickerOwner,
} from "#season/identity/change-rule.ts";

const today = "2026-10-19";
const source = "a source";
const renamed = (from: string, to: string, day = "2026-10-15"): CompanyChange => ({
  kind: "renamed",
  from,
  to,
  name: null,
  day,
  source,
});
const listed = (...changes: CompanyChange[]) =>
  orderedChanges(changes, today)?.map(({ change, contradiction }) => [
    change.kind === "renamed" ? `${change.from} ${change.to}` : change.kind,
    contradiction,
  ]);

describe("a list of changes", () => {
  it("is put in order: by day, a ticker is freed before it is taken, renames before delistings", () => {
    const ended: CompanyChange = {
      kind: "ended",
      ticker: "FB",
      how: "delisted",
      by: null,
      day: "2026-10-15",
      source,
    };
    expect(
      listed(ended, renamed("FB", "META"), renamed("META", "METV"), renamed("X", "Y", "2026-10-01")),
    ).toEqual([
      ["X Y", null],
      ["META METV", null],
      ["FB META", null],
      ["ended", null],
    ]);
  });

  it("says what contradicts: a cycle, two claims, two targets; the same twice is once", () => {
    expect(
      listed(renamed("A", "B"), renamed("B", "C"), renamed("C", "A"))
        ?.map(([, why]) => why)
        .toSorted(),
    ).toEqual([
      "A would become A again by the same lists.",
      "B would become B again by the same lists.",
      "C would become C again by the same lists.",
    ]);
    expect(listed(renamed("A", "Z"), renamed("B", "Z"))?.map(([, why]) => why)).toEqual([
      "B and A should become Z.",
      "B and A should become Z.",
    ]);
    expect(listed(renamed("A", "Y"), renamed("A", "Z"))?.map(([, why]) => why)).toEqual([
      "A should become Z and Y.",
      "A should become Z and Y.",
    ]);
    expect(listed(renamed("A", "B"), renamed("A", "B", "2026-10-16"))).toEqual([["A B", null]]);
  });

  it("leaves out days ahead, old ones and what no exchange here has; too long it is none", () => {
    expect(
      listed(renamed("A", "B", "2026-10-20"), renamed("A", "B", "2026-09-03"), renamed("VOD.L", "B")),
    ).toEqual([]);
    const many = Array.from({ length: 1_501 }, (_, i) =>
      renamed(
        `A${String.fromCharCode(65 + (i % 26), 65 + (Math.floor(i / 26) % 26), 65 + Math.floor(i / 676))}`,
        "B",
      ),
    );
    expect(orderedChanges(many, today)).toBeNull();
    expect(orderedChanges(many.slice(1), today)).toHaveLength(1_500);
  });
});

const owner = (given: Partial<TickerOwner> = {}): TickerOwner => ({
  cik: null,
  firstSeen: "2024-01-01",
  listedOn: null,
  ...given,
});
const facts = (owners: Record<string, TickerOwner>, given: Partial<ChangeEvidence> = {}): ChangeEvidence => ({
  isDecided: false,
  contradiction: null,
  ownerOf: (ticker) => owners[ticker] ?? null,
  ...{
    isJustGivenUp: () => false,
    cikOf: () => null,
    areOneReport: () => null,
    hasOpen: () => false,
    ...given,
  },
});
const verdict = (change: CompanyChange, known: ChangeEvidence) => {
  const judged = judgeChange(change, known, today);
  return judged.kind === "doubtful" ? judged.reason : judged.kind;
};

describe("a rename", () => {
  const one = "0000000001";
  const two = "0000000002";
  it.each<[string, Record<string, TickerOwner>, Partial<ChangeEvidence>, string]>([
    ["apply", { FB: owner() }, {}, "onto a ticker that nobody has"],
    ["nothing", {}, {}, "of a company that is not ours"],
    ["nothing", { FB: owner() }, { isDecided: true }, "that was decided"],
    ["wait", { FB: owner() }, { isJustGivenUp: () => true }, "onto one that was given up today"],
    [
      "apply",
      { FB: owner(), META: owner({ firstSeen: "2026-10-10" }) },
      {},
      "whose ticker was seen a few days early",
    ],
    [
      "META has been another company here since 2024-01-01.",
      { FB: owner(), META: owner() },
      {},
      "onto another's",
    ],
    [
      "apply",
      { FB: owner({ cik: one }), META: owner({ cik: one }) },
      {},
      "onto a ticker with the same number",
    ],
    [
      `META is company ${two} here, and FB is ${one}.`,
      { FB: owner({ cik: one }), META: owner({ cik: two, firstSeen: null }) },
      {},
      "onto another number",
    ],
    [
      `EDGAR gives META to company ${two}, and FB is ${one}.`,
      { FB: owner({ cik: one }) },
      { cikOf: () => two },
      "that EDGAR denies",
    ],
    [
      "FB was first seen here on 2026-10-18, after it should have become META.",
      { FB: owner({ firstSeen: "2026-10-18" }) },
      {},
      "of a stranger who took the ticker",
    ],
    [
      "apply",
      { FB: owner({ cik: one, firstSeen: "2026-10-18" }) },
      { cikOf: () => one },
      "that EDGAR proves",
    ],
    ["B says so.", { FB: owner() }, { contradiction: "B says so." }, "that the same list contradicts"],
  ])("%s: %o %o (%s)", (expected, owners, given, _) => {
    expect(verdict(renamed("FB", "META"), facts(owners, given))).toBe(expected);
  });

  it("of tomorrow waits, and of two months ago is nothing", () => {
    expect(verdict(renamed("FB", "META", "2026-10-20"), facts({ FB: owner() }))).toBe("wait");
    expect(verdict(renamed("FB", "META", "2026-08-15"), facts({ FB: owner() }))).toBe("nothing");
  });
});

it("two tickers are one report where at least four quarters stand in one proportion", () => {
  const pairs = (...ratios: number[]) => ratios.map((ratio, i) => ({ one: ratio * (i + 1), other: i + 1 }));
  expect(haveConstantRatio(pairs(1, 1, 1))).toBeNull();
  expect(haveConstantRatio(pairs(1, 1, 1, 1.02))).toBe(true);
  expect(haveConstantRatio(pairs(1500, 1501, 1499, 1500))).toBe(true);
  expect(haveConstantRatio(pairs(1, 1, 1, 1.5))).toBe(false);
});
