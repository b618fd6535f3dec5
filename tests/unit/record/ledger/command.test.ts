import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { LedgerEntry } from "#contract/ledger.ts";
import { canonicalJson, sha256 } from "#contract/ledger-format.ts";
import { BLIND_SPOT, leafOf, main, treeRoot } from "#ledger-verifier";
import { openSigner, type Signer } from "#record/ledger/signed-note.ts";
import { newLedgerSigningKey } from "../../../../scripts/setup/ledger-key.mjs";
import { unsignedStampOf } from "../receipts/unsigned-stamp.ts";
import { chained, lockOf, openingOf, publishedOf, sealed, someBodies } from "./a-ledger.ts";

const LENGTH = 24;
const analysis = { said: "what was known" };
const folder = mkdtempSync(join(tmpdir(), "ledger-"));

let server: Server;
let url = "";
let signer: Signer;
/** What the host serves, and how often it refuses before that. */
let host: {
  entries: LedgerEntry[];
  isSigned: boolean;
  refusals: number;
  analysis: unknown;
  receipts: { witness: string; size: number; kind: string; digest: string }[];
  calendar: { symbol: string; fiscalQuarterEnd: string; reportDate: string; symbolAtPrediction?: string }[];
  unlocked?: object[];
};

beforeAll(async () => {
  signer = await openSigner(newLedgerSigningKey("beatcast.test/ledger"), "live");
  server = createServer(async ({ url: path = "" }, answer) => {
    if (host.refusals-- > 0) return answer.writeHead(429, { "retry-after": "1" }).end();
    const text = await answerTo(new URL(path, "http://host"));
    answer.writeHead(text === null ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function answerTo({ pathname, searchParams }: URL): Promise<string | null> {
  const { entries, isSigned } = host;
  const { head, roots } = await publishedOf(entries);
  const settlement = entries.findLast(({ body }) => body.type === "settlement");
  const lock = entries.find(
    ({ body }) => settlement?.body.type === "settlement" && body.id === settlement.body.lockId,
  );
  switch (pathname) {
    case "/api/track-record":
      return JSON.stringify({ ledger: { ...head, key: isSigned ? signer.publicKey : null } });
    case "/api/track-record/ledger": {
      const after = Number(searchParams.get("after"));
      return JSON.stringify({ entries: entries.slice(after, after + 10), head });
    }
    case "/api/track-record/roots":
      return JSON.stringify({ roots });
    case "/api/track-record/checkpoint":
      return isSigned ? checkpointOf(entries) : null;
    case "/api/track-record/checkpoints":
      return JSON.stringify({
        checkpoints: isSigned ? [{ note: await checkpointOf(entries) }] : [],
        next: null,
      });
    case "/api/track-record/receipts":
      return JSON.stringify({ receipts: host.receipts, next: null });
    case `/api/track-record/receipts/${"ab".repeat(32)}`:
      return "— host.example/w1 q83vEg==\n";
    case "/api/calendar": {
      const isIn = ({ reportDate }: { reportDate: string }) =>
        reportDate >= (searchParams.get("from") ?? "") && reportDate <= (searchParams.get("to") ?? "");
      return JSON.stringify({ today: "2026-03-01", items: host.calendar.filter(isIn) });
    }
    case "/api/track-record/unlocked":
      return JSON.stringify({ reports: host.unlocked ?? [] });
    case "/api/track-record/predictions":
      return JSON.stringify({ items: [{ id: "prd_1", stock: { symbol: "S21" } }], next: null });
    case "/api/track-record/predictions/prd_1":
      return JSON.stringify({ lock, settlement, analysis: host.analysis });
    default:
      return null;
  }
}

async function checkpointOf(entries: readonly LedgerEntry[]): Promise<string> {
  const root = await treeRoot(await Promise.all(entries.map(leafOf)));
  return signer.sign({ size: entries.length, root });
}

/** Starts a host with a ledger whose last lock names the evidence that the host serves. */
async function aHost(change: (entries: LedgerEntry[]) => LedgerEntry[] = (entries) => entries) {
  const evidenceHash = await sha256(canonicalJson(analysis));
  const bodies = someBodies(LENGTH);
  const lock = { ...lockOf(21), evidenceHash };
  const end = bodies[23];
  if (end?.type !== "settlement") throw new Error("the last entry is no settlement");
  bodies[21] = sealed(lock);
  bodies[23] = { ...end, revealed: openingOf(lock) };
  host = {
    entries: change(await chained(bodies)),
    isSigned: true,
    refusals: 0,
    analysis,
    receipts: [],
    calendar: [],
  };
}

/** Runs the command, and returns its exit code and what it printed. */
async function verify(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: "", err: "" };
  const spies = [
    vi.spyOn(console, "log").mockImplementation((line) => {
      printed.out += `${line}\n`;
    }),
    vi.spyOn(console, "error").mockImplementation((line) => {
      printed.err += `${line}\n`;
    }),
  ];
  try {
    const code = await main(["--url", url, ...args]);
    return { code, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe("npm run ledger:verify", () => {
  it("says what is valid, and what cannot be seen with nothing in hand", async () => {
    await aHost();
    const { code, out, err } = await verify();
    expect([code, out]).toEqual([0, `ledger valid: ${LENGTH} entries\n`]);
    expect(err).toContain("Sealed locks: 16, of them 8 ended and 8 open.");
    expect(err).toContain(`Checkpoint of ${LENGTH} entries, signed by ${signer.publicKey}.`);
    expect(err).toContain(BLIND_SPOT);
    host.isSigned = false;
    expect((await verify()).err).toContain("No checkpoint is published: nobody signs this ledger.");
  });

  it("waits when it is told that it asked too often", async () => {
    await aHost();
    host.refusals = 1;
    const { code, err } = await verify();
    expect(code).toBe(0);
    expect(err).toContain("Too often: waiting 1 seconds.");
  });

  it("saves a checkpoint, and finds with it a tail that was cut later", async () => {
    const file = join(folder, "checkpoint.txt");
    await aHost();
    expect((await verify("--save", file)).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(await checkpointOf(host.entries));
    const again = await verify("--since", file);
    expect(again.err).toContain(`Nothing of the ${LENGTH} entries you hold was changed or removed.`);
    expect(again.err).not.toContain(BLIND_SPOT);
    await aHost((entries) => entries.slice(0, -2));
    expect(await verify("--since", file)).toMatchObject({
      code: 1,
      out: "",
      err: `ledger not valid: the ledger has ${LENGTH - 2} entries, and the checkpoint you hold has ${LENGTH}: its end is missing\n`,
    });
    writeFileSync(file, "no checkpoint");
    expect((await verify("--since", file)).err).toContain("has not the form of a checkpoint");
  });

  it("compares evidence with what was locked", async () => {
    await aHost();
    expect((await verify("--evidence")).err).toContain("The evidence of 1 settled predictions");
    host.analysis = { said: "something else" };
    expect(await verify("--evidence")).toMatchObject({
      code: 1,
      err: "ledger not valid: the evidence of S21, prd_1 is not what was locked\n",
    });
  });
});

describe("npm run ledger:verify with what outsiders hold", () => {
  it("says who attests the ledger, or that nobody does", async () => {
    await aHost();
    expect((await verify()).err).toContain("Not witnessed: no outsider attests its checkpoints.");
    host.receipts = [
      { witness: "host.example/w1", size: LENGTH, kind: "log-witness", digest: "ab".repeat(32) },
    ];
    const { code, err } = await verify();
    expect(code).toBe(0);
    expect(err).toContain(`Attested outside by host.example/w1, ${LENGTH} entries: cosignature.`);
    expect(err).toContain(BLIND_SPOT);
  });

  it("with one receipt alone finds a ledger that was written anew", async () => {
    await aHost();
    const note = await checkpointOf(host.entries);
    const file = join(folder, "receipt.tsr");
    writeFileSync(file, await unsignedStampOf(note));
    const good = await verify("--receipt", file);
    expect([good.code, good.err.includes(BLIND_SPOT)]).toEqual([0, false]);
    expect(good.err).toContain("The checkpoint of each receipt you hold is there, unchanged.");
    await aHost((entries) => entries.slice(0, -3));
    const forged = await verify("--receipt", file);
    expect([forged.code, forged.out]).toEqual([1, ""]);
    expect(forged.err).toBe(
      "ledger not valid: the checkpoint of the receipt you hold is not published any more: it was rewritten or removed\n",
    );
  });

  it("compares the locks with the public calendar, day by day of its whole period", async () => {
    await aHost();
    const locked = { symbol: "S1", fiscalQuarterEnd: "2025-12-31" };
    host.calendar = [
      { ...locked, reportDate: "2026-01-09" },
      { ...locked, symbol: "NEVER", reportDate: "2026-01-06" },
      { ...locked, symbol: "TODAY", reportDate: "2026-03-01" },
    ];
    const { err } = await verify();
    expect(err).toContain("Each of the 1 reports of the calendar has a lock, or a reason for having none.");
    host.calendar.push({ ...locked, symbol: "LATE", reportDate: "2026-02-28" });
    expect((await verify()).err).toBe(
      "ledger not valid: LATE reported on 2026-02-28 by the calendar, and has neither a lock nor a reason for having none\n",
    );
  });

  it("knows the lock of a company that has another ticker by now, which explains no other's report", async () => {
    await aHost();
    const report = { fiscalQuarterEnd: "2025-12-31", reportDate: "2026-01-09", symbolAtPrediction: "S1" };
    host.calendar = [{ ...report, symbol: "NEW" }];
    expect((await verify()).err).toContain("Each of the 1 reports of the calendar has a lock");
    host.calendar.push({ ...report, symbol: "OTHER" });
    expect((await verify()).err).toContain("ledger not valid: OTHER reported on 2026-01-09 by the calendar");
    // Another company has this ticker by now, and its own report has a reason.
    const taker = { ...report, symbol: "S1", symbolAtPrediction: undefined, reportDate: "2026-01-08" };
    host.calendar = [taker, { ...report, symbol: "NEW" }];
    host.unlocked = [{ ...taker, reason: "missed" }];
    expect((await verify()).err).toContain("Each of the 2 reports of the calendar has a lock, or a reason");
  });
});
