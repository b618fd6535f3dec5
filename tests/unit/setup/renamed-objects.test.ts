import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { moveRenamedLedgers, objectId } from "../../../scripts/setup/renamed-objects.mjs";

let state: string;
const folder = (name: string) => join(state, "v3", "do", name);

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "state-"));
});

afterEach(() => rmSync(state, { recursive: true }));

it("names an object as the local runtime does", () => {
  // Seen as a file of that name in the state of a run of 2026-11.
  expect(objectId("beatcast-LedgerBook", "sample")).toBe(
    "ef7d2d5023deeec9214492dfa42388a13e32cf2e992ad3a29606e746c6e6e385",
  );
});

it("moves the ledgers of an older state once, and leaves a present one alone", () => {
  mkdirSync(folder("beatcast-LedgerBook"), { recursive: true });
  const clock = "2025-02-25T15:00:00Z";
  for (const name of ["sample", `sample ${clock}`]) {
    const file = join(folder("beatcast-LedgerBook"), `${objectId("beatcast-LedgerBook", name)}.sqlite`);
    writeFileSync(file, name);
  }
  moveRenamedLedgers(state, { MARKET_CLOCK: clock });
  const moved = readdirSync(folder("beatcast-Ledger")).map((file) =>
    readFileSync(join(folder("beatcast-Ledger"), file), "utf8"),
  );
  expect(moved.toSorted()).toEqual(["sample", `sample ${clock}`]);
  expect(readdirSync(folder("beatcast-LedgerBook"))).toEqual([]);

  const left = join(folder("beatcast-LedgerBook"), `${objectId("beatcast-LedgerBook", "sample")}.sqlite`);
  writeFileSync(left, "of the old class");
  moveRenamedLedgers(state);
  expect(readFileSync(left, "utf8")).toBe("of the old class");
});
