// npm run -s bench -- growth [--json] measures the size over five years and the time to read a long history.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { startFilled } from "./filled-instance.ts";
import { measureBytes } from "./growth/bytes.ts";
import { project } from "./growth/project.ts";
import { measureReading } from "./growth/reading.ts";

const MAX_GIGABYTES = 5;
const MAX_MS = 50;
const ANALYSES_A_YEAR = [1e6, 2e6, 4e6];
/** Reports within the calendar's two weeks, and at most a quarter ahead. */
const MEAN_DAYS_UNTIL_REPORT = [7, 14, 45];
/** About five per week. */
const ANALYSES_A_PERSON_A_YEAR = 250;

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });

let bytes: ReturnType<typeof measureBytes> | undefined;
const { instance } = await startFilled("bench-growth", (database) => {
  bytes = measureCopy(database);
});
if (!bytes) throw new Error("Nothing was measured.");
const measured = bytes;
try {
  const growth = ANALYSES_A_YEAR.flatMap((analysesAYear) =>
    MEAN_DAYS_UNTIL_REPORT.map((meanDaysUntilReport) => ({
      analysesAYear,
      meanDaysUntilReport,
      ...project(measured, {
        analysesAYear,
        meanDaysUntilReport,
        analysesAPersonAYear: ANALYSES_A_PERSON_A_YEAR,
      }),
    })),
  );
  const reading = await measureReading(instance, ANALYSES_A_PERSON_A_YEAR);
  const largestGigabytes = Math.max(...growth.map(({ largest }) => largest));
  const slowestMs = Math.max(...Object.values(reading.medianMs));
  if (values.json)
    console.log(
      JSON.stringify({
        bytes: measured,
        analysesAPersonAYear: ANALYSES_A_PERSON_A_YEAR,
        growth,
        reading,
        largestGigabytes,
        slowestMs,
      }),
    );
  else {
    console.log("Bytes of the database with its indexes, measured:");
    console.table(Object.fromEntries(Object.entries(measured).map(([name, n]) => [name, Math.round(n)])));
    console.log(
      `Gigabytes at the end of each year, with ${ANALYSES_A_PERSON_A_YEAR} analyses a person a year:`,
    );
    console.table(growth.map(rowOf));
    console.log(
      `Median of a call, ms, of a history of ${reading.filed} predictions in files and ${reading.hot} in the database:`,
    );
    console.table(reading.medianMs);
    console.log(
      `largest ${largestGigabytes.toFixed(2)} GB (at most ${MAX_GIGABYTES}), slowest ${slowestMs.toFixed(1)} ms (at most ${MAX_MS})`,
    );
  }
  process.exitCode = largestGigabytes < MAX_GIGABYTES && slowestMs < MAX_MS ? 0 : 1;
} finally {
  await instance.kill();
}
process.exit();

function rowOf({
  analysesAYear,
  meanDaysUntilReport,
  gigabytes,
  largest,
  openMillions,
  filedMillions,
}: ReturnType<typeof project> & { analysesAYear: number; meanDaysUntilReport: number }) {
  return {
    "analyses a year": `${analysesAYear / 1e6} million`,
    "days until the report": meanDaysUntilReport,
    ...Object.fromEntries(gigabytes.map((gb, i) => [`year ${i + 1}`, gb.toFixed(2)])),
    "at most": largest.toFixed(2),
    "open, millions": openMillions.toFixed(2),
    "in files, millions": filedMillions.toFixed(1),
  };
}

/** The file of the demo account stays unchanged. */
function measureCopy(database: DatabaseSync) {
  const { file } = database.prepare("PRAGMA database_list").get() as { file: string };
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const folder = mkdtempSync(join(tmpdir(), "beatcast-growth-"));
  copyFileSync(file, join(folder, "copy.sqlite"));
  const copy = new DatabaseSync(join(folder, "copy.sqlite"));
  try {
    const { id } = copy.prepare("SELECT id FROM users WHERE email = 'demo@example.com'").get() as {
      id: string;
    };
    return measureBytes(copy, id);
  } finally {
    copy.close();
    rmSync(folder, { recursive: true });
  }
}
