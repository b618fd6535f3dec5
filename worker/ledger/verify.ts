import { type LedgerEntry, type LedgerHead, type LedgerRoot, ledgerEntrySchema } from "#contract/ledger.ts";
import { GENESIS_HASH, hashedText, sha256 } from "./format.ts";
import { merkleRootAsync } from "./merkle.ts";

export type Verdict =
  | { isValid: true; entries: number }
  /** `seq`: the first entry that does not hold, null when it is the whole that does not. */
  | { isValid: false; seq: number | null; reason: string };

/** Roots that were published, with the first UTC day that is not over yet: every day before it has a root. */
export type Published = { head: LedgerHead; roots: readonly LedgerRoot[] };

/**
 * Checks a whole ledger: form, numbering, hashes and chain, times that never go back, locks made before their report, one
 * settlement a lock, the head, and every published daily root. Pure; runs in the browser and in Node.
 */
export async function verifyLedger(entries: readonly unknown[], published: Published): Promise<Verdict> {
  const checked: LedgerEntry[] = [];
  const rules = new Rules();
  let previousHash = GENESIS_HASH;
  for (const [index, candidate] of entries.entries()) {
    const seq = index + 1;
    const fails = (reason: string): Verdict => ({ isValid: false, seq, reason });
    const parsed = ledgerEntrySchema.strict().safeParse(candidate);
    if (!parsed.success) return fails("the entry has not the form of a ledger entry");
    const entry = parsed.data;
    if (entry.seq !== seq) return fails(`number ${entry.seq} stands where ${seq} belongs`);
    if (entry.previousHash !== previousHash) return fails("it is not chained to the entry before it");
    if (entry.hash !== (await sha256(hashedText(candidate as LedgerEntry))))
      return fails("its hash does not match its contents");
    const broken = rules.broken(entry);
    if (broken) return fails(broken);
    previousHash = entry.hash;
    checked.push(entry);
  }
  if (published.head.seq !== checked.length || published.head.hash !== previousHash)
    return { isValid: false, seq: null, reason: "the ledger does not end at its published head" };
  const brokenRoot = await brokenRootOf(checked, published.roots);
  return brokenRoot ?? { isValid: true, entries: checked.length };
}

/** What entries must obey beside being chained. */
class Rules {
  #lastTime = "";
  readonly #locks = new Set<string>();
  readonly #settled = new Set<string>();
  readonly #records = new Set<string>();

  broken({ body }: LedgerEntry): string | null {
    if (body.time < this.#lastTime) return "its time lies before that of the entry before it";
    this.#lastTime = body.time;
    return body.type === "lock" ? this.#brokenLock(body) : this.#brokenSettlement(body);
  }

  #brokenLock(body: Extract<LedgerEntry["body"], { type: "lock" }>): string | null {
    if (body.time >= body.reportsAt) return "it was locked after its report";
    if (this.#locks.has(body.id)) return "the same prediction is locked twice";
    this.#locks.add(body.id);
    if (body.kind === "analysis") return null;
    const subject = `${body.symbol} ${body.fiscalQuarterEnd}`;
    if (this.#records.has(subject)) return "a company's quarter has two predictions of record";
    this.#records.add(subject);
    return null;
  }

  #brokenSettlement(body: Extract<LedgerEntry["body"], { type: "settlement" }>): string | null {
    if (!this.#locks.has(body.lockId)) return "it settles what was never locked";
    if (this.#settled.has(body.lockId)) return "the same prediction is settled twice";
    this.#settled.add(body.lockId);
    if (body.decidedBy !== undefined && !body.reason?.trim())
      return "an operator decided it without a reason";
    return null;
  }
}

async function brokenRootOf(
  entries: readonly LedgerEntry[],
  roots: readonly LedgerRoot[],
): Promise<Verdict | null> {
  const byDay = Map.groupBy(entries, (entry) => entry.body.time.slice(0, 10));
  for (const { date, root, firstSeq, lastSeq } of roots) {
    const ofDay = byDay.get(date) ?? [];
    const hashes = ofDay.map((entry) => entry.hash);
    const holds =
      ofDay[0]?.seq === firstSeq &&
      ofDay.at(-1)?.seq === lastSeq &&
      (await merkleRootAsync(hashes, sha256)) === root;
    if (!holds)
      return { isValid: false, seq: null, reason: `the entries of ${date} do not give the root published` };
  }
  const rooted = new Set(roots.map((root) => root.date));
  const lastDay = entries.at(-1)?.body.time.slice(0, 10);
  const missing = [...byDay.keys()].find((day) => day !== lastDay && !rooted.has(day));
  return missing ? { isValid: false, seq: null, reason: `no root is published for ${missing}` } : null;
}
