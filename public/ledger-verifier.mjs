// @ts-check
// Verifies a ledger of predictions without trusting its keeper. It needs no other file:
//
//   node ledger-verifier.mjs --url https://HOST [--since FILE] [--receipt FILE …] [--certificate FILE …] [--witness KEY …]
//                            [--save FILE] [--key KEY] [--evidence]
//   node ledger-verifier.mjs --answer FILE [--key KEY]
//
// --since        a checkpoint that you, or someone you trust, saved earlier: the entries that it covers must still be in
//                the ledger, unchanged
// --receipt      a time stamp (.tsr) that an outside service gave for an earlier checkpoint: that checkpoint must still
//                be published, and the ledger must still match it
// --certificate  the certificate (PEM) of a time-stamping authority that you trust: time stamps must be signed with it
// --witness      the key (name+id+base64) of a log witness that you trust: it must have cosigned the newest checkpoint
// --save         the file in which to save the newest checkpoint, to be given as --since next time
// --key          the key that must have signed the checkpoints; the default is the key that the host publishes
// --answer       the file of an API answer to a request with asOf: its entries must have been in the ledger by that
//                moment. Sends no requests
// --evidence     also compares the evidence of each settled prediction with the hash that was locked
//
// The first line printed is "ledger valid: N entries" or "ledger not valid…". The exit code is 0 or 1.

// ---------------------------------------------------------------------------------------------- hashes and JSON

const encoder = new TextEncoder();
export const GENESIS_HASH = "0".repeat(64);

/** Returns canonical JSON (RFC 8785). @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/**
 * Returns the SHA-256 of the parts, joined in their order.
 * @param {...Uint8Array} parts
 */
const digest = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
const sha256 = async (text) => hex(await digest(encoder.encode(text)));
/** @param {string} text */
const fromBase64 = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** @param {any} entry */
const hashedText = ({ seq, previousHash, body }) => canonical({ seq, previousHash, body });

// ------------------------------------------------------------------------------------------- the forms of entries

/** @typedef {(value: any) => boolean} Check */
/** @type {Check} */ const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
/** @type {Check} */ const isShare = (value) => typeof value === "number" && value >= 0 && value <= 1;
/** @type {Check} */ const isNumber = (value) => Number.isFinite(value);
/** @type {Check} */ const isDay = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
/** @type {Check} */ const isTime = (value) =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) &&
  Date.parse(value) > 0;
/** @type {(max: number) => Check} */
const isText = (max) => (value) => typeof value === "string" && value.length <= max;
/** @type {(...values: unknown[]) => Check} */
const isOneOf =
  (...values) =>
  (value) =>
    values.includes(value);
/** @type {(check: Check) => Check} */
const orNull = (check) => (value) => value === null || check(value);

/**
 * Returns a check for an object that has all of `fields`, may have those of `optional`, and has no others.
 * @type {(fields: Record<string, Check>, optional?: Record<string, Check>) => Check}
 */
const form =
  (fields, optional = {}) =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => Object.hasOwn(value, name) && check(value[name])) &&
    Object.keys(value).every((name) => name in fields || optional[name]?.(value[name]) === true);

/** The fields of a lock that are public before its settlement. */
const subject = {
  type: isOneOf("lock"),
  id: isText(60),
  kind: isOneOf("record", "analysis", "replay"),
  dataMode: isOneOf("live", "sample"),
  symbol: isText(15),
  fiscalQuarterEnd: isDay,
  reportsAt: isTime,
  time: isTime,
};
/** Checks the form of a whole lock, which its settlement reveals. */
const isLock = form({
  ...subject,
  epsBasis: isOneOf("consensus"),
  consensusEps: isNumber,
  probability: isShare,
  baseRate: isShare,
  modelVersion: isText(40),
  evidenceHash: isHash,
});
const isSealedLock = form({ ...subject, seal: isHash });
const isSettlement = form(
  {
    type: isOneOf("settlement"),
    id: isText(90),
    lockId: isText(60),
    outcome: isOneOf("beat", "miss", "void"),
    actualEps: orNull(isNumber),
    source: orNull(isText(80)),
    reason: orNull(isText(200)),
    revealed: form({ lock: isLock, nonce: isHash }),
    time: isTime,
  },
  { decidedBy: isOneOf("operator") },
);
/** @type {Check} */
const isBody = (body) => isSealedLock(body) || isSettlement(body);
const isEntry = form({
  seq: (seq) => Number.isSafeInteger(seq) && seq > 0,
  previousHash: isHash,
  hash: isHash,
  body: isBody,
});

// ------------------------------------------------------------------------------------------------------ the rules

const DAY_MS = 86_400_000;
/**
 * Days after the report by which each prediction must be settled or void: a report may be postponed by 60 days,
 * is awaited for 10 and reviewed for 20, and another 7 allow for failures.
 */
export const DAYS_TO_END = 97;

/** Rounds US dollars to the cent. @param {number} eps */
const cents = (eps) => Math.round(eps * 100) / 100;

/**
 * @typedef {{ head: { seq: number, hash: string },
 *   roots: readonly { date: string, root: string, firstSeq: number, lastSeq: number }[],
 *   checkpoint?: string | null, key?: string | null, checkpoints?: readonly string[],
 *   receipts?: readonly { witness: string, size: number, kind: string, bytes: Uint8Array }[],
 *   calendar?: Calendar | null }} Published what the keeper publishes beside the entries
 * @typedef {{ since?: string | null, key?: string | null, receipts?: readonly Uint8Array[],
 *   certificates?: readonly string[], witnesses?: readonly string[] }} Held what the reader already holds, such as an earlier checkpoint
 * @typedef {{ isValid: true, entries: number } | { isValid: false, seq: number | null, reason: string }} Verdict
 *   `seq` is the number of the first entry that fails, or null when the ledger as a whole fails
 */

/**
 * Checks everything that a ledger claims by recomputing it: entries, outcomes, daily roots, checkpoints,
 * receipts and completeness. Sends no requests.
 * @type {(entries: readonly unknown[], published: Published, held?: Held) => Promise<Verdict>}
 */
