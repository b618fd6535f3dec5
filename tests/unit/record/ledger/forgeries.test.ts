import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerBody, LedgerEntry, LockBody } from "#contract/ledger.ts";
import { BLIND_SPOT, leafOf, type Published, treeRoot, verifyLedger } from "#ledger-verifier";
import { openSigner, type Signer } from "#record/ledger/signed-note.ts";
import { newLedgerSigningKey } from "../../../../scripts/setup/ledger-key.mjs";
import { unsignedStampOf } from "../receipts/unsigned-stamp.ts";
import { chained, lockOf, openingOf, publishedOf, sealed, someBodies } from "./a-ledger.ts";

const LENGTH = 48;
/** The second half of the ledger is sealed, and the reader's saved checkpoint covers all but the last day. */
const SEALED_FROM = LENGTH / 2;
const HELD = LENGTH - 4;

type Ledger = { entries: LedgerEntry[]; published: Published };

let keeper: Signer;
let original: LedgerBody[];
let since: string;
/** A time stamp of that checkpoint. Some readers hold nothing else. */
let receipt: Uint8Array;

/** Makes the ledger with these bodies, chained, rooted and signed again, as only its keeper can. */
async function made(bodies: readonly LedgerBody[], signer = keeper): Promise<Ledger> {
  const entries = await chained(bodies);
  return { entries, published: { ...(await publishedOf(entries)), ...(await signedBy(signer, entries)) } };
}

async function signedBy(signer: Signer, entries: readonly LedgerEntry[]) {
  const root = await treeRoot(await Promise.all(entries.map(leafOf)));
  return { key: signer.publicKey, checkpoint: await signer.sign({ size: entries.length, root }) };
}

const reasonOf = async ({ entries, published }: Ledger, held = {}) => {
  const verdict = await verifyLedger(entries, published, held);
  return verdict.isValid ? null : verdict.reason;
};

beforeAll(async () => {
  keeper = await openSigner(newLedgerSigningKey("beatcast.test/ledger"), "live");
  original = someBodies(LENGTH);
  since = (await signedBy(keeper, await chained(original.slice(0, HELD)))).checkpoint;
  receipt = await unsignedStampOf(since);
});

/**
 * Returns what is told to someone who holds only one receipt, for a keeper who removed the old checkpoint and for
 * one who left it.
 */
const reasonsByReceipt = async ({ entries, published }: Ledger) => {
  const held = { receipts: [receipt] };
  const present = published.checkpoint ? [published.checkpoint] : [];
  return [
    await reasonOf({ entries, published: { ...published, checkpoints: present } }, held),
    await reasonOf({ entries, published: { ...published, checkpoints: [since, ...present] } }, held),
  ];
};
const GONE = "the checkpoint of the receipt you hold is not published any more: it was rewritten or removed";

const REWRITTEN = `the first ${HELD} entries are not those of the checkpoint you hold: they were rewritten`;
const isSettlement = (body: LedgerBody) => body.type === "settlement";
const endOf = (id: string) => (body: LedgerBody) => body.type === "settlement" && body.lockId === id;
const without = (ids: ReadonlySet<string>) =>
  original.filter((body) => !ids.has(body.type === "settlement" ? body.lockId : body.id));

/** Changes the lock that a body is or reveals, together with a seal and a reveal that match it. */
const rewrite = (change: (lock: LockBody) => LockBody) =>
  original.map((body, i): LedgerBody => {
    if (body.type === "settlement")
      return body.revealed ? { ...body, revealed: openingOf(change(body.revealed.lock)) } : body;
    const lock = change(lockOf(i));
    return "probability" in body
      ? Object.assign({ ...body }, { probability: lock.probability })
      : sealed(lock);
  });

/**
 * A review found these forgeries possible when nobody outside holds anything. All but the last give a ledger that
 * agrees with itself.
 */
const forgeries: Record<string, () => LedgerBody[]> = {
  "its tail is cut": () => original.slice(0, HELD - 3),
  "it is rewritten without the wrong predictions": () =>
    without(
      new Set(
        original.flatMap((body) => (isSettlement(body) && body.outcome === "miss" ? [body.lockId] : [])),
      ),
    ),
  "its probabilities are inverted": () => rewrite((lock) => ({ ...lock, probability: 1 - lock.probability })),
  "its settlements are removed": () => original.filter((body) => !isSettlement(body)),
};

