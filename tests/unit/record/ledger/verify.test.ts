import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerBody, LedgerEntry } from "#contract/ledger.ts";
import { settlementDays } from "#contract/rules.ts";
import { DAYS_TO_END, type Published, verifyLedger } from "#ledger-verifier";
import { chained, lockOf, openingOf, publishedOf, sealed, someBodies } from "./a-ledger.ts";

const LENGTH = 12;
let entries: LedgerEntry[];
let published: Published;

beforeAll(async () => {
  entries = await chained(someBodies(LENGTH));
  published = await publishedOf(entries);
});

const copy = () => structuredClone(entries);
const at = (row: number, list: LedgerEntry[] = entries): LedgerEntry => {
  const entry = list[row];
  if (!entry) throw new Error(`no row ${row}`);
  return entry;
};
const row = fc.integer({ min: 0, max: LENGTH - 1 });
const earlier = (time: string, days: number) => new Date(Date.parse(time) - days * 86_400_000).toISOString();

/** Generates every way to change one value anywhere in a row. */
const alteration = fc.record({
  row,
  field: fc.nat(),
  value: fc.oneof(fc.double(), fc.string(), fc.constant(null)),
});

function altered(candidate: LedgerEntry, field: number, value: unknown): LedgerEntry {
  const paths = [
    ...(["seq", "previousHash", "hash"] as const).map((key) => [candidate, key] as const),
    ...Object.keys(candidate.body).map((key) => [candidate.body, key] as const),
  ];
  const [holder, key] = paths[field % paths.length] ?? [candidate, "hash"];
  Reflect.set(holder, key, value);
  return candidate;
}

describe("a ledger that nobody touched", () => {
  it("is valid, with the number of its entries", async () => {
    expect(await verifyLedger(entries, published)).toEqual({ isValid: true, entries: LENGTH });
  });

  it("is valid when it is empty", async () => {
    expect(await verifyLedger([], await publishedOf([]))).toEqual({ isValid: true, entries: 0 });
  });
});