export async function verifyLedger(entries, published, held = {}) {
  const rules = new Rules();
  let previousHash = GENESIS_HASH;
  for (const [index, candidate] of entries.entries()) {
    const reason = await brokenEntry(candidate, index + 1, previousHash, rules);
    if (reason) return { isValid: false, seq: index + 1, reason };
    previousHash = /** @type {any} */ (candidate).hash;
  }
  const checked = /** @type {any[]} */ (entries);
  /** @param {string} reason @returns {Verdict} */
  const fails = (reason) => ({ isValid: false, seq: null, reason });
  if (published.head.seq !== checked.length || published.head.hash !== previousHash)
    return fails("the ledger does not end at its published head");
  const endless = rules.endless(checked.at(-1)?.body.time);
  if (endless) return { isValid: false, ...endless };
  const reason =
    (await brokenRoot(checked, published.roots)) ??
    (await brokenCheckpoints(checked, published, held)) ??
    incomplete(checked, published.calendar);
  return reason ? fails(reason) : { isValid: true, entries: checked.length };
}

/** @type {(entry: any, seq: number, previousHash: string, rules: Rules) => Promise<string | null>} */
async function brokenEntry(entry, seq, previousHash, rules) {
  if (!isEntry(entry)) return "the entry has not the form of a ledger entry";
  if (entry.seq !== seq) return `number ${entry.seq} stands where ${seq} belongs`;
  if (entry.previousHash !== previousHash) return "it is not chained to the entry before it";
  if (entry.hash !== (await sha256(hashedText(entry)))) return "its hash does not match its contents";
  return rules.broken(entry.body, seq);
}

class Rules {
  #lastTime = "";
  /** @type {Map<string, any>} the locks by their id, with the number of their entry */
  #locks = new Map();
  /** @type {Set<string>} */
  #settled = new Set();
  /** @type {Set<string>} */
  #records = new Set();

