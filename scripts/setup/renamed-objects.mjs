import { createHash, createHmac } from "node:crypto";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";

/**
 * Moves the ledgers of a local state to the class's present name. Cloudflare does it by `renamed_classes`; the local
 * runtime names folders and files after the class, so an older state would lose its ledger beside its predictions.
 */
export function moveRenamedLedgers(state, { MARKET_CLOCK } = {}) {
  const [from, to] = ["beatcast-LedgerBook", "beatcast-Ledger"];
  const objects = join(state, "v3", "do");
  if (!existsSync(join(objects, from)) || existsSync(join(objects, to))) return;
  mkdirSync(join(objects, to));
  for (const market of ["sample", "live"])
    for (const name of MARKET_CLOCK ? [market, `${market} ${MARKET_CLOCK}`] : [market])
      for (const ending of [".sqlite", ".sqlite-wal", ".sqlite-shm"]) {
        const file = join(objects, from, objectId(from, name) + ending);
        if (existsSync(file)) renameSync(file, join(objects, to, objectId(to, name) + ending));
      }
}

/** The local runtime's id of the object of that name: it depends on the script's and the class's names. */
export function objectId(uniqueKey, name) {
  const key = createHash("sha256").update(uniqueKey).digest();
  const first = createHmac("sha256", key).update(name).digest().subarray(0, 16);
  const rest = createHmac("sha256", key).update(first).digest().subarray(0, 16);
  return Buffer.concat([first, rest]).toString("hex");
}