describe("the verifier finds", () => {
  it("any value that was altered", async () => {
    await fc.assert(
      fc.asyncProperty(alteration, async ({ row, field, value }) => {
        const edited = copy();
        const before = JSON.stringify(edited);
        altered(at(row, edited), field, value);
        fc.pre(JSON.stringify(edited) !== before);
        expect((await verifyLedger(JSON.parse(JSON.stringify(edited)), published)).isValid).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it("rows that were removed, at the end too", async () => {
    await fc.assert(
      fc.asyncProperty(row, fc.integer({ min: 1, max: 5 }), async (first, n) => {
        const edited = copy();
        edited.splice(first, n);
        expect((await verifyLedger(edited, published)).isValid).toBe(false);
      }),
    );
  });

  it("rows that were put in another order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...Array(LENGTH).keys()], { minLength: LENGTH }),
        async (order) => {
          fc.pre(order.some((from, to) => from !== to));
          expect(
            (
              await verifyLedger(
                order.map((from) => at(from)),
                published,
              )
            ).isValid,
          ).toBe(false);
        },
      ),
    );
  });

  it("rows that were inserted or doubled", async () => {
    await fc.assert(
      fc.asyncProperty(row, row, async (from, to) => {
        const edited = copy();
        edited.splice(to, 0, structuredClone(at(from)));
        expect((await verifyLedger(edited, published)).isValid).toBe(false);
      }),
    );
  });

  it("a row back-dated by someone who chained everything after it anew", async () => {
    await fc.assert(
      fc.asyncProperty(row, fc.integer({ min: 1, max: 400 }), async (which, days) => {
        const bodies = copy().map((entry): LedgerBody => entry.body);
        const body = bodies[which];
        if (body) body.time = earlier(body.time, days);
        expect((await verifyLedger(await chained(bodies), published)).isValid).toBe(false);
      }),
    );
  });

  it("a forged history whose hashes all fit, by the head and roots published before", async () => {
    await fc.assert(
      fc.asyncProperty(row, fc.double({ min: 0, max: 1, noNaN: true }), async (which, probability) => {
        const bodies = copy().map((entry): LedgerBody => entry.body);
        fc.pre(bodies[which]?.type === "lock" && lockOf(which).probability !== probability);
        bodies[which] = sealed({ ...lockOf(which), probability });
        expect((await verifyLedger(await chained(bodies), published)).isValid).toBe(false);
      }),
    );
  });
});

describe("the verifier refuses even a ledger that is chained and published as it stands,", () => {
  const verdictOn = async (change: (bodies: LedgerBody[]) => void) => {
    const bodies = someBodies(LENGTH);
    change(bodies);
    const forged = await chained(bodies);
    return verifyLedger(forged, await publishedOf(forged));
  };
  const lockAt = (bodies: LedgerBody[], which: number) => {
    const body = bodies[which];
    if (body?.type !== "lock") throw new Error(`row ${which} is no lock`);
    return body;
  };

  it("when a prediction was locked after its report", async () => {
    const verdict = await verdictOn((bodies) => {
      lockAt(bodies, 3).reportsAt = lockAt(bodies, 3).time;
    });
    expect(verdict).toEqual({ isValid: false, seq: 4, reason: "it was locked after its report" });
  });

  it("when a company's quarter has two predictions of record", async () => {
    const verdict = await verdictOn((bodies) => {
      lockAt(bodies, 4).symbol = lockAt(bodies, 3).symbol;
    });
    expect(verdict).toEqual({
      isValid: false,
      seq: 5,
      reason: "a company's quarter has two predictions of record",
    });
  });

  it("but not when the second is of the second company that had its ticker", async () => {
    const verdict = await verdictOn((bodies) => {
      const { symbol, fiscalQuarterEnd } = lockAt(bodies, 3);
      Object.assign(lockAt(bodies, 4), { symbol, id: `record ${symbol}~2 ${fiscalQuarterEnd}` });
    });
    expect(verdict).toMatchObject({ isValid: true });
  });

  it("when something is settled twice", async () => {
    const verdict = await verdictOn((bodies) => {
      const [first, second] = bodies.filter((body) => body.type === "settlement");
      if (first && second) second.lockId = first.lockId;
    });
    expect(verdict).toEqual({ isValid: false, seq: 6, reason: "the same prediction is settled twice" });
  });

  it("when an operator decided without a reason; with one it is valid", async () => {
    const decidedFor = (reason: string | null) =>
      verdictOn((bodies) => {
        const [first] = bodies.filter((body) => body.type === "settlement");
        if (first) Object.assign(first, { decidedBy: "operator", reason });
      });
    expect(await decidedFor("The company's own release.")).toEqual({ isValid: true, entries: LENGTH });
    for (const reason of [null, " "])
      expect(await decidedFor(reason)).toMatchObject({
        isValid: false,
        reason: "an operator decided it without a reason",
      });
  });

  const settlementAt = (bodies: LedgerBody[], which: number) => {
    const body = bodies[which];
    if (body?.type !== "settlement") throw new Error(`row ${which} is no settlement`);
    return body;
  };
  const SEALED = 6;
  const ITS_END = 8;

  it.each([
    [
      "reveals nothing",
      (bodies: LedgerBody[]) => {
        Reflect.deleteProperty(settlementAt(bodies, ITS_END), "revealed");
      },
      "the entry has not the form of a ledger entry",
    ],
    [
      "reveals another number",
      (bodies: LedgerBody[]) => {
        settlementAt(bodies, ITS_END).revealed = openingOf({ ...lockOf(SEALED), probability: 0.3 });
      },
      "what it reveals does not match the seal of the lock",
    ],
    [
      "reveals with another nonce",
      (bodies: LedgerBody[]) => {
        settlementAt(bodies, ITS_END).revealed = { lock: lockOf(SEALED), nonce: "0".repeat(64) };
      },
      "what it reveals does not match the seal of the lock",
    ],
    [
      "reveals what was sealed of another company",
      (bodies: LedgerBody[]) => {
        const other = { ...lockOf(SEALED), symbol: "OTHER" };
        bodies[SEALED] = { ...sealed(other), symbol: `S${SEALED}` } as LedgerBody;
        settlementAt(bodies, ITS_END).revealed = openingOf(other);
      },
      "what it reveals is another lock than the one it settles",
    ],
    [
      "has an outcome that its figure does not give",
      (bodies: LedgerBody[]) => {
        settlementAt(bodies, ITS_END).outcome = "beat";
      },
      "its outcome does not follow from the figure and the consensus",
    ],
    [
      "is void although a figure came",
      (bodies: LedgerBody[]) => {
        settlementAt(bodies, ITS_END).outcome = "void";
      },
      "it is void without a reason",
    ],
    [
      "is dated before the report",
      (bodies: LedgerBody[]) => {
        const later = new Date(Date.parse(settlementAt(bodies, ITS_END).time) + 1000).toISOString();
        const lock = { ...lockOf(SEALED), reportsAt: later };
        bodies[SEALED] = sealed(lock);
        settlementAt(bodies, ITS_END).revealed = openingOf(lock);
      },
      "it is dated before the report of what it settles",
    ],
  ])("when a settlement %s", async (_, change, reason) => {
    expect(await verdictOn(change)).toEqual({ isValid: false, seq: ITS_END + 1, reason });
  });

  it("when a lock stands open, with its number", async () => {
    const verdict = await verdictOn((bodies) => {
      bodies[SEALED] = lockOf(SEALED) as object as LedgerBody;
    });
    const reason = "the entry has not the form of a ledger entry";
    expect(verdict).toEqual({ isValid: false, seq: SEALED + 1, reason });
  });

  it("when a sealed lock is neither settled nor void in time, and not a day earlier", async () => {
    const { deadline, maxMove, review } = settlementDays;
    expect(DAYS_TO_END).toBe(deadline + maxMove + review + 7);
    const verdictAfter = (days: number) =>
      verdictOn((bodies) => {
        const time = new Date(Date.parse(lockOf(1).reportsAt) + days * 86_400_000).toISOString();
        bodies.splice(LENGTH - 3, 3, { ...sealed({ ...lockOf(10), time, reportsAt: `3${time.slice(1)}` }) });
      });
    expect(await verdictAfter(DAYS_TO_END)).toEqual({ isValid: true, entries: LENGTH - 2 });
    expect(await verdictAfter(DAYS_TO_END + 1)).toEqual({
      isValid: false,
      seq: 2,
      reason: "it is neither settled nor void, 98 days after its report",
    });
  });

  it("when the time goes back", async () => {
    const verdict = await verdictOn((bodies) => {
      lockAt(bodies, 4).time = earlier(lockAt(bodies, 4).time, 3);
    });
    expect(verdict).toEqual({
      isValid: false,
      seq: 5,
      reason: "its time lies before that of the entry before it",
    });
  });

  it("when the root of a day is left out", async () => {
    const { head, roots } = published;
    expect(await verifyLedger(entries, { head, roots: roots.slice(1) })).toEqual({
      isValid: false,
      seq: null,
      reason: "no root is published for 2026-01-05",
    });
  });
});
