import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerBody, LedgerEntry } from "#contract/ledger.ts";
import { type Published, verifyLedger } from "#ledger/verify.ts";
import { chained, publishedOf, someBodies } from "./a-ledger.ts";

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

/** Every way to change one value anywhere in a row. */
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

  it("is valid with entries of both formats, as each was written", async () => {
    const formats = entries.flatMap(({ body }) =>
      body.type === "lock" ? ["consensusEps" in body ? body.format : 1] : [],
    );
    expect(formats).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
    // An entry as it was written in 2026-09, with its hash of then.
    const first: LedgerEntry = {
      seq: 1,
      previousHash: "0".repeat(64),
      hash: "59f72255b3e7707665183001c96d362d309bcb67e423c8b64723ae0ac0265dc0",
      body: {
        type: "lock",
        id: "lock of 2026-09",
        kind: "record",
        dataMode: "sample",
        symbol: "ACME",
        fiscalQuarterEnd: "2026-06-30",
        strike: 1.23,
        epsBasis: "consensus",
        probability: 0.71,
        baseRate: 0.68,
        modelVersion: "test",
        evidenceHash: "ab".repeat(32),
        reportsAt: "2026-09-20T20:00:00.000Z",
        time: "2026-09-10T15:00:00.000Z",
      },
    };
    const head = { seq: 1, hash: first.hash };
    expect(await verifyLedger([first], { head, roots: [] })).toEqual({ isValid: true, entries: 1 });
    const { strike, ...rest } = { strike: 1.23, ...first.body };
    const rewritten = { ...first, body: { ...rest, format: 2, consensusEps: strike } };
    expect(await verifyLedger([rewritten], { head, roots: [] })).toEqual({
      isValid: false,
      seq: 1,
      reason: "its hash does not match its contents",
    });
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
        const body = bodies[which];
        fc.pre(body?.type === "lock" && body.probability !== probability);
        if (body?.type === "lock") body.probability = probability;
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
