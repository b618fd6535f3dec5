import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { round } from "#model/statistics.ts";
import { versusFiguresOf } from "#model/versus-markets.ts";
import { openDataColumns, type PublishedRow } from "#record/open-data/columns.ts";

const script = join(import.meta.dirname, "..", "..", "..", "public", "check-record.py");
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const folder = mkdtempSync(join(tmpdir(), "beatcast-pairs-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Each third lock has a price that is not compared, and each seventh is void. Companies have three reports each. */
const rows = Array.from({ length: 120 }, (_, i): PublishedRow => {
  const isCompared = i % 3 !== 2;
  const prediction = {
    id: `prd_${i}`,
    symbol: `S${i % 40}`,
    companyName: `Company ${i % 40}, "quoted"`,
    beatProbability: round(0.02 + ((i * 37) % 97) / 100, 4),
    baseRate: 0.7,
    traderPrice: round(0.05 + ((i * 53) % 91) / 100, 4),
    traderObjections: isCompared ? "" : "strike",
    combinedProbability: isCompared ? round(0.1 + ((i * 29) % 83) / 100, 4) : null,
    state: i % 7 === 6 ? "void" : "settled",
    actualResult: i % 7 === 6 ? null : i % 4 === 0 ? "miss" : "beat",
  } as PublishedRow["prediction"];
  return { kind: "live", prediction };
});
const columns = openDataColumns.filter(({ name }) =>
  /^(record_kind|symbol|company|state|outcome|base_rate|.*probability|trader_.*)$/.test(name),
);
const cell = (value: unknown) => (value === null ? "" : `"${String(value).replaceAll('"', '""')}"`);
const file = join(folder, "predictions.csv");
writeFileSync(
  file,
  [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ read }) => cell(read(row))))]
    .map((line) => line.join(","))
    .join("\r\n"),
);

const pairs = rows.flatMap(({ prediction: p }) =>
  p.state === "settled" && p.combinedProbability !== null
    ? [
        {
          symbol: p.symbol,
          ours: p.beatProbability,
          traders: p.traderPrice ?? 0,
          combined: p.combinedProbability,
          baseRate: p.baseRate,
          isBeat: p.actualResult === "beat",
        },
      ]
    : [],
);

describe.skipIf(!hasPython)("check-record.py --markets", () => {
  const compare = (figures: object) => {
    const published = join(folder, "versus-markets.json");
    writeFileSync(published, JSON.stringify({ figures }));
    return spawnSync("python3", [script, file, "--markets", "--compare", published], { encoding: "utf8" });
  };

  it("computes the published scores, bins and intervals from the open data alone", () => {
    const figures = versusFiguresOf(pairs);
    const { status, stderr } = compare(figures);
    expect([status, stderr]).toEqual([0, `all figures of ${pairs.length} pairs are as published\n`]);
    const computed = JSON.parse(execFileSync("python3", [script, file, "--markets"], { encoding: "utf8" }));
    expect(computed).toMatchObject({ n: pairs.length, companies: 40 });
    expect(computed.oursAgainstTraders.logLoss.high).toBeCloseTo(
      figures.oursAgainstTraders.logLoss.high ?? 0,
      5,
    );
  });

  it("finds a figure that is not what the data say", () => {
    const figures = versusFiguresOf(pairs);
    const { combinedAgainstOurs } = figures;
    const wrong = { ...combinedAgainstOurs, brier: { ...combinedAgainstOurs.brier, low: -1 } };
    const { status, stderr } = compare({ ...figures, combinedAgainstOurs: wrong });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^differs at \.combinedAgainstOurs\.brier\.low: computed /);
  });
});
