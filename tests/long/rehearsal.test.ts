import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const shared = join(root, "..", "shared");
const events = join(shared, "earnings", "us-eps-2021-2023.csv");
const DAY = "2023-07-19";

type Result = {
  reports: number;
  locked: number;
  settled: number;
  endState: { statements: number; hash: string };
  calls: Record<string, number>;
};

async function rehearse(...more: string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/season/rehearse.ts", "--events", events, "--from", DAY, "--to", DAY, "--json", ...more],
    { cwd: root, maxBuffer: 10_000_000 },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Result;
}

describe.skipIf(!existsSync(join(shared, "recordings", "season.mjs")))("a day of a real season", () => {
  it("ends the same with a source that breaks every other answer, without a call for a company", async () => {
    const calm = await rehearse();
    const whole = { missing: 0, duplicates: 0, lockedLate: 0, ledgerValid: true, failedJobs: 0 };
    expect(calm).toMatchObject(whole);
    expect(calm.reports).toBeGreaterThan(8);
    expect([calm.locked, calm.settled]).toEqual([calm.reports, calm.reports]);
    const paths = ["/stable/company-screener", "/stable/earnings-calendar"];
    expect(Object.keys(calm.calls).toSorted()).toEqual(paths);
    for (const fault of ["429", "badjson"]) {
      const failing = await rehearse("--fault", fault);
      expect(failing).toMatchObject({ ...whole, locked: calm.locked, settled: calm.settled });
      expect(failing.endState).toEqual(calm.endState);
    }
  });
});
