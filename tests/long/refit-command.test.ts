import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "beatcast-refit-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [history, store, out] = ["history.csv", "store.json", "out"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
writeFileSync(
  history,
  "symbol,report_date,eps_estimate,eps_actual\nA,2019-01-31,1,1.1\nA,2023-01-31,1,1.1\n",
);
const figures = { session: "pre", epsEstimate: 1, epsActual: 1.1, sector: "Utilities", industry: null };
const unknown = { country: null, marketCap: null, guidanceAgainstConsensus: null, versions: "[]" };
writeFileSync(store, JSON.stringify([{ symbol: "A", reportDate: "2026-07-28", ...figures, ...unknown }]));

function refit(...options: string[]) {
  const command = ["scripts/model/refit-command.ts", "--family", "yahoo", history, "--out", out, ...options];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  return { status, stderr: stderr.trim() };
}

it("a refused refit leaves what an earlier one wrote", { timeout: 120_000 }, () => {
  mkdirSync(out);
  writeFileSync(join(out, "store-reports.json"), "earlier");
  expect(refit("--judge", "A. Judge")).toEqual({
    status: 1,
    stderr: "a fit until 2023-01-31 has no event of the judge's year",
  });
  // The newest report is the store's.
  expect(refit("--judge", "A. Judge", "--store", store)).toEqual({
    status: 1,
    stderr: expect.stringContaining("only 1 settled reports of 1 seasons came after"),
  });
  expect(refit("--reactions", history, "--store", store)).toEqual({
    status: 1,
    stderr: "no report of --reactions has a session and closes around it",
  });
  expect(readdirSync(out)).toEqual(["store-reports.json"]);
  expect(readFileSync(join(out, "store-reports.json"), "utf8")).toBe("earlier");
});

it("an approved refit is not overwritten", { timeout: 120_000 }, () => {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "REPORT.md"), "# Refit: a beside b\n\nApproved by A. Person on 2026-11-23.\n");
  expect(refit("--store", store)).toEqual({
    status: 1,
    stderr: `${out} has an approved refit, which is kept: move the folder to the files, or name another with --out`,
  });
});