describe("a ledger that its keeper wrote anew, with all hashes, roots and signatures,", () => {
  it.each(Object.entries(forgeries))("is found with one older checkpoint: %s", async (name, forge) => {
    const reason = await reasonOf(await made(forge()), { since });
    if (name === "its tail is cut" || forge().length < HELD)
      expect(reason).toBe(
        `the ledger has ${forge().length} entries, and the checkpoint you hold has ${HELD}: its end is missing`,
      );
    else expect(reason).toBe(REWRITTEN);
  });

  it.each(Object.entries(forgeries))("is found with one receipt alone: %s", async (_, forge) => {
    const [gone, left] = await reasonsByReceipt(await made(forge()));
    expect(gone).toBe(GONE);
    expect(left).toMatch(/^(the ledger has|the first \d+ entries are not those of)/);
    expect(left).toContain("the checkpoint of the receipt you hold");
  });

  it.each(Object.entries(forgeries))(
    "is not found with nothing in hand, and the tool says so: %s",
    async (_, forge) => {
      expect(await reasonOf(await made(forge()))).toBeNull();
      expect(BLIND_SPOT).toContain("cut from the end");
      expect(BLIND_SPOT).toContain("written anew by its keeper");
    },
  );

  it("is found with nothing in hand when a settlement is dated before its report", async () => {
    const bodies = structuredClone(original);
    const at = bodies.findIndex(endOf(`lock ${SEALED_FROM}`));
    const [lock, end] = [bodies[SEALED_FROM], bodies[at]];
    if (lock?.type !== "lock" || end?.type !== "settlement") throw new Error("no such lock");
    bodies.splice(at, 1);
    bodies.splice(SEALED_FROM + 1, 0, { ...end, time: lock.time });
    expect(await reasonOf(await made(bodies))).toBe("it is dated before the report of what it settles");
  });

  it("stays valid for who holds the checkpoint when it only grew", async () => {
    const whole = await made(original);
    expect(await verifyLedger(whole.entries, whole.published, { since })).toEqual({
      isValid: true,
      entries: LENGTH,
    });
    expect(await reasonsByReceipt(whole)).toEqual([GONE, null]);
  });
});

/** Each function makes a forgery of its kind from two numbers. */
const kinds: Record<string, (a: number, b: number) => Promise<Ledger>> = {
  drop: (a) => made(original.toSpliced(a % HELD, 1)),
  insert: (a) =>
    made(original.toSpliced(a % HELD, 0, sealed({ ...lockOf(a % HELD), id: "new", symbol: "NEW" }))),
  swap: (a, b) => {
    const [one, other] = [a % HELD, (a + 1 + (b % (HELD - 1))) % HELD];
    const bodies = [...original];
    const [first, second] = [bodies[one], bodies[other]];
    if (first && second) [bodies[one], bodies[other]] = [second, first];
    return made(bodies);
  },
  truncate: (a) => made(original.slice(0, a % HELD)),
  "re-sign with another key": async () =>
    made(original, await openSigner(newLedgerSigningKey("beatcast.test/ledger"), "live")),
  "reveal another body": (a) => {
    const ends = original.flatMap((body, i) => (isSettlement(body) && body.revealed ? [i] : []));
    const at = ends[a % ends.length] ?? 0;
    const end = original[at];
    if (end?.type !== "settlement" || !end.revealed) throw new Error("nothing is revealed there");
    const revealed = openingOf({ ...end.revealed.lock, probability: 0.01 });
    return made(original.with(at, { ...end, revealed }));
  },
  "back-date": (a, b) => {
    const at = a % HELD;
    const body = original[at];
    if (!body) throw new Error("no such entry");
    const time = new Date(Date.parse(body.time) - 1 - (b % 1_000_000)).toISOString();
    return made(original.with(at, { ...body, time }));
  },
  "fork shown to two readers": (a) => {
    const at = a % HELD;
    return made([...original.slice(0, at), ...someBodies(2 * LENGTH).slice(LENGTH + at)]);
  },
};

