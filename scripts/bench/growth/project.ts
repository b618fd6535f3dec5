import { DAY_MS } from "#contract/time.ts";
import { archiveCutoff } from "#record/archive/cutoff.ts";
import type { Bytes } from "./bytes.ts";

const YEARS = 5;
const DAYS = 365 * YEARS;
const START = Date.parse("2027-01-01T02:17:00Z");
/** Four reports a year for 2,500 companies; years of them exist from the start. */
const REPORTS_A_YEAR = 10_000;
const YEARS_BEFORE = 10;

type Load = {
  analysesAYear: number;
  /** Reports are from zero to twice as many days ahead. */
  meanDaysUntilReport: number;
  analysesAPersonAYear: number;
};

type Grown = {
  /** At each year's end, and the maximum. */
  gigabytes: readonly number[];
  largest: number;
  openMillions: number;
  /** At the end. */
  endedMillions: number;
  filedMillions: number;
};

/** Projects day by day, by the product's own rule. All people are there from the start. */
export function project(bytes: Bytes, load: Load): Grown {
  const aDay = load.analysesAYear / 365;
  const people = load.analysesAYear / load.analysesAPersonAYear;
  const longest = 2 * load.meanDaysUntilReport;
  /** Counts by the day of the analysis. */
  const filed = new Float64Array(DAYS);
  let [largest, size, openNow, endedNow] = [0, 0, 0, 0];
  const gigabytes: number[] = [];
  const endedOf = (age: number) => (longest === 0 ? 1 : Math.min(1, Math.max(0, age / longest)));
  for (let day = 0; day < DAYS; day++) {
    const now = new Date(START + day * DAY_MS);
    const cutoff = Math.floor((archiveCutoff(now).getTime() - START) / DAY_MS);
    let [open, ended, inFiles] = [0, 0, 0];
    for (let asked = 0; asked <= day; asked++) {
      const age = day - asked;
      if (asked < cutoff) filed[asked] = endedOf(cutoff - asked);
      const isFiled = filed[asked] ?? 0;
      open += 1 - endedOf(age);
      ended += endedOf(age) - isFiled;
      inFiles += isFiled;
    }
    const reports = REPORTS_A_YEAR * (YEARS_BEFORE + day / 365);
    const years = Math.ceil((day + 1) / 365);
    size =
      aDay * (open * bytes.openPrediction + ended * bytes.endedPrediction) +
      people * (bytes.person + years * bytes.pastYear) +
      reports * bytes.report;
    largest = Math.max(largest, size);
    [openNow, endedNow] = [aDay * open, aDay * ended];
    if ((day + 1) % 365 === 0) gigabytes.push(size / 1e9);
    if (day === DAYS - 1)
      return {
        gigabytes,
        largest: largest / 1e9,
        openMillions: openNow / 1e6,
        endedMillions: endedNow / 1e6,
        filedMillions: (aDay * inFiles) / 1e6,
      };
  }
  throw new Error("No day was projected.");
}