  /** @param {any} body @param {number} seq */
  async broken(body, seq) {
    if (body.time < this.#lastTime) return "its time lies before that of the entry before it";
    this.#lastTime = body.time;
    return body.type === "lock" ? this.#brokenLock(body, seq) : this.#brokenSettlement(body);
  }

  /** @param {any} body @param {number} seq */
  #brokenLock(body, seq) {
    if (body.time >= body.reportsAt) return "it was locked after its report";
    if (this.#locks.has(body.id)) return "the same prediction is locked twice";
    this.#locks.set(body.id, { ...body, seq });
    if (body.kind === "analysis") return null;
    // The lock id "record FB~2 2027-03-31" belongs to the second company that has used the ticker FB.
    const [owner = ""] = /~\d+(?= )/.exec(body.id) ?? [];
    const quarter = `${body.symbol}${owner} ${body.fiscalQuarterEnd}`;
    if (this.#records.has(quarter)) return "a company's quarter has two predictions of record";
    this.#records.add(quarter);
    return null;
  }

  /** @param {any} body */
  async #brokenSettlement(body) {
    const lock = this.#locks.get(body.lockId);
    if (!lock) return "it settles what was never locked";
    if (this.#settled.has(body.lockId)) return "the same prediction is settled twice";
    this.#settled.add(body.lockId);
    if (body.decidedBy !== undefined && !body.reason?.trim())
      return "an operator decided it without a reason";
    if (body.time < lock.reportsAt) return "it is dated before the report of what it settles";
    return (await brokenSeal(lock, body.revealed)) ?? brokenOutcome(body);
  }

  /** @param {string} [now] */
  endless(now = "") {
    for (const { seq, id, reportsAt } of this.#locks.values()) {
      const days = Math.floor((Date.parse(now) - Date.parse(reportsAt)) / DAY_MS);
      if (!this.#settled.has(id) && days > DAYS_TO_END)
        return { seq, reason: `it is neither settled nor void, ${days} days after its report` };
    }
    return null;
  }
}

/** @param {any} lock @param {any} revealed */
async function brokenSeal(lock, revealed) {
  if (lock.seal !== (await sha256(canonical(revealed))))
    return "what it reveals does not match the seal of the lock";
  const isSame = Object.keys(subject).every((name) => revealed.lock[name] === lock[name]);
  return isSame ? null : "what it reveals is another lock than the one it settles";
}

/**
 * Returns what is wrong with the outcome of a settlement, or null. A beat is above the consensus, with both
 * figures rounded to the cent.
 * @param {any} body
 */
function brokenOutcome({ outcome, actualEps, reason, revealed }) {
  if (outcome === "void") return actualEps === null && reason?.trim() ? null : "it is void without a reason";
  if (actualEps === null) return "it is settled without a reported figure";
  const isBeat = cents(actualEps) > cents(revealed.lock.consensusEps);
  return (outcome === "beat") === isBeat
    ? null
    : "its outcome does not follow from the figure and the consensus";
}

// ---------------------------------------------------------------------------------------------------- daily roots

/** @param {any[]} entries @param {Published["roots"]} roots */
async function brokenRoot(entries, roots) {
  const byDay = Map.groupBy(entries, ({ body }) => body.time.slice(0, 10));
  for (const { date, root, firstSeq, lastSeq } of roots) {
    const ofDay = byDay.get(date) ?? [];
    const isSpan = ofDay[0]?.seq === firstSeq && ofDay.at(-1)?.seq === lastSeq;
    if (!isSpan || (await dailyRoot(ofDay.map(({ hash }) => hash))) !== root)
      return `the entries of ${date} do not give the root published`;
  }
  const rooted = new Set(roots.map(({ date }) => date));
  const missing = [...byDay.keys()].slice(0, -1).find((day) => !rooted.has(day));
  return missing ? `no root is published for ${missing}` : null;
}

/** @param {readonly string[]} hashes */
async function dailyRoot(hashes) {
  let level = await Promise.all(hashes.map((hash) => sha256(`leaf:${hash}`)));
  while (level.length > 1) {
    const pairs = level.flatMap((left, i) => (i % 2 === 0 ? [[left, level[i + 1]]] : []));
    level = await Promise.all(pairs.map(([l, r]) => (r === undefined ? `${l}` : sha256(`node:${l}:${r}`))));
  }
  return level[0];
}

// ----------------------------------------------------------------------------- the Merkle tree of entries (RFC 6962)

/** @param {any} entry */
export const leafOf = (entry) => digest(Uint8Array.of(0), encoder.encode(hashedText(entry)));
/** @param {Uint8Array} left @param {Uint8Array} right */
const parent = (left, right) => digest(Uint8Array.of(1), left, right);
/** Returns the largest power of two below n. @param {number} n */
const split = (n) => 2 ** Math.ceil(Math.log2(n) - 1);

/** @param {readonly Uint8Array[]} leaves @returns {Promise<Uint8Array>} */
export async function treeRoot(leaves) {
  const [first] = leaves;
  if (!first) return digest();
  if (leaves.length === 1) return first;
  const k = split(leaves.length);
  return parent(await treeRoot(leaves.slice(0, k)), await treeRoot(leaves.slice(k)));
}

/** @param {readonly Uint8Array[]} leaves @param {number} index @returns {Promise<Uint8Array[]>} */
export async function inclusionProof(leaves, index) {
  if (leaves.length < 2) return [];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return index < k
    ? [...(await inclusionProof(left, index)), await treeRoot(right)]
    : [...(await inclusionProof(right, index - k)), await treeRoot(left)];
}

/**
 * Returns the root of a tree of `size` leaves, computed from one leaf and its inclusion proof, or null when the
 * proof has the wrong length.
 * @type {(leaf: Uint8Array, index: number, size: number, proof: readonly Uint8Array[]) => Promise<Uint8Array |
 * null>}
 */
export async function rootOfInclusion(leaf, index, size, proof) {
  if (size === 1) return proof.length === 0 ? leaf : null;
  const last = proof.at(-1);
  if (!last) return null;
  const [k, rest] = [split(size), proof.slice(0, -1)];
  const inner = await (index < k
    ? rootOfInclusion(leaf, index, k, rest)
    : rootOfInclusion(leaf, index - k, size - k, rest));
  return inner && (index < k ? parent(inner, last) : parent(last, inner));
}

/**
 * Returns the root of a tree of `size` leaves, computed from some of its leaves, given in order, and from
 * `hashes`: the roots of the largest subtrees that contain none of these leaves, from left to right. It removes
 * the hashes that it uses, and returns null when one is missing.
 * @type {(leaves: readonly { index: number, leaf: Uint8Array }[], size: number, hashes: Uint8Array[], first?:
 * number) => Promise<Uint8Array | null>}
 */
export async function rootOfLeaves(leaves, size, hashes, first = 0) {
  const [one] = leaves;
  if (!one) return hashes.shift() ?? null;
  if (size === 1) return one.leaf;
  const middle = first + split(size);
  const isLeft = (/** @type {{ index: number }} */ { index }) => index < middle;
  const left = await rootOfLeaves(leaves.filter(isLeft), split(size), hashes, first);
  const right = await rootOfLeaves(
    leaves.filter((leaf) => !isLeft(leaf)),
    size - split(size),
    hashes,
    middle,
  );
  return left && right && parent(left, right);
}

/**
 * Returns the proof that a tree begins with the tree of its first `old` leaves (RFC 6962, section 2.1.2).
 * @type {(leaves: readonly Uint8Array[], old: number, isWhole?: boolean) => Promise<Uint8Array[]>}
 */
export async function consistencyProof(leaves, old, isWhole = true) {
  if (old === leaves.length) return isWhole ? [] : [await treeRoot(leaves)];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return old <= k
    ? [...(await consistencyProof(left, old, isWhole)), await treeRoot(right)]
    : [...(await consistencyProof(right, old - k, false)), await treeRoot(left)];
}

/**
 * Returns the roots of the tree of `old` leaves and of the tree of `size` leaves, computed from a consistency
 * proof, or null when the proof has the wrong length.
 * @type {(old: number, size: number, oldRoot: Uint8Array, proof: readonly Uint8Array[], isWhole?: boolean) =>
 * Promise<[Uint8Array, Uint8Array] | null>}
 */
export async function rootsOfConsistency(old, size, oldRoot, proof, isWhole = true) {
  if (old === size) {
    if (isWhole) return proof.length === 0 ? [oldRoot, oldRoot] : null;
    return proof.length === 1 && proof[0] ? [proof[0], proof[0]] : null;
  }
  const last = proof.at(-1);
  if (!last) return null;
  const [k, rest] = [split(size), proof.slice(0, -1)];
  const isLeft = old <= k;
  const inner = await (isLeft
    ? rootsOfConsistency(old, k, oldRoot, rest, isWhole)
    : rootsOfConsistency(old - k, size - k, oldRoot, rest, false));
  if (!inner) return null;
  const [then, now] = inner;
  return isLeft ? [then, await parent(now, last)] : [await parent(last, then), await parent(last, now)];
}

// ----------------------------------------------------------- checkpoints: c2sp.org/tlog-checkpoint, c2sp.org/signed-note

/**
 * Reads a signed checkpoint. Returns null for a text that is not one.
 * @param {string} note
 */
export function readCheckpoint(note) {
  const [, text, origin, size, root, , signed] =
    /^(([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n((?:[^\n]+\n)*))\n((?:\u2014 [^ \n]+ [A-Za-z0-9+/]+={0,2}\n)+)$/.exec(
      note,
    ) ?? [];
  if (!text || !origin || !size || !root || !signed) return null;
  const signatures = signed
    .trimEnd()
    .split("\n")
    .map((line) => ({ name: line.split(" ")[1] ?? "", bytes: fromBase64(line.split(" ")[2] ?? "") }));
  return { text, origin, size: Number(size), root: hex(fromBase64(root)), signatures };
}

/** @typedef {NonNullable<ReturnType<typeof readCheckpoint>>} Checkpoint */

/**
 * Returns whether a key signed a checkpoint. The key is `name+id+base64`, where the base64 contains the byte 1
 * and an Ed25519 key of 32 bytes. Its name must be the checkpoint's origin.
 * @param {Checkpoint} checkpoint
 * @param {string} key
 */
export async function isSignedBy({ text, origin, signatures }, key) {
  const [, name, id, encoded] = /^([^ +\n]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(key) ?? [];
  const bytes = fromBase64(encoded ?? "");
  if (!name || name !== origin || bytes.length !== 33 || bytes[0] !== 1) return false;
  if (hex((await digest(encoder.encode(`${name}\n`), bytes)).slice(0, 4)) !== id) return false;
  const signature = signatures.find((one) => one.name === name && hex(one.bytes.slice(0, 4)) === id);
  if (!signature) return false;
  const imported = await crypto.subtle.importKey("raw", bytes.slice(1), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", imported, signature.bytes.slice(4), encoder.encode(text));
}

/**
 * Returns whether a witness's key cosigned a checkpoint (c2sp.org/tlog-cosignature). The key is
 * `name+id+base64`, where the base64 contains the byte 4 and an Ed25519 key of 32 bytes.
 * @param {Checkpoint} checkpoint
 * @param {string} key
 */
export async function isCosignedBy({ text, signatures }, key) {
  const [, name = "", id, encoded] = /^([^ +\n]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(key) ?? [];
  const bytes = fromBase64(encoded ?? "");
  if (bytes.length !== 33 || bytes[0] !== 4) return false;
  if (hex((await digest(encoder.encode(`${name}\n`), bytes)).slice(0, 4)) !== id) return false;
  const signature = signatures.find((one) => one.name === name && hex(one.bytes.slice(0, 4)) === id);
  if (signature?.bytes.length !== 76) return false;
  const time = new DataView(signature.bytes.buffer).getBigUint64(4);
  const signed = encoder.encode(`cosignature/v1\ntime ${time}\n${text}`);
  const imported = await crypto.subtle.importKey("raw", bytes.slice(1), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", imported, signature.bytes.slice(12), signed);
}

/**
 * Returns the roots of the trees of the first leaves, by size, in hexadecimal. It computes them in one pass:
 * the stack holds the roots of full subtrees, each at most half as large as the one before.
 * @param {readonly Uint8Array[]} leaves
 * @param {Set<number>} sizes
 */
async function rootsAt(leaves, sizes) {
  /** @type {{ width: number, hash: Uint8Array }[]} */
  const stack = [];
  /** @type {Map<number, string>} */
  const roots = new Map();
  for (const [i, leaf] of leaves.entries()) {
    let node = { width: 1, hash: leaf };
    for (let left = stack.at(-1); left?.width === node.width; left = stack.at(-1)) {
      stack.pop();
      node = { width: 2 * left.width, hash: await parent(left.hash, node.hash) };
    }
    stack.push(node);
    if (!sizes.has(i + 1)) continue;
    let root = node.hash;
    for (const { hash } of stack.slice(0, -1).reverse()) root = await parent(hash, root);
    roots.set(i + 1, hex(root));
  }
  return roots;
}

/** @param {any[]} entries @param {Published} published @param {Held} held */
async function brokenCheckpoints(entries, published, held) {
  const { checkpoint, key, checkpoints = [] } = published;
  if (held.key && key && held.key !== key) return "the ledger is signed by another key than the one you hold";
  const trusted = held.key ?? key;
  /** @type {[string, string][]} names and texts of checkpoints: those that the reader holds first, the newest last */
  const notes = [];
  if (held.since) notes.push(["the checkpoint you hold", held.since]);
  for (const bytes of held.receipts ?? []) {
    const receipt = readReceipt(bytes);
    if (!receipt) return "the receipt you hold is not a time stamp";
    const signed = await isTrusted(receipt, held.certificates ?? []);
    if (signed === false) return "the receipt you hold is not signed with a certificate you trust";
    const note = await noteOf(receipt, checkpoints);
    if (!note)
      return "the checkpoint of the receipt you hold is not published any more: it was rewritten or removed";
    notes.push(["the checkpoint of the receipt you hold", note]);
  }
  const latestHeld = notes.length;
  // Checkpoints with another origin belong to the log of another key, and are not compared with this ledger.
  const ofLog = checkpoints.filter((note) => trusted?.startsWith(`${readCheckpoint(note)?.origin}+`));
  for (const note of ofLog) notes.push(["a checkpoint published before", note]);
  if (checkpoint) notes.push(["the published checkpoint", checkpoint]);
  if (latestHeld > 0 && !checkpoint) return "no checkpoint is published any more, but you hold one";
  const sizes = new Set(notes.map(([, note]) => readCheckpoint(note)?.size ?? 0));
  const leaves = notes.length > 0 ? await Promise.all(entries.map(leafOf)) : [];
  const roots = await rootsAt(leaves, sizes);
  let least = 0;
  for (const [i, [name, note]] of notes.entries()) {
    const isNewest = Boolean(checkpoint) && i === notes.length - 1;
    const read = readCheckpoint(note);
    if (!read) return `${name} has not the form of a checkpoint`;
    if (!trusted || !(await isSignedBy(read, trusted))) return `${name} is not signed by the ledger's key`;
    if (read.size > entries.length)
      return `the ledger has ${entries.length} entries, and ${name} has ${read.size}: its end is missing`;
    if ((read.size === 0 ? hex(await digest()) : roots.get(read.size)) !== read.root)
      return `the first ${read.size} entries are not those of ${name}: they were rewritten`;
    if (i < latestHeld) least = Math.max(least, read.size);
    if (isNewest && read.size < least) return "the published checkpoint is older than the one you hold";
    for (const witness of isNewest ? (held.witnesses ?? []) : [])
      if (!(await isCosignedBy(read, witness)))
        return `${name} has no cosignature by ${witness.split("+")[0]}`;
  }
  return brokenReceipts(published, held);
}

/**
 * Returns what is wrong with the receipts of outside witnesses, or null. Each receipt must be for a published
 * checkpoint.
 * @param {Published} published
 * @param {Held} held
 */
async function brokenReceipts({ receipts = [], checkpoints = [] }, { certificates = [], witnesses = [] }) {
  for (const { witness, size, kind, bytes } of receipts) {
    const name = `the receipt of ${witness} for ${size} entries`;
    const note = checkpoints.find((one) => readCheckpoint(one)?.size === size);
    if (!note) return `${name} is of a checkpoint that is not published`;
    if (kind === "log-witness") {
      const cosigned = readCheckpoint(note + new TextDecoder().decode(bytes));
      const key = witnesses.find((one) => one.startsWith(`${witness}+`));
      if (!cosigned || (key && !(await isCosignedBy(cosigned, key))))
        return `${name} is no cosignature of its key`;
      continue;
    }
    const receipt = readReceipt(bytes);
    if (!receipt) return `${name} is not a time stamp`;
    if (receipt.digest !== (await sha256(note))) return `${name} is of something else`;
    if (certificates.length > 0 && !(await isTrusted(receipt, certificates)))
      return `${name} is not signed with a certificate you trust`;
  }
  return null;
}

// ---------------------------------------------------------------------------------- answers of a past moment (`asOf`)

/**
 * @typedef {{ asOf: string, recordBegan: string, ledgerSize: number, checkpoint: { size: number, note: string, key: string } | null,
 *   entries: readonly any[], revealed: readonly any[], hashes: readonly string[] }} Known
 * @typedef {{ isValid: true, entries: number, proven: number } | { isValid: false, reason: string }} KnownVerdict
 *   `proven` is the number of entries in the checkpoint's tree; newer entries will be in the next checkpoint
 */

/**
 * Checks that the entries of an answer about a past moment were in the ledger by that moment. Sends no
 * requests.
 * @param {Known} known
 * @param {{ key?: string | null }} [held]
 * @returns {Promise<KnownVerdict>}
 */
export async function verifyKnown(known, held = {}) {
  const reason = (await brokenKnown(known)) ?? (await brokenInclusion(known, held.key ?? null));
  if (reason) return { isValid: false, reason };
  const proven = known.entries.filter(({ seq }) => seq <= (known.checkpoint?.size ?? 0));
  return { isValid: true, entries: known.entries.length, proven: proven.length };
}

/** @param {Known} known */
async function brokenKnown({ asOf, ledgerSize, entries, revealed }) {
  /** @type {Map<string, any>} */
  const locks = new Map();
  let last = 0;
  for (const entry of entries) {
    if (!isEntry(entry)) return "an entry has not the form of a ledger entry";
    const { seq, hash, body } = entry;
    if (hash !== (await sha256(hashedText(entry))))
      return `the hash of entry ${seq} does not match its contents`;
    if (seq <= last || seq > ledgerSize)
      return `entry ${seq} is out of order, or newer than the ledger of then`;
    if (Date.parse(body.time) > Date.parse(asOf)) return `entry ${seq} is of a later time`;
    if (body.type === "lock") locks.set(body.id, body);
    const broken = body.type === "settlement" && brokenOutcome(body);
    if (broken) return `entry ${seq}: ${broken}`;
    last = seq;
  }
  const openings = [...revealed, ...entries.flatMap(({ body }) => body.revealed ?? [])];
  for (const opening of openings) {
    const lock = locks.get(opening?.lock?.id);
    // An answer without predictions contains only the ledger's last entry. When that is a settlement, its lock
    // is not among the entries.
    if (!lock && entries.length === 1) continue;
    const broken = lock ? await brokenSeal(lock, opening) : "its lock is not among the entries";
    if (broken) return `what opens ${opening?.lock?.id}: ${broken}`;
  }
  return null;
}

/** @param {Known} known @param {string | null} heldKey */
async function brokenInclusion({ checkpoint, entries, hashes }, heldKey) {
  if (!checkpoint) return heldKey ? "no checkpoint is given, but you hold a key" : null;
  const read = readCheckpoint(checkpoint.note);
  if (!read || read.size !== checkpoint.size) return "the checkpoint has not the form of one";
  if (!(await isSignedBy(read, heldKey ?? checkpoint.key)))
    return "the checkpoint is not signed by the ledger's key";
  const proven = entries.filter(({ seq }) => seq <= read.size);
  const leaves = await Promise.all(
    proven.map(async (entry) => ({ index: entry.seq - 1, leaf: await leafOf(entry) })),
  );
  if (leaves.length === 0) return hashes.length === 0 ? null : "the proof is of no entry";
  const left = hashes.map((hash) =>
    Uint8Array.from(hash.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  );
  const root = await rootOfLeaves(leaves, read.size, left);
  return root && left.length === 0 && hex(root) === read.root
    ? null
    : "the entries are not those of the checkpoint: its root does not follow";
}

// ------------------------------------------------------------ receipts: what outsiders gave for a checkpoint's SHA-256

/** @typedef {{ digest: string, time: string, content: Uint8Array, signer: Der[] }} Receipt  An RFC 3161 time stamp. */

/**
 * Reads an RFC 3161 time stamp. Returns null for bytes that are not one.
 * @param {Uint8Array} bytes
 * @returns {Receipt | null}
 */
export function readReceipt(bytes) {
  try {
    return readTimestamp(bytes);
  } catch {
    return null;
  }
}

/** @param {Receipt} receipt @param {readonly string[]} notes */
async function noteOf(receipt, notes) {
  for (const note of notes) if ((await sha256(note)) === receipt.digest) return note;
  return null;
}

/**
 * Returns whether one of the certificates signed a time stamp, or null when the reader holds no certificate.
 * @param {Receipt} receipt
 * @param {readonly string[]} certificates
 */
async function isTrusted(receipt, certificates) {
  if (certificates.length === 0) return null;
  for (const one of certificates) if (await isStampedWith(receipt, one).catch(() => false)) return true;
  return false;
}

/** @typedef {{ tag: number, value: Uint8Array<ArrayBuffer>, whole: Uint8Array<ArrayBuffer> }} Der an ASN.1 value in DER */

/**
 * Reads consecutive DER values. Throws RangeError when one is cut off.
 * @param {Uint8Array} bytes
 */
function der(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, short = 0] = bytes.slice(at, at + 2);
    const more = short > 127 ? short & 127 : 0;
    const long = bytes.slice(at + 2, at + 2 + more).reduce((sum, byte) => sum * 256 + byte, 0);
    const [from, length] = [at + 2 + more, more > 0 ? long : short];
    if (from + length > bytes.length) throw new RangeError("DER is cut");
    const [value, whole] = [bytes.slice(from, from + length), bytes.slice(at, from + length)];
    found.push({ tag, value: new Uint8Array(value), whole: new Uint8Array(whole) });
    at = from + length;
  }
  return found;
}

/**
 * Returns the value at a path of indexes into nested DER values; a negative index counts from the end. Throws
 * RangeError when there is no value.
 * @param {Der[]} values
 * @param {...number} path
 * @returns {Der}
 */
function within(values, ...path) {
  const [index = 0, ...rest] = path;
  const one = values.at(index);
  if (!one) throw new RangeError("DER has another form");
  return rest.length > 0 ? within(der(one.value), ...rest) : one;
}

/** Object identifiers: their DER contents in hexadecimal. */
const oid = {
  sha256: "608648016503040201",
  "SHA-256": "608648016503040201",
  "SHA-384": "608648016503040202",
  "SHA-512": "608648016503040203",
  messageDigest: "2a864886f70d010904",
  timestamp: "2a864886f70d0109100104",
  rsa: "2a864886f70d010101",
  "P-256": "2a8648ce3d030107",
  "P-384": "2b81040022",
};

/**
 * Reads a TimeStampResp (RFC 3161): a status, and a CMS message (RFC 5652) that signs a TSTInfo. Returns null
 * unless the time stamp was granted for a SHA-256 digest.
 * @param {Uint8Array} bytes
 * @returns {Receipt | null}
 */
function readTimestamp(bytes) {
  const reply = der(bytes);
  const status = within(reply, 0, 0, 0).value[0] ?? 9;
  const signed = within(reply, 0, 1, 1, 0);
  const content = within([signed], 0, 2, 1, 0).value;
  const info = der(within(der(content), 0).value);
  const [isStamp, isSha256] = [within([signed], 0, 2, 0), within(info, 2, 0, 0)].map(({ value }) =>
    hex(value),
  );
  if (status > 1 || isStamp !== oid.timestamp || isSha256 !== oid.sha256) return null;
  const time = new TextDecoder().decode(within(info, 4).value);
  return {
    digest: hex(within(info, 2, 1).value),
    time: time.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/, "$1-$2-$3T$4:$5:$6"),
    content,
    signer: der(within([signed], 0, -1, 0).value),
  };
}

/** @param {Receipt} stamp @param {string} pem */
async function isStampedWith({ content, signer }, pem) {
  const hash = /** @type {const} */ (["SHA-256", "SHA-384", "SHA-512"]).find(
    (name) => oid[name] === hex(within(signer, 2, 0).value),
  );
  const attributes = within(signer, 3);
  const stated = der(attributes.value).find((one) => hex(within([one], 0, 0).value) === oid.messageDigest);
  if (!hash || attributes.tag !== 0xa0 || !stated) return false;
  const actual = new Uint8Array(await crypto.subtle.digest(hash, new Uint8Array(content)));
  if (hex(within([stated], 0, 1, 0).value) !== hex(actual)) return false;
  // The signature covers the attributes as an ASN.1 SET, but they are sent with another tag, so the tag is
  // replaced.
  const set = Uint8Array.of(0x31, ...attributes.whole.slice(1));
  const signature = within(signer, 5).value;
  const fields = der(within(der(fromBase64(pem.replace(/-----[^-]+-----|\s/g, ""))), 0, 0).value);
  const publicKey = within(fields, fields[0]?.tag === 0xa0 ? 6 : 5);
  const [algorithm, curve] = der(within([publicKey], 0, 0).value).map(({ value }) => hex(value));
  if (algorithm === oid.rsa) {
    const rsa = { name: "RSASSA-PKCS1-v1_5", hash };
    const key = await crypto.subtle.importKey("spki", publicKey.whole, rsa, false, ["verify"]);
    return crypto.subtle.verify(rsa, key, signature, set);
  }
  const namedCurve = curve === oid["P-384"] ? "P-384" : "P-256";
  const key = await crypto.subtle.importKey("spki", publicKey.whole, { name: "ECDSA", namedCurve }, false, [
    "verify",
  ]);
  const width = namedCurve === "P-384" ? 48 : 32;
  const numbers = der(within(der(signature), 0).value).map(({ value }) =>
    [...new Uint8Array(width), ...value].slice(-width),
  );
  return crypto.subtle.verify({ name: "ECDSA", hash }, key, Uint8Array.from(numbers.flat()), set);
}

// ------------------------------------------------------------------- completeness: every report of the public calendar

/**
 * @typedef {{ symbol: string, fiscalQuarterEnd: string, reportDate: string, symbolAtPrediction?: string }} Report
 *   `symbolAtPrediction` is the ticker at the lock, when the company has another ticker now
 * @typedef {{ reports: readonly Report[], unlocked: readonly (Report & { reason: string })[] }} Calendar the past
 *   days from the second day after the first lock of record on
 */
const unlockedReasons = ["missed", "outside_universe", "too_few_quarters", "past_unread", "late_in_calendar"];

/** @param {any[]} entries @param {Calendar | null | undefined} calendar */
function incomplete(entries, calendar) {
  /** @param {{ symbol: string, fiscalQuarterEnd: string }} of */
  const name = ({ symbol, fiscalQuarterEnd }) => `${symbol} ${fiscalQuarterEnd}`;
  const locks = entries.filter(({ body }) => body.type === "lock" && body.kind !== "analysis");
  // Each lock is used up by one report, so a lock under a former ticker cannot also explain another company's
  // report.
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const { body } of locks) left.set(name(body), (left.get(name(body)) ?? 0) + 1);
  /** @param {Report} one */
  const isLocked = (one) => {
    const lock = name({ ...one, symbol: one.symbolAtPrediction ?? one.symbol });
    const n = left.get(lock) ?? 0;
    left.set(lock, n - 1);
    return n > 0;
  };
  const known = (calendar?.unlocked ?? []).filter(({ reason }) => unlockedReasons.includes(reason));
  const explained = new Set(known.map(name));
  const reports = [...new Map(calendar?.reports.map((one) => [name(one), one])).values()];
  // A report that has a reason for being without a lock is skipped, so that it does not use up the lock of
  // another company that had the ticker earlier.
  const missing = reports.find((one) => !explained.has(name(one)) && !isLocked(one));
  return missing
    ? `${missing.symbol} reported on ${missing.reportDate} by the calendar, and has neither a lock nor a reason for having none`
    : null;
}

/**
 * Counts the reports without a lock by their reason.
 * @param {Calendar} calendar
 */
export function unlockedCounts({ unlocked }) {
  return Object.fromEntries(
    [...Map.groupBy(unlocked, ({ reason }) => reason)].map(([reason, all]) => [reason, all.length]),
  );
}

// --------------------------------------------------------------------------------------------- reading over the network

export const BLIND_SPOT =
  "No older checkpoint and no receipt was given, so this cannot show whether entries were cut from the end, or the whole " +
  "ledger was written anew by its keeper. Save the checkpoint now, and compare with it next time.";

/**
 * Reads a ledger and what its keeper publishes beside it. `get` returns the text at a path, or null when there
 * is none.
 * @param {(path: string) => Promise<string | null>} get
 * @returns {Promise<{ entries: unknown[], published: Published }>}
 */
export async function readLedger(get) {
  /** @param {string} path */
  const json = async (path) => JSON.parse((await get(path)) ?? "null");
  const { key } = (await json("/api/track-record")).ledger;
  // The checkpoint is read before the entries, so that the entries include all that it covers.
  const checkpoint = key ? await get("/api/track-record/checkpoint") : null;
  const entries = [];
  for (;;) {
    const page = await json(`/api/track-record/ledger?after=${entries.length}`);
    entries.push(...page.entries);
    if (page.entries.length > 0 && entries.length < page.head.seq) continue;
    const { roots } = await json("/api/track-record/roots");
    const checkpoints = (await pages(json, "/api/track-record/checkpoints", "checkpoints"))
      .map(({ note }) => note)
      .reverse();
    const calendar = await readCalendar(json, entries);
    return { entries, published: { head: page.head, roots, checkpoint, key, checkpoints, calendar } };
  }
}

/** @typedef {(path: string) => Promise<any>} ReadJson */

/**
 * Reads all pages of a list. Returns an empty list when the host does not have it.
 * @type {(json: ReadJson, path: string, name: string) => Promise<any[]>}
 */
async function pages(json, path, name) {
  const items = [];
  for (let before = ""; ; ) {
    const page = await json(`${path}${before}`);
    items.push(...(page?.[name] ?? []));
    if (!page?.next) return items;
    before = `?before=${page.next}`;
  }
}

/**
 * Reads the calendar of the past days, from the second day after the first lock of record on. Returns null
 * without such a lock or a public calendar.
 * @param {ReadJson} json
 * @param {any[]} entries
 */
async function readCalendar(json, entries) {
  const first = entries.find(({ body }) => body.type === "lock" && body.kind === "record");
  /** @param {string} day @param {number} days */
  const after = (day, days) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  if (!first) return null;
  const [reports, unlocked] = [/** @type {any[]} */ ([]), /** @type {any[]} */ ([])];
  for (
    let from = after(first.body.time.slice(0, 10), 2), today = "9999";
    from < today;
    from = after(from, DAYS_A_CALL)
  ) {
    const span = `?from=${from}&to=${after(from, DAYS_A_CALL - 1)}`;
    const [calendar, without] = [
      await json(`/api/calendar${span}`),
      await json(`/api/track-record/unlocked${span}`),
    ];
    if (!calendar || !without) return null;
    today = calendar.today;
    reports.push(...calendar.items.filter((/** @type {Report} */ { reportDate }) => reportDate < today));
    unlocked.push(...without.reports);
  }
  return { reports, unlocked };
}
const DAYS_A_CALL = 21;

/**
 * Reads the first and the last receipt of each outside witness, which show since when and up to which
 * checkpoint it has attested the ledger.
 * @param {ReturnType<typeof reader>} get
 */
export async function readReceipts(get) {
  const all = await pages(
    async (path) => JSON.parse((await get(path)) ?? "null"),
    "/api/track-record/receipts",
    "receipts",
  );
  const ends = [...Map.groupBy(all, ({ witness }) => witness).values()].flatMap((of) => [
    ...new Set([of.at(-1), of[0]]),
  ]);
  const found = [];
  for (const { witness, size, kind, digest: hash } of ends) {
    const bytes = await get.bytes(`/api/track-record/receipts/${hash}`);
    found.push({ witness, size, kind, bytes: bytes ?? new Uint8Array() });
  }
  return found;
}

/**
 * Returns a text with a receipt's witness, number of entries and kind.
 * @param {NonNullable<Published["receipts"]>[number]} receipt
 */
export async function describeReceipt({ witness, size, kind, bytes }) {
  const stamp = kind === "rfc3161" ? readReceipt(bytes) : null;
  const what = stamp ? `time stamp of ${stamp.time}` : "cosignature";
  return `${witness}, ${size} entries: ${what}`;
}

/**
 * Returns a function that reads a text from a host, or null when the host answers 404; its `bytes` reads a
 * binary file. It waits and retries when the host answers 429, and throws for any other error.
 * @param {string} origin
 * @param {(seconds: number) => void} [onWait]
 */
export function reader(origin, onWait) {
  /** @param {string} path */
  async function ask(path) {
    for (let tries = 1; ; tries++) {
      const response = await fetch(new URL(path, origin));
      if (response.ok) return response;
      if (response.status === 404) return null;
      if (response.status !== 429 || tries === 30) throw new Error(`${path} answered ${response.status}`);
      const seconds = Math.min(120, Math.max(1, Number(response.headers.get("retry-after")) || 10));
      onWait?.(seconds);
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    }
  }
  /** @param {string} path */
  const get = async (path) => (await ask(path))?.text() ?? null;
  /** @param {string} path */
  const bytes = async (path) => new Uint8Array((await (await ask(path))?.arrayBuffer()) ?? []);
  return Object.assign(get, { bytes });
}

/**
 * Counts the locks of a valid ledger, and how many of them have ended or are open.
 * @param {readonly unknown[]} entries
 */
export function countsOf(entries) {
  const bodies = /** @type {any[]} */ (entries).map(({ body }) => body);
  const locks = bodies.filter(({ type }) => type === "lock");
  const ended = bodies.length - locks.length;
  return {
    locks: locks.length,
    ended,
    open: locks.length - ended,
    since: locks[0]?.time ?? null,
    last: bodies.at(-1)?.time ?? null,
  };
}

/**
 * Returns the Brier scores, skill and calibration bins of the settled predictions of one kind in a valid
 * ledger. Probabilities count with four decimals, and a bin is ten percentage points wide.
 * @param {readonly unknown[]} entries
 * @param {"record" | "replay"} kind
 */
export function scoresOf(entries, kind) {
  const bodies = /** @type {any[]} */ (entries).map(({ body }) => body);
  const bins = Array.from({ length: 10 }, () => ({ n: 0, beats: 0 }));
  let [n, model, base] = [0, 0, 0];
  for (const { outcome, revealed } of bodies) {
    if (revealed?.lock.kind !== kind || outcome === "void") continue;
    const { probability, baseRate } = revealed.lock;
    const [said, rate, beat] = [
      Math.round(probability * 1e4),
      Math.round(baseRate * 1e4),
      outcome === "beat" ? 1 : 0,
    ];
    const bin = bins[Math.min(9, Math.floor(said / 1000))];
    if (bin) Object.assign(bin, { n: bin.n + 1, beats: bin.beats + beat });
    n += 1;
    model += (said - 1e4 * beat) ** 2;
    base += (rate - 1e4 * beat) ** 2;
  }
  if (n === 0) return { n, brier: null, baseBrier: null, skill: null, bins };
  return {
    n,
    brier: model / n / 1e8,
    baseBrier: base / n / 1e8,
    skill: base === 0 ? null : 1 - model / base,
    bins,
  };
}

/**
 * Compares the published evidence of each settled prediction with the hash that was locked, up to the first
 * that differs.
 * @param {ReturnType<typeof reader>} get
 * @param {readonly unknown[]} entries
 */
export async function verifyEvidence(get, entries) {
  let [next, compared] = ["", 0];
  do {
    const page = JSON.parse((await get(`/api/track-record/predictions?limit=100${next}`)) ?? "null");
    for (const { id, stock } of page.items) {
      const shown = JSON.parse((await get(`/api/track-record/predictions/${id}`)) ?? "null");
      const lock = /** @type {any} */ (entries[shown.lock.seq - 1]);
      const settlement = /** @type {any} */ (entries[shown.settlement.seq - 1]);
      const { evidenceHash } = settlement.body.revealed.lock;
      const isSame = lock.hash === shown.lock.hash && settlement.body.lockId === lock.body.id;
      if (!isSame || (await sha256(canonical(shown.analysis))) !== evidenceHash)
        return { compared, differs: `${stock.symbol}, ${id}` };
      compared++;
    }
    next = page.next ? `&before=${encodeURIComponent(page.next)}` : "";
  } while (next);
  return { compared, differs: null };
}

// --------------------------------------------------------------------------------------------------- the command line

/** @param {string[]} args */
export async function main(args) {
  /**
   * Imports a module of Node, which only the command line needs.
   * @param {string} name
   */
  const node = (name) => import(/* @vite-ignore */ `node:${name}`);
  const { readFileSync, writeFileSync } = await node("fs");
  const { parseArgs } = await node("util");
  const text = /** @type {const} */ ({ type: "string" });
  const { values } = parseArgs({
    args,
    options: {
      url: text,
      since: text,
      save: text,
      key: text,
      evidence: { type: "boolean" },
      receipt: { ...text, multiple: true },
      certificate: { ...text, multiple: true },
      witness: { ...text, multiple: true },
      answer: text,
    },
  });
  if (values.answer !== undefined)
    return printKnown(JSON.parse(readFileSync(values.answer, "utf8")), values.key);
  const get = reader(values.url ?? "http://localhost:5173", (s) =>
    console.error(`Too often: waiting ${s} seconds.`),
  );
  const { entries, published } = await readLedger(get);
  const since = values.since === undefined ? null : readFileSync(values.since, "utf8");
  const held = {
    since,
    key: values.key ?? null,
    receipts: (values.receipt ?? []).map((/** @type {string} */ file) => new Uint8Array(readFileSync(file))),
    certificates: (values.certificate ?? []).map(
      (/** @type {string} */ file) => /** @type {string} */ (readFileSync(file, "utf8")),
    ),
    witnesses: values.witness ?? [],
  };
  const receipts = await readReceipts(get);
  const verdict = await verifyLedger(entries, { ...published, receipts }, held);
  if (!verdict.isValid) {
    const where = verdict.seq === null ? "" : ` at entry ${verdict.seq}`;
    console.error(`ledger not valid${where}: ${verdict.reason}`);
    return 1;
  }
  const evidence = values.evidence ? await verifyEvidence(get, entries) : null;
  if (evidence?.differs) {
    console.error(`ledger not valid: the evidence of ${evidence.differs} is not what was locked`);
    return 1;
  }
  console.log(`ledger valid: ${entries.length} entries`);
  const { locks, open, ended, last } = countsOf(entries);
  console.error(
    `Sealed locks: ${locks}, of them ${ended} ended and ${open} open. Last entry: ${last ?? "none"}.`,
  );
  for (const kind of /** @type {const} */ (["record", "replay"])) {
    const { n, brier, baseBrier, skill } = scoresOf(entries, kind);
    if (n > 0)
      console.error(
        `Settled (${kind}): ${n}, Brier score ${brier?.toFixed(6)}, of the base rate ${baseBrier?.toFixed(6)}, skill ${skill?.toFixed(4)}.`,
      );
  }
  if (evidence) console.error(`The evidence of ${evidence.compared} settled predictions is what was locked.`);
  const signed = published.checkpoint ? readCheckpoint(published.checkpoint) : null;
  if (signed) console.error(`Checkpoint of ${signed.size} entries, signed by ${published.key}.`);
  else console.error("No checkpoint is published: nobody signs this ledger.");
  for (const line of await Promise.all(receipts.map(describeReceipt)))
    console.error(`Attested outside by ${line}.`);
  if (receipts.length === 0) console.error("Not witnessed: no outsider attests its checkpoints.");
  else if (held.certificates.length === 0 && receipts.some(({ kind }) => kind === "rfc3161"))
    console.error(
      "Whose time stamps these are was not checked: give the authority's certificate, or ask openssl ts -verify.",
    );
  console.error(completenessOf(published.calendar));
  if (since)
    console.error(`Nothing of the ${readCheckpoint(since)?.size} entries you hold was changed or removed.`);
  if (held.receipts.length > 0) console.error("The checkpoint of each receipt you hold is there, unchanged.");
  if (!since && held.receipts.length === 0) console.error(BLIND_SPOT);
  if (values.save && published.checkpoint) writeFileSync(values.save, published.checkpoint);
  return 0;
}

/** @param {{ known?: Known }} answer @param {string | undefined} key */
async function printKnown({ known }, key) {
  const verdict = known
    ? await verifyKnown(known, { key: key ?? null })
    : { isValid: /** @type {const} */ (false), reason: "it has no proof: it was not asked for with asOf" };
  if (!verdict.isValid || !known) {
    console.error(`answer not valid: ${"reason" in verdict ? verdict.reason : ""}`);
    return 1;
  }
  const { asOf, ledgerSize, checkpoint } = known;
  console.log(`answer valid: ${verdict.entries} entries, in the ledger by ${asOf}`);
  console.error(
    checkpoint
      ? `${verdict.proven} of them are in the checkpoint of ${checkpoint.size} entries, signed by ${checkpoint.key}.`
      : "No checkpoint is given: nobody signs this ledger.",
  );
  console.error(`The ledger had ${ledgerSize} entries then.`);
  return 0;
}

/** @param {Calendar | null | undefined} calendar */
export function completenessOf(calendar) {
  if (!calendar) return "Completeness was not checked: no prediction of record, or no calendar, is public.";
  const without = Object.entries(unlockedCounts(calendar)).map(
    ([reason, n]) => `${n} ${reason.replaceAll("_", " ")}`,
  );
  return (
    `Each of the ${calendar.reports.length} reports of the calendar has a lock, or a reason for having none` +
    `${without.length > 0 ? ` (${without.join(", ")})` : ""}. What the calendar itself leaves out cannot be seen here.`
  );
}

const { process } = /** @type {any} */ (globalThis);
if (process?.argv?.[1]?.endsWith("ledger-verifier.mjs")) process.exitCode = await main(process.argv.slice(2));