it("each of twenty random forgeries is named by who holds one older checkpoint, or one receipt", async () => {
  const reasons = new Map<string, string>();
  const byReceipt = new Map<string, string>();
  const random = fc.sample(fc.tuple(fc.nat(), fc.nat()), { numRuns: 24, seed: 20_261_122 });
  const names = Object.keys(kinds);
  for (const [i, [a, b]] of random.entries()) {
    const name = names[i % names.length] ?? "";
    const forged = await kinds[name]?.(a, b);
    const reason = forged && (await reasonOf(forged, { since }));
    expect(reason, `${name} ${a} ${b}`).toEqual(expect.any(String));
    reasons.set(name, reason ?? "");
    const named = forged ? await reasonsByReceipt(forged) : [];
    for (const one of named) expect(one, `${name} ${a} ${b}`).toEqual(expect.any(String));
    byReceipt.set(name, named[1] ?? "");
  }
  expect(byReceipt.get("re-sign with another key")).toBe(
    "the checkpoint of the receipt you hold is not signed by the ledger's key",
  );
  expect(byReceipt.get("fork shown to two readers")).toMatch(/they were rewritten$/);
  expect(reasons.get("re-sign with another key")).toBe(
    "the checkpoint you hold is not signed by the ledger's key",
  );
  expect(reasons.get("reveal another body")).toBe("what it reveals does not match the seal of the lock");
  expect(reasons.get("truncate")).toMatch(/its end is missing$/);
  expect(reasons.size).toBe(8);
});

it("two readers of a fork find it as soon as one has the other's checkpoint", async () => {
  const mine = await made(original);
  const yours = await made(rewrite((lock) => ({ ...lock, baseRate: 0.5 })));
  expect([await reasonOf(mine), await reasonOf(yours)]).toEqual([null, null]);
  expect(await reasonOf(mine, { since: yours.published.checkpoint })).toMatch(/they were rewritten$/);
  expect(await reasonOf(yours, { since: mine.published.checkpoint })).toMatch(/they were rewritten$/);
  // Both forks are shown under one name, and anyone who sees one more checkpoint than their own finds it.
  const both = [mine.published.checkpoint, yours.published.checkpoint] as string[];
  expect(await reasonOf({ ...mine, published: { ...mine.published, checkpoints: both } })).toBe(
    `the first ${LENGTH} entries are not those of a checkpoint published before: they were rewritten`,
  );
});

describe("a published checkpoint is refused", () => {
  it("when it is of more than the ledger has, of other entries, unsigned, malformed or gone", async () => {
    const { entries, published } = await made(original);
    const checkpoint = published.checkpoint ?? "";
    const short = await made(original.slice(0, -1));
    const other = await made(rewrite((lock) => ({ ...lock, baseRate: 0.5 })));
    const refusal = (changed: Partial<Published>, held = {}) =>
      reasonOf({ entries, published: { ...published, ...changed } }, held);
    expect(await reasonOf({ entries: short.entries, published: { ...short.published, checkpoint } })).toMatch(
      /the published checkpoint has 48: its end is missing$/,
    );
    expect(await refusal({ checkpoint: other.published.checkpoint ?? "" })).toMatch(/they were rewritten$/);
    expect(await refusal({ checkpoint: checkpoint.replace("\n48\n", "\n47\n") })).toBe(
      "the published checkpoint is not signed by the ledger's key",
    );
    expect(await refusal({ checkpoint: "48\n" })).toBe(
      "the published checkpoint has not the form of a checkpoint",
    );
    expect(await refusal({ checkpoint: null }, { since })).toBe(
      "no checkpoint is published any more, but you hold one",
    );
    expect(await refusal({}, { key: other.published.key })).toBeNull();
    const stranger = await openSigner(newLedgerSigningKey("beatcast.test/ledger"), "live");
    expect(await refusal({}, { key: stranger.publicKey })).toBe(
      "the ledger is signed by another key than the one you hold",
    );
    const stale = await signedBy(keeper, entries.slice(0, HELD - 1));
    expect(await refusal({ checkpoint: stale.checkpoint }, { since })).toBe(
      "the published checkpoint is older than the one you hold",
    );
  });
});
